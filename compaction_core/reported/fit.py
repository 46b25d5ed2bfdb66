"""A robust line through the calls: what every request carries, what each call adds, and the tokenizer's difference.

``context = unseen + ratio * counted + each * calls before it in its context``, with the jumps taken out. The steps from
one call to the next tell ``ratio`` and ``each`` (Theil-Sen: the weighted median of the slopes between pairs of steps,
then the median of what is left of each step); a step far beyond that is a jump. ``unseen`` is the median over the
smallest requests of one context, where the other two weigh least: of the first context that has calls enough, for later
ones may hold what a compaction put in, unless another carries clearly less (a file may begin in mid-history).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from compaction_core.reported.records import FEWEST_CALLS, Call, Fit

LEAST_JUMP = 2_000
"""Tokens that a step must exceed in any case."""
USUAL_STEPS, SHARE = 8, 0.25
"""It must also exceed so many times the usual step, and this share of what was added between the calls."""
LEAST_GROWTH = 1_000
"""Tokens that the calls must differ by, by our count, to tell a ratio; and their steps, to tell what each call adds."""
RATIOS = (0.2, 8.0)
"""Ratios outside are no tokenizer's difference."""
MOST_CALLS = 100
"""Calls, or steps, that are paired with each other; evenly spread where there are more."""


@dataclass(frozen=True)
class Stepped:
    """A jump that has no words yet: calls by their place in the list."""

    at: int
    before: int | None
    tokens: int


@dataclass(frozen=True)
class Fitted:
    """The fit with what it found; calls by their place in the list."""

    fit: Fit
    expected: dict[int, float]
    steps: tuple[Stepped, ...]
    apart: tuple[int, ...]


def fitted(calls: Sequence[Call], places: Sequence[int], model: str | None) -> Fitted | str:
    """The fit over calls[places], all of one model; or why there is none."""
    if len(places) < FEWEST_CALLS:
        there = "is 1" if len(places) == 1 else f"are {len(places):,}"
        return f"{FEWEST_CALLS} calls of one model are needed, and there {there}"
    line = _Line([calls[p] for p in places])
    jumps, limit = line.jumps(line.slope())
    outside, kept = _apart(jumps, limit), list(places)
    if outside:
        kept = [p for n, p in enumerate(places) if n not in outside]
        line = _Line([calls[p] for p in kept])
        jumps, limit = line.jumps(line.slope())
    told = max(line.counted) - min(line.counted) >= LEAST_GROWTH
    slope = line.refined(jumps) if told else _Slope(1.0, 0.0)
    if not RATIOS[0] <= slope.ratio <= RATIOS[1]:
        return f"the reported contexts do not grow as the messages do: by {slope.ratio:.2f} tokens for one of ours"
    jumps, limit = line.jumps(slope)
    left = line.left(jumps, slope)
    expected: dict[int, float] = {}
    contexts = line.contexts()
    levels = [line.smallest(context, left) for context in contexts]
    own = _home(levels, limit)
    unseen = median(own)
    steps = [Stepped(kept[n], kept[n - 1], round(by)) for n, by in jumps.items()]
    for context, level in zip(contexts, levels, strict=True):
        beyond = median(level) - unseen
        if abs(beyond) > limit:
            steps.append(Stepped(kept[context[0]], None, round(beyond)))
        here = unseen + beyond
        expected.update((kept[n], line.context[n] - left[n] + here) for n in context)
    fit = Fit(
        model=model,
        calls=len(kept),
        unseen=round(unseen),
        low=round(min(own)),
        high=round(max(own)),
        smallest=len(own),
        ratio=round(slope.ratio, 4),
        each=round(slope.each),
        told_ratio=told,
    )
    apart = tuple(places[n] for n in sorted(outside))
    return Fitted(fit, expected, tuple(sorted(steps, key=lambda step: step.at)), apart)


def _apart(jumps: dict[int, float], limit: float) -> set[int]:
    """Single calls that step out of line and back: they are not of this list."""
    found: set[int] = set()
    for n, out in jumps.items():
        back = jumps.get(n + 1, 0.0)
        if out * back < 0 and abs(out + back) <= limit and n - 1 not in found:
            found.add(n)
    return found


def _home(levels: list[list[float]], limit: float) -> list[float]:
    """The context that tells the constant; see above."""
    enough = [level for level in levels if len(level) >= FEWEST_CALLS] or [max(levels, key=len)]
    lowest = min(enough, key=median)
    return lowest if median(lowest) < median(enough[0]) - limit else enough[0]


@dataclass(frozen=True)
class _Slope:
    ratio: float
    each: float


class _Line:
    """The calls as columns; n counts the calls of the line."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.counted = [call.counted for call in calls]
        self.context = [call.context for call in calls]
        self.start = [call.start for call in calls]
        rows = pairwise(zip(self.start, self.context, self.counted, strict=True))
        self.added = [(n, b[1] - a[1], b[2] - a[2]) for n, (a, b) in enumerate(rows, 1) if a[0] == b[0]]
        """For each call that follows one of its own context: n, and what was added by the provider and by us."""

    def contexts(self) -> list[list[int]]:
        """The calls of each context, in order."""
        found: dict[int, list[int]] = {}
        for n, start in enumerate(self.start):
            found.setdefault(start, []).append(n)
        return list(found.values())

    def smallest(self, context: list[int], left: list[float]) -> list[float]:
        """What is left of the smallest requests of a context."""
        return [left[n] for n in sorted(context, key=self.counted.__getitem__)[:FEWEST_CALLS]]

    def slope(self) -> _Slope:
        """A first one, from each step alone."""
        some = self.added[:: 1 + len(self.added) // (10 * MOST_CALLS)]
        return _Slope(_weighted([(reported / ours, ours) for _, reported, ours in some if ours > 0]) or 1.0, 0.0)

    def refined(self, jumps: dict[int, float]) -> _Slope:
        """From the steps that are no jumps against each other; where they are too alike, from the calls."""
        steps = [(ours, reported) for n, reported, ours in self.added if n not in jumps]
        if not steps:
            return self.slope()
        sizes = [ours for ours, _ in steps]
        if max(sizes) - min(sizes) >= LEAST_GROWTH and (ratio := _paired([steps])) is not None:
            return _Slope(ratio, median([reported - ratio * ours for ours, reported in steps]))
        flat = self.left(jumps, _Slope(0.0, 0.0))
        points = [[(self.counted[n], flat[n]) for n in context] for context in self.contexts()]
        return _Slope(_paired(points) or 1.0, 0.0)

    def jumps(self, slope: _Slope) -> tuple[dict[int, float], float]:
        """The calls before which the gap steps, and by how much; and what a step must exceed, whatever was added."""
        ratio, each = slope.ratio, slope.each
        steps = [reported - ratio * ours - each for _, reported, ours in self.added]
        limit = max(LEAST_JUMP, USUAL_STEPS * median(map(abs, steps))) if steps else LEAST_JUMP
        found = {}
        for step, (n, _, ours) in zip(steps, self.added, strict=True):
            if (step > limit or -step > limit) and abs(step) > SHARE * ratio * abs(ours):
                found[n] = step
        return found, limit

    def left(self, jumps: dict[int, float], slope: _Slope) -> list[float]:
        """What the provider counts beyond the messages, without the jumps before a call in its context."""
        found, before, offset = [], -1, 0.0
        ratio, each = slope.ratio, slope.each
        for n, (start, context, counted) in enumerate(zip(self.start, self.context, self.counted, strict=True)):
            if start != before:
                before, offset = start, 0.0
            else:
                offset += each
                if n in jumps:
                    offset += jumps[n]
            found.append(context - offset - ratio * counted)
        return found


def _paired(lines: Sequence[Sequence[tuple[int, float]]]) -> float | None:
    """The weighted median of the slopes between any two points of a line, each weighing what lies between."""
    stride = -(-sum(map(len, lines)) // MOST_CALLS)
    found = []
    for points in lines:
        some = points[::stride]
        for n, (x, y) in enumerate(some):
            found += [((b - y) / (a - x), abs(a - x)) for a, b in some[n + 1 :] if a != x]
    return _weighted(found)


def _weighted(found: list[tuple[float, int]]) -> float | None:
    """The weighted median: half of the weight lies at or below it; None of nothing."""
    found.sort()
    half, so_far = sum(weight for _, weight in found) / 2, 0
    for value, weight in found:
        so_far += weight
        if so_far >= half:
            return value
    return None
