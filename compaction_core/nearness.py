"""How near a session that is still going on is to its trigger."""

from collections.abc import Iterable
from itertools import pairwise
from statistics import median

from compaction_core.session import Record
from compaction_core.watching import Watch
from compaction_core.words import amount, count

FEWEST_STEPS = 3
"""Fewer steps from one look to the next say nothing of a session's growth."""
NEAR_CALLS, NEAR_SHARE = 5, 0.05
"""Near is: so few calls to go, or so small a share of the line."""


class Nearness(Record):
    """The end of a session against the trigger. All numbers are in ``unit``, as the system itself counts."""

    unit: str
    now: int
    """The context after the last message."""
    line: int | None
    """What must be exceeded; None where there is no such line, or the window is unknown."""
    growth: int | None
    """The median step from one look at the trigger to the next, of the steps that grow; None: too few of them."""
    fired: int | None
    """The message after which the trigger first fires in the context that goes on now; None: not yet."""

    @property
    def left(self) -> int | None:
        """What is left to the line; negative beyond it."""
        return None if self.line is None else self.line - self.now

    @property
    def calls(self) -> int | None:
        """About how many looks of the session's own growth pass the line, 1 or more; None where that is unknown."""
        if self.left is None or self.growth is None or self.fired is not None or self.left < 0:
            return None
        return self.left // self.growth + 1

    @property
    def near(self) -> bool:
        """Whether the trigger is near, or has fired."""
        if self.fired is not None:
            return True
        if self.left is None or self.line is None:
            return False
        return self.left <= NEAR_SHARE * self.line or (self.calls is not None and self.calls <= NEAR_CALLS)


def nearness(watch: Watch, stretches: Iterable[tuple[int, int]]) -> Nearness:
    """Where the session stands; ``stretches`` are the session's, each the range of one growing context.

    Looks are what the system itself does: most look before every call of the model.
    """
    steps: list[int] = []
    start = 0
    for start, end in stretches:
        seen = [watch.tokens[i] for i in range(start, end) if watch.looked[i]]
        steps += [after - before for before, after in pairwise(seen) if after > before]
    return Nearness(
        unit=watch.unit,
        now=watch.tokens[-1] if watch.tokens else 0,
        line=watch.threshold,
        growth=round(median(steps)) or 1 if len(steps) >= FEWEST_STEPS else None,
        fired=next((i for i in range(start, len(watch.fires)) if watch.fires[i]), None),
    )


def told(near: Nearness) -> str:
    """One or two sentences: what is left, and about how many calls that is.

    >>> told(Nearness(unit="tokens", now=90_000, line=100_000, growth=700, fired=None))
    "10,000 tokens to the trigger; at the session's own growth about 15 calls (700 tokens each, the median)."
    """
    if near.fired is not None:
        if near.left is None:
            return f"The trigger fires after #{near.fired}."
        beyond = f", and is now {amount(-near.left, near.unit)} beyond it" if near.left < 0 else ""
        return f"The trigger fires after #{near.fired}: this context passed its line there{beyond}."
    if near.left is None:
        return "How near the trigger is cannot be told: it has no line, or the window is unknown."
    if near.left < 0:
        return f"{amount(-near.left, near.unit)} beyond the line: the trigger fires at the next look."
    left = f"{amount(near.left, near.unit)} to the trigger"
    if near.calls is None or near.growth is None:
        return f"{left}; how many calls that is cannot be told yet, for too few are in the session."
    each = f"{amount(near.growth, near.unit)} each, the median"
    return f"{left}; at the session's own growth about {count(near.calls, 'call')} ({each})."
