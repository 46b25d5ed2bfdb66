"""Agent Framework's truncation by tokens, and its collapse of tool results.

Its messages are annotated and counted before the clock starts, as ours are; what is left is the choice.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

from agent_framework import Content
from agent_framework import Message as TheirMessage
from agent_framework._compaction import (
    CharacterEstimatorTokenizer,
    ToolResultCompactionStrategy,
    TruncationStrategy,
    annotate_token_counts,
    included_messages,
)

from benchmarks.lists import MESSAGES, plain, tool_heavy
from benchmarks.planning.measuring import Compared, counted, ours, repeated
from compaction_core.session import Message, Session

COLLAPSED = (500, 1_000, MESSAGES)
"""Sizes for its collapse of tool results, whose time grows with the square; the target is for the full list."""


def compared() -> Iterator[Compared]:
    """Truncation at full size; tool results at two smaller sizes."""
    for shape, session in (("dialogue", plain()), ("tool results", tool_heavy())):
        limits = {"max_n": 200_000, "compact_to": 100_000}
        yield _compared(
            session,
            f"TruncationStrategy, {shape}, down to {limits['compact_to']:,} tokens",
            TruncationStrategy(**limits, tokenizer=CharacterEstimatorTokenizer()),
            "agent-framework-truncation",
            limits,
        )
    for size in COLLAPSED:
        yield _compared(
            tool_heavy(size),
            "ToolResultCompactionStrategy, tool results, keep 1 group",
            ToolResultCompactionStrategy(keep_last_tool_call_groups=1),
            "agent-framework-tool-result",
            {"keep_last_tool_call_groups": 1},
            None if size == MESSAGES else f"{size:,} messages only; see the full list",
        )


def _compared(
    session: Session, what: str, strategy: Any, name: str, settings: dict[str, Any], no_target: str | None = None
) -> Compared:
    def plan(messages: list[Any]) -> list[Any]:
        asyncio.run(strategy(messages))
        return messages

    theirs, changed = repeated(lambda: theirs_of(session.messages), plan)
    stays = [m.message_id for m in included_messages(changed)]
    mine, made = ours(session, name, None, None, **settings)
    measured, seconds = counted(session, "agent-framework")
    return Compared(
        what=what,
        messages=len(session.messages),
        tokens=measured.total,
        counter="agent-framework",
        timed="the strategy on an annotated, counted list",
        no_target=no_target,
        their_cut=_kept([int(i.removeprefix("m")) for i in stays if i.startswith("m")], len(stays)),
        our_cut=_kept(made.indexes("keep"), len(made.indexes("keep", "clear"))),
        theirs=theirs,
        ours=mine,
        counting=seconds,
    )


def _kept(whole: Iterable[int], stand: int) -> str:
    """What is left: messages word for word, those that stand for others, and where the former begin and add up to."""
    found = list(whole)
    first = f" from #{found[0]}, sum of numbers {sum(found):,}" if found else ""
    return f"{len(found):,} whole{first}; {stand - len(found):,} collapsed"


def theirs_of(messages: Iterable[Message]) -> list[Any]:
    """The same messages in its classes, annotated and counted."""
    found: list[Any] = []
    for message in messages:
        contents: list[Any] = []
        for part in message.parts:
            if part.kind == "text":
                contents.append(Content.from_text(part.text))
            elif part.kind == "tool_call":
                contents.append(Content.from_function_call(part.id, part.name, arguments=part.arguments))
            elif part.kind == "tool_result":
                contents.append(Content.from_function_result(part.call_id, result=part.text))
        found.append(TheirMessage(role=message.role, contents=contents, message_id=message.id))
    annotate_token_counts(found, tokenizer=CharacterEstimatorTokenizer())
    return found
