"""Conversations put together from model calls, as sessions: results from spans of their own, sub-agents as threads."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from compaction_core.importers.shared.traces.chain import Chain
from compaction_core.importers.shared.traces.chain_keys import canonical_arguments
from compaction_core.importers.shared.traces.chain_owners import Owners
from compaction_core.importers.shared.values import first_prompt
from compaction_core.session import (
    Integrity,
    Message,
    RecordedCompaction,
    Session,
    Thread,
    ToolCall,
    ToolResult,
    Warning,
)
from compaction_core.words import count


@dataclass(frozen=True)
class ToolRun:
    """A tool's own span: what it was called with and what it gave back."""

    call_id: str
    name: str
    arguments: str
    text: str
    group: str
    is_error: bool = False
    end: float | None = None


def sessions(
    name: str, chains: Sequence[Chain], runs: Iterable[ToolRun] = (), integrity: Integrity | None = None
) -> Iterator[Session]:
    """One session of format ``name`` for each conversation that is no part of another."""
    answers = _Answers(runs)
    found = Owners(chains)
    owned: dict[int | None, list[tuple[int, Chain]]] = {}
    for at, chain in enumerate(chains):
        owner = found.of(chain)
        owned.setdefault(None if owner is None else id(owner), []).append((at, chain))
    for _, chain in owned.get(None, ()):
        messages, compactions = answers.given(chain)
        threads = (
            Thread(id=f"call-{number}", messages=answers.given(other)[0]) for number, other in owned.get(id(chain), ())
        )
        calls = chain.calls
        base = integrity or Integrity()
        yield Session(
            format=name,
            title=first_prompt(messages),
            model=next((call.model for call in reversed(calls) if call.model), None),
            context_window=next((call.window for call in reversed(calls) if call.window), None),
            tools=next((call.tools for call in reversed(calls) if call.tools), None),
            messages=messages,
            compactions=compactions,
            threads=tuple(threads),
            integrity=base.model_copy(update={"warnings": (*base.warnings, *_warnings(chain))}),
        )


class _Answers:
    """Finds the span of a call that no message answers, by its id, else by name and arguments, once each."""

    def __init__(self, runs: Iterable[ToolRun]) -> None:
        self._by_id: dict[tuple[str, str], ToolRun] = {}
        self._by_call: dict[tuple[str, str, str | bytes], list[ToolRun]] = {}
        for run in runs:
            if run.call_id:
                self._by_id[run.group, run.call_id] = run
            else:
                self._by_call.setdefault((run.group, run.name, canonical_arguments(run.arguments)), []).append(run)

    def given(self, chain: Chain) -> tuple[tuple[Message, ...], tuple[RecordedCompaction, ...]]:
        """The messages of a conversation with the results that spans hold put behind their calls."""
        bare = Session(format="", messages=tuple(chain.messages))
        group = chain.calls[0].group
        found: dict[int, list[Message]] = {}
        if self._by_id or self._by_call:
            calls = {(at, call.id): call for at, message in enumerate(bare.messages) for call in message.calls}
            answered = {at: index for (at, _), index in bare.result_of.items()}
            for at, identity in bare.unanswered:
                run = self._run(group, calls[at, identity])
                if run is not None:
                    result = ToolResult(call_id=identity, text=run.text, is_error=run.is_error)
                    made = Message(role="tool", parts=(result,), timestamp=run.end)
                    found.setdefault(max(at, answered.get(at, at)), []).append(made)
        messages: list[Message] = []
        moved: list[int] = []
        for at, message in enumerate(bare.messages):
            moved.append(len(messages))
            messages += [message, *found.get(at, ())]
        moved.append(len(messages))
        compactions = (
            c.model_copy(update={"index": moved[c.index], "kept": tuple(moved[kept] for kept in c.kept)})
            for c in chain.compactions
        )
        return tuple(messages), tuple(compactions)

    def _run(self, group: str, call: ToolCall) -> ToolRun | None:
        named = self._by_id.get((group, call.id))
        waiting = self._by_call.get((group, call.name, canonical_arguments(call.arguments)))
        return named or (waiting.pop(0) if waiting else None)


def _warnings(chain: Chain) -> Iterator[Warning]:
    if chain.left_out:
        many = count(chain.left_out, "message")
        text = f"Left out {many} of answers that no later call knows (a retry or an edited prompt)."
        yield Warning(code="branches", text=text, count=chain.left_out)
    if chain.prompts_changed:
        times = count(chain.prompts_changed, "time")
        yield Warning(code="system_changed", text=f"The system prompt changed {times}; the first one is shown.")
    if chain.inferred:
        text = "The trace records no compactions; they are read off prompts that lost their beginning."
        yield Warning(code="inferred_compactions", text=text)
