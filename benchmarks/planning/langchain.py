"""LangChain's two ways that count: SummarizationMiddleware, and ClearToolUsesEdit until enough is saved."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from langchain.agents.middleware import ClearToolUsesEdit, SummarizationMiddleware
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately

from benchmarks.lists import plain, tool_heavy
from benchmarks.planning.measuring import Compared, counted, ours, repeated
from compaction_core.session import Message, Session
from compaction_core.tokens.bpe import encoding

TRIGGER, KEEP, CLEAR = 500_000, 300_000, 100_000


def compared() -> Iterator[Compared]:
    """By its own estimate, then with our tokenizer in place of it."""
    for shape, session in (("dialogue", plain()), ("tool results", tool_heavy())):
        yield summarization(shape, session, "langchain", None)
        yield summarization(shape, session, "o200k_base", o200k())
    yield clearing(tool_heavy())


def summarization(shape: str, session: Session, counter: str, function: Callable[..., int] | None) -> Compared:
    """Trigger and cut; the trimming of what the summarizer reads is switched off on both sides."""
    given: dict[str, Any] = {} if function is None else {"token_counter": function}
    middleware = SummarizationMiddleware(
        model=FakeListChatModel(responses=["summary"]),
        trigger=("tokens", TRIGGER),
        keep=("tokens", KEEP),
        trim_tokens_to_summarize=None,
        **given,
    )

    def plan(messages: list[AnyMessage]) -> int:
        triggered = middleware._should_summarize(messages, middleware.token_counter(messages))
        return middleware._determine_cutoff_index(messages) if triggered else 0

    theirs, cut = repeated(lambda: theirs_of(session.messages), plan)
    settings = {"trigger_kind": "tokens", "trigger_value": TRIGGER, "keep_kind": "tokens", "keep_value": KEEP}
    mine, made = ours(session, "langchain", counter, None, trim_tokens_to_summarize=None, **settings)
    measured, seconds = counted(session, counter)
    return Compared(
        what=f"SummarizationMiddleware, {shape}, keep {KEEP:,} tokens",
        messages=len(session.messages),
        tokens=measured.total,
        counter=counter,
        timed="token_counter, _should_summarize, _determine_cutoff_index",
        no_target="it counts again, but only estimates" if function is None else None,
        their_cut=f"#{cut}",
        our_cut=f"#{made.cut}",
        theirs=theirs,
        ours=mine,
        counting=seconds,
    )


def clearing(session: Session) -> Compared:
    """After each cleared result it counts the whole list."""
    edit = ClearToolUsesEdit(trigger=TRIGGER, clear_at_least=CLEAR, placeholder="[cleared]")

    def plan(messages: list[AnyMessage]) -> list[AnyMessage]:
        edit.apply(messages, count_tokens=count_tokens_approximately)
        return messages

    theirs, edited = repeated(lambda: theirs_of(session.messages), plan)
    gone = [i for i, message in enumerate(edited) if message.content == "[cleared]"]
    name, settings = "langchain-clear-tool-uses", {"trigger": TRIGGER, "clear_at_least": CLEAR}
    mine, made = ours(session, name, None, None, placeholder="[cleared]", **settings)
    measured, seconds = counted(session, "langchain")
    return Compared(
        what=f"ClearToolUsesEdit, tool results, clear at least {CLEAR:,} tokens",
        messages=len(session.messages),
        tokens=measured.total,
        counter="langchain",
        timed="apply on the list, without the copy that the middleware makes first",
        no_target=None,
        their_cut=_results(gone),
        our_cut=_results(made.indexes("clear")),
        theirs=theirs,
        ours=mine,
        counting=seconds,
    )


def _results(numbers: Iterable[int]) -> str:
    found = list(numbers)
    return f"{len(found):,} results, #{found[0]} to #{found[-1]}" if found else "nothing"


def o200k() -> Callable[[Iterable[BaseMessage]], int]:
    """What our o200k counts of a message: text, and a call's name and arguments."""
    encode = encoding("o200k_base").encode_ordinary

    def count(messages: Iterable[BaseMessage]) -> int:
        total = 0
        for message in messages:
            total += len(encode(str(message.content)))
            for call in getattr(message, "tool_calls", ()):
                total += len(encode(call["name"])) + len(encode(json.dumps(call["args"])))
        return total

    return count


def theirs_of(messages: Iterable[Message]) -> list[AnyMessage]:
    """The same messages in LangChain's classes."""
    found: list[AnyMessage] = []
    for number, message in enumerate(messages):
        result, name = message.result, str(number)
        if result is not None:
            found.append(ToolMessage(result.text, tool_call_id=result.call_id, name=message.name, id=name))
        elif message.role == "user":
            found.append(HumanMessage(message.text, id=name))
        else:
            calls: list[Any] = [
                {"id": call.id, "name": call.name, "args": json.loads(call.arguments)} for call in message.calls
            ]
            found.append(AIMessage(message.text, tool_calls=calls, id=name))
    return found
