"""One session by many counters, held against a tokenizer."""

from collections.abc import Iterable, Sequence
from heapq import nsmallest

from compaction_core.counting.band import Band, band
from compaction_core.session import Record, Session
from compaction_core.tokens import Category, Measured, counters, measure
from compaction_core.tokens.base import Basis

NAMED = 5
"""Messages that are named for each counter."""


class Difference(Record):
    """One message, counted twice."""

    message: int
    tokens: int
    against: int

    @property
    def gap(self) -> int:
        """Tokens more than the tokenizer counts; negative for less."""
        return self.tokens - self.against


class Counted(Record):
    """A session by one counter."""

    counter: str
    label: str
    basis: Basis
    source: str
    total: int
    """Tokens of all messages, without tool schemas."""
    tools: int
    """Tokens of the tool schemas, 0 where the file has none."""
    ratio: float | None
    """Total / the tokenizer's total; None where that is 0."""
    by_category: dict[Category, int]
    worst: tuple[Difference, ...]
    """The messages that differ most, in tokens, the largest first."""
    band: Band | None
    """How far the ratio strays; None for a counter that does not estimate."""


class Divergence(Record):
    """A session by several counters."""

    against: str
    """The counter that all are held against."""
    total: int
    """Its tokens of all messages."""
    counted: tuple[Counted, ...]

    def of(self, counter: str) -> Counted | None:
        """What one counter counts; None if it is not among them."""
        return next((each for each in self.counted if each.counter == counter), None)


def divergence(
    session: Session, names: Iterable[str] | None = None, against: str = "o200k_base", known: Iterable[Measured] = ()
) -> Divergence:
    """Count a session by each counter (all there are, without ``names``) and hold it against one.

    ``known`` are counts of this session that are there already. Raises UnknownName for a counter that does not exist.
    """
    there = {each.counter: each for each in known}
    real = there.get(against) or measure(session, against)
    chosen = counters.names() if names is None else tuple(dict.fromkeys(names))
    others = [real if name == against else there.get(name) or measure(session, name) for name in chosen]
    return compared(real, others)


def compared(real: Measured, others: Sequence[Measured]) -> Divergence:
    """Counts of one session held against ``real``, in the order given; ``real`` is among them or is put in front."""
    if all(each.counter != real.counter for each in others):
        others = [real, *others]
    return Divergence(against=real.counter, total=real.total, counted=tuple(_counted(each, real) for each in others))


def differences(own: Measured, real: Measured, most: int = NAMED) -> tuple[Difference, ...]:
    """The messages that two counts differ most in, the largest gap first; only those that differ."""
    gaps = [abs(a - b) for a, b in zip(own.counts, real.counts, strict=True)]
    worst = nsmallest(most, (i for i, gap in enumerate(gaps) if gap), key=lambda i: (-gaps[i], i))
    return tuple(Difference(message=i, tokens=own.counts[i], against=real.counts[i]) for i in worst)


def _counted(own: Measured, real: Measured) -> Counted:
    known = counters.get(own.counter) if own.counter in counters.names() else None
    return Counted(
        counter=own.counter,
        label=own.counter if known is None else known.label,
        basis=own.basis,
        source="" if known is None else known.source,
        total=own.total,
        tools=own.tools,
        ratio=own.total / real.total if real.total else None,
        by_category=own.by_category(),
        worst=differences(own, real),
        band=band(own, real),
    )
