"""The token strip in plain text: one mark per equal share of the tokens, drawn by fate."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import in_front, kept_before
from compaction_core.strategies.step import FATES, Fate
from compaction_core.tokens import Measured
from compaction_core.words import count

MARKS: dict[Fate, str] = {"keep": "=", "summarize": "/", "clear": "o", "truncate": ">", "drop": "x"}


def strip(plan: Plan, measured: Measured, width: int = 72) -> tuple[str, ...]:
    """Lines of the strip of the planned messages: marks, the cut under them, and what the marks mean.

    ``measured`` is the display count. A mark shows the message in the middle of its share of the tokens, so a
    small message between large ones may have none; where nothing weighs anything, every message weighs the same.
    What an earlier compaction kept from before stands in front, behind a gap, and has a mark at least.
    """
    before = in_front(measured, plan.start, plan.retained)
    numbers, front = (*before, *range(plan.start, plan.end)), len(before)
    weights = [measured.counts[number] for number in numbers]
    if not numbers:
        return ("(no messages)",)
    tokens = sum(weights)
    if not tokens:
        weights = [1] * len(weights)
    width = max(1, min(width, sum(weights)))
    owners: list[int | None] = []
    if front and width > 2:
        wide = round((width - 1) * sum(weights[:front]) / sum(weights))
        wide = min(max(1, wide), width - 2)
        owners += [*_owners(weights[:front], wide), None]
        owners += [front + owner for owner in _owners(weights[front:], width - 1 - wide)]
    else:
        owners += _owners(weights, width)
    fates = [plan.fate(number) for number in numbers]
    marks = "".join(" " if owner is None else MARKS[fates[owner]] for owner in owners).rstrip()
    shown = [f"{MARKS[fate]} {fate} {fates.count(fate):,}" for fate in FATES if fate in fates]
    share = tokens / width
    legend = f"{'   '.join(shown)}   (messages; a mark is about {count(round(share), 'token')})"
    kept = (kept_before(plan.retained),) if plan.retained else ()
    cut = plan.cut
    if cut is None or not numbers[0] < cut < plan.end:
        return marks, *kept, legend
    column = next((c for c, owner in enumerate(owners) if owner is not None and numbers[owner] >= cut), width - 1)
    return marks, f"{' ' * column}^ cut: #{cut} is the first kept", *kept, legend


def _owners(weights: Sequence[int], width: int) -> Iterator[int]:
    """For each of ``width`` equal shares of the weights, whose it is."""
    ends = tuple(accumulate(weights)) if sum(weights) else tuple(range(1, len(weights) + 1))
    if ends:
        yield from (bisect_right(ends, (2 * column + 1) * ends[-1] // (2 * width)) for column in range(width))
