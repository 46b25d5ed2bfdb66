"""Small pieces of the sentences that tell what Hermes did."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Effect, Fate


def number(context: Context, at: int) -> int:
    """A place in the list as a number of the session."""
    return context.rows[at] if at < len(context.rows) else context.end


def named(context: Context, at: int) -> str:
    """A place in the list as it is named on screen."""
    return f"#{context.rows[at]}" if at < len(context.rows) else "the end"


def ranges(rows: Sequence[int], fate: Fate) -> Iterator[Effect]:
    """One effect for each run of consecutive messages."""
    first = 0
    for i, row in enumerate(rows):
        if i + 1 == len(rows) or rows[i + 1] != row + 1:
            yield Effect(fate=fate, start=rows[first], stop=row + 1)
            first = i + 1
