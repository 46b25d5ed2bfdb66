"""opencode's compaction as an article describes it: three numbers that decide together."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead
from compaction_core.strategies.step import Step, effects
from compaction_core.strategies.textbook.compaction import Summarizing
from compaction_core.strategies.textbook.shared import ended
from compaction_core.turns import turns
from compaction_core.words import count, does


class OpencodeDescribedParameters(Parameters):
    """The three numbers of the article, and the reserve it leaves open."""

    prune_minimum: int = Field(
        default=20_000,
        ge=0,
        title="Least gain",
        description="Below this gain nothing is compacted, says the article. In the releases it gates blanking only.",
        json_schema_extra={"unit": "tokens"},
    )
    prune_protect: int = Field(
        default=40_000,
        ge=0,
        title="Tool outputs protected",
        description="The newest tool outputs that are left out of compaction, says the article.",
        json_schema_extra={"unit": "tokens"},
    )
    tail_turns: int = Field(
        default=2,
        ge=0,
        title="Turns kept",
        description="The newest turns that stay whole, whatever their size, says the article.",
        json_schema_extra={"unit": "turns"},
    )
    reserved: int = Field(
        default=20_000,
        ge=0,
        title="Buffer",
        description="Held back from the window; the article names no number, the releases reserve up to 20,000.",
        json_schema_extra={"unit": "tokens"},
    )


class OpencodeDescribed(Summarizing):
    """Check the gain first, leave recent tool outputs and two turns alone, replay if it still overflows."""

    name = "opencode-as-described"
    label = "opencode, as described"
    family = "As described"
    version = "article"
    source = "article 001 of the three this project grew from; its claims are judged in claims.toml"
    counter = "letta-code"
    word = "described"
    parameters: type[Parameters] = OpencodeDescribedParameters
    listing = (
        "overflow? (context above window - buffer)",
        "tail = the last 2 turns, whole",
        "protected = tool outputs within the newest 40k",
        "gain = everything else; 20k or less: do nothing",
        "summarize everything else",
        "still overflow: replay the user messages",
    )

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """The window without the buffer."""
        return None if context_window is None else max(0, context_window - parameters.reserved)

    def steps(self, context: Context) -> Iterator[Step]:
        """The article's five decisions in its order."""
        set_: OpencodeDescribedParameters = context.parameters
        messages, counts, rows = context.session.messages, context.measured.counts, context.rows
        found = turns(messages, context.start, context.end)
        kept_turns = found[-set_.tail_turns :] if set_.tail_turns else ()
        tail = kept_turns[0].start if kept_turns else context.end
        whole = f"Kept whole: the last {count(len(kept_turns), 'turn')}, from #{tail} on."
        yield Step(kind="start", candidate=tail, line=1, text=whole)
        protected, left = set(), set_.prune_protect
        for row in reversed(rows):
            if messages[row].result is not None:
                left -= counts[row]
                if left < 0:
                    break
                if row < tail:
                    protected.add(row)
        yield Step(
            kind="measure", candidate=tail, kept_tokens=sum(counts[r] for r in rows if r >= tail or r in protected),
            line=2, text=f"{len(protected):,} older tool outputs are within the newest {set_.prune_protect:,} tokens.",
        )  # fmt: skip
        gone = [row for row in rows if row < tail and row not in protected]
        gain = sum(counts[row] for row in gone)
        if gain <= set_.prune_minimum:
            text = f"{gain:,} tokens could be saved, not more than {set_.prune_minimum:,}: nothing is compacted."
            yield ended(self.word, None, text, 3)
            return
        yield Step(
            kind="apply", line=4, effects=effects(gone, "summarize"),
            text=f"{does(len(gone), 'becomes', 'become')} one summary in place of {gain:,} tokens.",
        )  # fmt: skip
        line = self.threshold(context.context_window, set_)
        stays = overhead(context) + sum(counts[row] for row in rows) - gain
        if line is not None and stays > line:
            others = [row for row in rows if messages[row].role != "user"]
            users = [row for row in rows if messages[row].role == "user"]
            reason = f"{stays:,} tokens stay, above {line:,}"
            yield Step(
                kind="fallback", line=5, reason=reason, effects=(*effects(others, "drop"), *effects(users, "keep")),
                text=f"{reason}: the user messages are replayed.",
            )  # fmt: skip
            cut = others[-1] + 1 if others else context.start
            text = f"Sent again: {count(len(users), 'user message')}."
            yield ended("replay", cut, text, 5, fallback_reason=reason)
            return
        yield ended(self.word, gone[-1] + 1, f"{does(len(rows) - len(gone), 'stays', 'stay')} word for word.", 4)


strategies.add(OpencodeDescribed())
