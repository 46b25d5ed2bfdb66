"""Small pieces of the sentences that tell what Gemini CLI did."""

from collections.abc import Iterable

from compaction_core.strategies.base import Effect, Fate


def many(count: int, one: str, several: str | None = None) -> str:
    """A number with its noun.

    >>> many(1, "message"), many(1200, "message"), many(0, "reply", "replies")
    ('1 message', '1,200 messages', '0 replies')
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def ranges(rows: Iterable[int], fate: Fate) -> list[Effect]:
    """One effect for each run of consecutive messages."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row:
            runs[-1] = (runs[-1][0], row + 1)
        else:
            runs.append((row, row + 1))
    return [Effect(fate=fate, start=start, stop=stop) for start, stop in runs]
