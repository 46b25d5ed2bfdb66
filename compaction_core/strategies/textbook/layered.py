"""The layered combination: a summary of the old part, recent turns and tool results kept, replay as the last resort."""

from collections.abc import Iterator

from pydantic import Field

from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead
from compaction_core.strategies.step import Step, effects
from compaction_core.strategies.textbook.compaction import Summarizing
from compaction_core.strategies.textbook.shared import TextbookParameters, ended, line_of
from compaction_core.turns import turns
from compaction_core.words import count, does


class LayeredParameters(TextbookParameters):
    """The layers; the numbers are those the article reads out of opencode."""

    keep_turns: int = Field(
        default=2,
        ge=0,
        title="Turns kept",
        description="The newest turns that stay whole.",
        json_schema_extra={"unit": "turns"},
    )
    protect_tokens: int = Field(
        default=40_000,
        ge=0,
        title="Tool results protected",
        description="Tokens of the newest tool results that stay word for word, with their calls.",
        json_schema_extra={"unit": "tokens"},
    )


class Layered(Summarizing):
    """Summarize first, keep what is at work, replay if it still does not fit."""

    name = "textbook-layered"
    label = "Layered"
    word = "layered"
    parameters: type[Parameters] = LayeredParameters
    listing = (
        "tail = the last N turns",
        "protected = newest tool results up to P tokens, with their calls",
        "summarize everything else",
        "if tail + protected still exceed the line:",
        "    replay: keep the user messages alone",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """The layers in order."""
        found, keep = turns(context.session.messages, context.start, context.end), context.parameters.keep_turns
        tail = found[-keep].start if 0 < keep <= len(found) else context.end if not keep else context.start
        yield Step(
            kind="start", candidate=tail, line=0,
            text=f"The last {keep:,} of {count(len(found), 'turn')} begin at #{tail}.",
            variables={"turns": len(found), "tail": tail},
        )  # fmt: skip
        stay = self._protected(context, tail)
        yield Step(
            kind="measure", line=1, candidate=tail, kept_tokens=self._tokens(context, stay),
            text=f"{len(stay):,} older messages are recent tool results with their calls: they are protected.",
        )  # fmt: skip
        gone = [row for row in context.rows if row < tail and row not in stay]
        if not gone:
            yield ended(self.word, None, "Everything is protected: nothing is summarized.", 2)
            return
        yield Step(
            kind="apply", line=2, effects=effects(gone, "summarize"),
            text=f"{does(len(gone), 'becomes', 'become')} one summary.",
        )  # fmt: skip
        line = line_of(context)
        kept = overhead(context) + self._tokens(context, set(context.rows) - set(gone))
        if line is not None and kept > line:
            users = [row for row in context.rows if context.session.messages[row].role == "user"]
            others = [row for row in context.rows if context.session.messages[row].role != "user"]
            reason = f"what stays has {kept:,} tokens, above the line of {line:,}"
            yield Step(
                kind="fallback", line=4, effects=(*effects(users, "keep"), *effects(others, "drop")), reason=reason,
                text=f"{reason[0].upper()}{reason[1:]}: the user messages alone are sent again.",
            )  # fmt: skip
            cut = others[-1] + 1 if others else context.start
            left = f"Left: {count(len(users), 'user message')}, nothing else."
            yield ended("replay", cut, left, 4, fallback_reason=reason)
            return
        behind, stay_whole = max(gone) + 1, len(context.rows) - len(gone)
        yield ended(
            self.word, behind,
            f"{does(len(gone), 'becomes', 'become')} one summary, {does(stay_whole, 'stays', 'stay')}.", 2,
        )  # fmt: skip

    def _protected(self, context: Context, tail: int) -> set[int]:
        """Newest tool results before the tail within the budget, with their calls and the calls' other results."""
        messages, budget = context.session.messages, int(context.parameters.protect_tokens)
        callers = {result: call for (call, _), result in context.session.result_of.items()}
        batch: dict[int, list[int]] = {}
        for result, call in callers.items():
            batch.setdefault(call, []).append(result)
        stay: set[int] = set()
        for row in reversed(context.rows):
            if messages[row].result is None or row in stay:
                continue
            budget -= context.measured.counts[row]
            if budget < 0:
                break
            if row < tail:
                stay |= {callers[row], *batch[callers[row]]} if row in callers else {row}
        return {row for row in stay if context.start <= row < tail}

    def _tokens(self, context: Context, rows: set[int]) -> int:
        return sum(context.measured.counts[row] for row in rows)


strategies.add(Layered())
