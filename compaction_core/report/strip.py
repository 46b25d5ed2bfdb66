"""The token strip in plain text: one mark per equal share of the tokens, drawn by fate."""

from bisect import bisect_right
from itertools import accumulate

from compaction_core.report.words import count
from compaction_core.strategies.base import FATES, Fate, Plan
from compaction_core.tokens import Measured

MARKS: dict[Fate, str] = {"keep": "=", "summarize": "/", "clear": "o", "truncate": ">", "drop": "x"}


def strip(plan: Plan, measured: Measured, width: int = 72) -> tuple[str, ...]:
    """Lines of the strip of the planned messages: marks, the cut under them, and what the marks mean.

    ``measured`` is the display count. A mark shows the message in the middle of its share of the tokens, so a
    small message between large ones may have none; where nothing weighs anything, every message weighs the same.
    """
    weights = measured.counts[plan.start : plan.end]
    if not weights:
        return ("(no messages)",)
    if not sum(weights):
        weights = (1,) * len(weights)
    ends = tuple(accumulate(weights))
    width = max(1, min(width, ends[-1]))
    owners = [bisect_right(ends, (2 * column + 1) * ends[-1] // (2 * width)) for column in range(width)]
    fates = plan.fates
    marks = "".join(MARKS[fates[owner]] for owner in owners)
    shown = [f"{MARKS[fate]} {fate} {fates.count(fate):,}" for fate in FATES if fate in fates]
    share = measured.between(plan.start, plan.end) / width
    legend = f"{'   '.join(shown)}   (messages; a mark is about {count(round(share), 'token')})"
    cut = plan.cut
    if cut is None or not plan.start < cut < plan.end:
        return marks, legend
    column = next((c for c, owner in enumerate(owners) if owner + plan.start >= cut), width - 1)
    return marks, f"{' ' * column}^ cut: #{cut} is the first kept", legend
