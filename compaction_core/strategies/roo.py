"""Roo Code: the first message and the last three stay, what lies between is condensed; else half of it is hidden."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pydantic import Field

from compaction_core.session import Message, Session, Text, ToolCall
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import reported
from compaction_core.strategies.native import Native, counted, native, rows_of
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.reading import reading
from compaction_core.strategies.released import Released
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.strategies.textbook.compaction import line
from compaction_core.summarizers.base import Summary, SummaryRequest, Wrapper, filled
from compaction_core.summarizers.ladder import Keep, Ladder
from compaction_core.summarizers.prompts import prompt
from compaction_core.turns import runs
from compaction_core.words import count

KEPT = 3
HIDDEN_SHARE = 0.5


class RooParameters(Parameters):
    """Roo's settings."""

    auto_condense_percent: int = Field(
        default=100,
        ge=5,
        le=100,
        title="Condense at",
        description="autoCondenseContextPercent of the profile, in percent of the window.",
        json_schema_extra={"unit": "percent"},
    )
    max_tokens: int = Field(
        default=8_192,
        ge=0,
        title="Output tokens",
        description="It also acts when the context exceeds 90% of the window less these.",
        json_schema_extra={"unit": "tokens"},
    )
    release: Literal["earlier", "later"] = Field(
        default="later",
        title="Release",
        description=(
            "later: the calls that kept results need are copied into the summary, and the summarizer also reads the "
            "first kept message (0cc04f43)."
        ),
    )
    condense: bool = Field(
        default=True,
        title="Condense",
        description="Off: half of the messages are hidden instead, as when condensing fails.",
    )


class Roo(Released):
    """Condense the middle; hide half of it when that cannot be done."""

    name = "roo"
    label = "Roo Code"
    family = "Roo Code"
    version = "0cc04f43"
    date = "2026"
    source = "Roo Code e5353cf0 (earlier) and 04fc2a02, 0cc04f43 (later), read"
    evidence: Evidence = "specification"
    counter = "o200k_base"
    parameters: type[Parameters] = RooParameters
    released_ladder = Ladder(rungs=(Keep(),))
    listing = (
        "messages as the API has them: results of a batch are one user message",
        "keep the first and the last 3",
        "start behind the last summary, the first message in front if it would start with an assistant",
        "refuse if at most 1 message is left, or a summary is among the last 3",
        "later releases: calls that kept results need go into the summary",
        "the summary is an assistant message; it must make the list smaller",
        "refused: hide half of the messages behind the first, an even number",
    )

    def threshold(self, context_window: int | None, parameters: RooParameters) -> int | None:
        """At or above the percentage, or above 0.9 of the window less the output tokens."""
        if context_window is None:
            return None
        share = -(-context_window * parameters.auto_condense_percent // 100) - 1
        return max(0, min(share, int(context_window * 0.9) - parameters.max_tokens))

    def watched(self, context: Context) -> tuple[int, ...]:
        """The last reported total, and an estimate of what came later."""
        return reported(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """Condense, or hide."""
        messages = context.session.messages
        groups = native(messages, context.rows)
        n = len(groups)
        yield Step(
            kind="start", line=1, variables={"n": n},
            text=f"{counted(groups)}; of the API's messages, the first and the last {KEPT} stay.",
        )  # fmt: skip
        reason = "condensing is switched off"
        if context.parameters.condense:
            middle, reason = self._middle(messages, groups)
            if middle:
                yield from self._condensed(context, groups, middle)
                return
        yield Step(kind="fallback", line=3, reason=reason, text=f"It refuses to condense: {reason}.")
        hidden = int((n - 1) * HIDDEN_SHARE) // 2 * 2
        if hidden < 2:
            yield _decided("Too few messages to hide: nothing is done.", None, "hide", reason)
            return
        gone = rows_of(groups[1 : 1 + hidden])
        yield Step(
            kind="apply", line=6, effects=tuple(Effect(fate="drop", start=a, stop=b) for a, b in runs(gone)),
            text=f"Half of the API's {count(n - 1)} behind the first, rounded to an even number: {hidden:,}. "
            f"Hidden: {counted(groups[1 : 1 + hidden])}.",
        )  # fmt: skip
        left = (groups[0], *groups[1 + hidden :])
        text = f"{counted(left)} {_stay(left)}; the hidden ones can be brought back."
        yield _decided(text, gone[-1] + 1, "hide", reason)

    def _middle(self, messages: tuple[Message, ...], groups: tuple[Native, ...]) -> tuple[tuple[Native, ...], str]:
        """What is condensed, else why it is refused."""
        recent = groups[-KEPT:]
        if any(messages[row].summary is not None for group in recent for row in group.rows):
            return (), "a summary is among the last 3 messages"
        summaries = [k for k, g in enumerate(groups) if any(messages[row].summary is not None for row in g.rows)]
        start = summaries[-1] if summaries else 1
        middle = groups[max(1, start) : -KEPT]
        if len(middle) <= 1:
            return (), "at most one message lies between"
        return middle, ""

    def _condensed(self, context: Context, groups: tuple[Native, ...], middle: tuple[Native, ...]) -> Iterator[Step]:
        rows = rows_of(middle)
        effects = tuple(Effect(fate="summarize", start=a, stop=b) for a, b in runs(rows))
        yield Step(
            kind="apply", line=2, effects=effects,
            text=f"#{rows[0]}–#{rows[-1]}, {counted(middle)}, become one summary.",
        )  # fmt: skip
        rescued = self._rescued(context.session, rows, context.end) if context.parameters.release == "later" else ()
        if rescued:
            yield Step(
                kind="apply", line=4,
                text=f"Copied into the summary message, for results that stay: {len(rescued):,} of the calls.",
            )  # fmt: skip
        away = set(rows)
        left = tuple(group for group in groups if group.rows[0] not in away)
        text = f"{counted(left)} {_stay(left)}. If the new list were not smaller, the old one would stay."
        yield _decided(text, rows[-1] + 1, "condense", None)

    def _rescued(self, session: Session, gone: tuple[int, ...], end: int) -> tuple[ToolCall, ...]:
        """Calls among the summarized messages whose result stays."""
        away = set(gone)
        needed = {
            (caller, id)
            for (caller, id), result in session.result_of.items()
            if caller in away and result not in away and result < end
        }
        return tuple(
            part
            for row in gone
            for part in session.messages[row].parts
            if isinstance(part, ToolCall) and (row, part.id) in needed
        )

    def request(self, session: Session, parameters: RooParameters, plan: Plan) -> SummaryRequest:
        """What lies between, with the first message in front where it would start with an assistant."""
        gone = plan.indexes("summarize")
        first = next((i for i in range(plan.start, plan.end) if not session.messages[i].is_prompt), None)
        read = gone
        if gone and first is not None and session.messages[gone[0]].role == "assistant":
            read = (first, *gone)
        if gone and parameters.release == "later" and self._rescued(session, gone, plan.end):
            read = (*read, gone[-1] + 1)
        return reading(session, plan, prompt("roo_first"), line, indexes=read, between="\n\n")

    def wrapper(self, plan: Plan) -> Wrapper:
        """An assistant message."""
        return Wrapper(role="assistant", template="{summary}")

    def message(self, wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
        """The summary, with the calls that kept results need."""
        calls: tuple[Any, ...] = ()
        if plan.parameters.get("release") == "later":
            calls = self._rescued(session, plan.indexes("summarize"), plan.end)
        parts = (Text(text=filled(wrapper, summary)), *calls)
        return Message(role=wrapper.role, parts=parts, summary=summary.text)


def _stay(groups: Sequence[Native]) -> str:
    return "stays" if len(rows_of(groups)) == 1 else "stay"


def _decided(text: str, cut: int | None, mode: str, reason: str | None) -> Step:
    decision = Decision(cut=cut, mode_used=mode, fallback_reason=reason)
    return Step(kind="decide", line=6 if mode == "hide" else 5, text=text, decision=decision)


strategies.add(Roo())
