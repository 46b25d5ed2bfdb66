"""The selector whose share grows, step by step: legality and anchors are asked at every try."""

import math
from collections.abc import Callable, Generator
from decimal import Decimal

from compaction_core.js import round_half_up
from compaction_core.strategies.composed.axes.selectors import GrowingShare
from compaction_core.strategies.composed.items import Listed
from compaction_core.strategies.composed.legality import Snapped
from compaction_core.strategies.composed.lines import LEGALITY, SELECTOR
from compaction_core.strategies.composed.selecting import Proposed
from compaction_core.strategies.step import Step
from compaction_core.words import count, does


def search(found: Listed, wanted: GrowingShare, settle: Callable[[int], Snapped]) -> Generator[Step, None, Proposed]:
    """Grow, try, compare; the answer's place is settled already."""
    n, window = len(found), found.context.context_window
    if n < wanted.fewest:
        return Proposed(None, f"{does(n, 'is', 'are')} fewer than the {wanted.fewest:,} it needs", refused=True)
    goal = None if window is None else (1 - wanted.share) * window
    ratio, place, attempt = wanted.share, 0, 0
    kept: float = math.inf if window is None else window
    while (not place if goal is None else kept >= goal) and ratio < 1:
        ratio += wanted.step if wanted.grows_first or attempt else 0.0
        limit = min(round_half_up(ratio * n), n - 1)
        shown = f"{Decimal(repr(ratio)).scaleb(2).normalize():f}%"
        yield Step(
            kind="try", line=SELECTOR, attempt=attempt, ratio=ratio, index_limit=found.row(limit), goal=goal,
            text=f"Try {shown} of {count(n)}: the cut may be at #{found.row(limit)} or before.",
        )  # fmt: skip
        snapped = settle(limit)
        place = snapped.place or 0
        yield Step(
            kind="candidate", line=LEGALITY, attempt=attempt, ratio=ratio, index_limit=found.row(limit), goal=goal,
            candidate=found.row(place) if place else None, valid=bool(place), rejected=snapped.passed,
            reason=None if place else "no allowed place",
            text=f"#{found.row(place)} may start the kept part." if place else "No place from there back is allowed.",
        )  # fmt: skip
        if place:
            kept = found.tokens(place, n)
            yield _measured(found, attempt, ratio, place, int(kept), goal)
        attempt += 1
    if not place:
        return Proposed(None, f"No place for a cut was found in {attempt:,} tries", refused=True)
    if ratio >= 1:
        return Proposed(None, f"The share has reached {ratio:.0%}, which counts as failure", refused=True)
    return Proposed(place, f"The search ends at #{found.row(place)}", kept=int(kept))


def _measured(found: Listed, attempt: int, ratio: float, place: int, kept: int, goal: float | None) -> Step:
    small = goal is None or kept < goal
    against = "there is no goal without a window" if goal is None else f"the goal is less than {goal:,.0f}"
    return Step(
        kind="measure", line=SELECTOR, attempt=attempt, ratio=ratio, candidate=found.row(place), kept_tokens=kept,
        goal=goal, valid=small and ratio < 1, reason=None if small else "keeps too much",
        text=f"From #{found.row(place)} on there are {kept:,} tokens; {against}.",
    )  # fmt: skip
