"""Words and effects of the steps that the three strategies share."""

from collections.abc import Iterable

from compaction_core.strategies.step import Effect, Fate
from compaction_core.turns import runs

OPAQUE = "[In place of the server's compaction item, which is encrypted:]"


def effects(fate: Fate, rows: Iterable[int]) -> tuple[Effect, ...]:
    """The fate of these messages, in ranges."""
    return tuple(Effect(fate=fate, start=start, stop=stop) for start, stop in runs(rows))
