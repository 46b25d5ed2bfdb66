"""A cut by hand: summarize everything before one message, and see what that breaks and costs."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.session import Session
from compaction_core.strategies.base import Evidence, Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Rejected, Step, effects
from compaction_core.strategies.textbook.compaction import Summarizing
from compaction_core.words import does


class ByHandParameters(Parameters):
    """Where to cut."""

    cut: int | None = Field(
        default=None,
        ge=0,
        title="Cut at message #",
        description="The first message that stays; everything before it becomes one summary. Empty: nothing is cut.",
    )


def broken_pairs(session: Session, start: int, cut: int, end: int) -> tuple[tuple[int, int], ...]:
    """(call's message, result's message) of every pair of messages[start:end] that a cut in front of ``cut`` parts."""
    found = sorted((call, result) for (call, _), result in session.result_of.items())
    return tuple((call, result) for call, result in found if start <= call < cut <= result < end)


class ByHand(Summarizing):
    """No search: the cut is given."""

    name = "by-hand"
    label = "Cut by hand"
    family = "Baseline"
    date = "2026-11-30"
    source = "no system: the cut is typed in"
    evidence: Evidence = "baseline"
    word = "by_hand"
    parameters: type[Parameters] = ByHandParameters
    listing = (
        "cut = the message you name",
        "kept = tokens(messages[cut:])",
        "which calls and results does it part?",
        "summarize messages[:cut], keep messages[cut:]",
    )

    def threshold(self, context_window: int | None, parameters: Any) -> int | None:
        """Nothing acts by itself."""
        return None

    def steps(self, context: Context) -> Iterator[Step]:
        """Count what stays, and name what breaks."""
        wanted = context.parameters.cut
        wanted = None if wanted is None else context.place(wanted)
        if wanted is None or wanted <= context.start:
            text = "No cut is given." if wanted is None else f"Nothing stands before #{wanted}."
            yield _nothing(text)
            return
        cut = min(wanted, context.end)
        gone = [row for row in context.rows if row < cut]
        if not gone:
            yield _nothing(f"Only prompts stand before #{cut}.")
            return
        kept = context.tokens(len(gone), len(context.rows))
        yield Step(
            kind="measure", candidate=cut, kept_tokens=kept, line=1,
            text=f"{does(len(context.rows) - len(gone), 'stays', 'stay')} from #{cut} on, with {kept:,} tokens.",
        )  # fmt: skip
        parted = broken_pairs(context.session, context.start, cut, context.end)
        rejected = tuple(
            Rejected(start=r, stop=r + 1, reason=f"its call in #{call} is summarized away") for call, r in parted[:200]
        )
        yield Step(
            kind="candidate", candidate=cut, valid=not parted, line=2, rejected=rejected,
            reason=does(len(parted), "loses its result", "lose their results", "call") if parted else None,
            text=_parted(cut, parted),
        )  # fmt: skip
        yield Step(
            kind="decide", line=3, effects=effects(gone, "summarize"), decision=Decision(cut=cut, mode_used=self.word),
            text=f"{does(len(gone), 'becomes', 'become')} one summary; the rest stays from #{cut} on.",
        )  # fmt: skip


def _parted(cut: int, parted: tuple[tuple[int, int], ...]) -> str:
    if not parted:
        return f"No call is parted from its result by a cut at #{cut}."
    call, result = parted[0]
    more = f", and {len(parted) - 1:,} more" if len(parted) > 1 else ""
    return f"The cut parts the result #{result} from its call in #{call}{more}: a strict provider rejects such a list."


def _nothing(text: str) -> Step:
    return Step(kind="decide", line=0, text=text, decision=Decision(cut=None, mode_used="by_hand"))


strategies.add(ByHand())
