"""Small pieces of the sentences that tell what Gemini CLI did."""

from collections.abc import Iterable

from compaction_core.strategies.step import Effect, Fate


def ranges(rows: Iterable[int], fate: Fate) -> list[Effect]:
    """One effect for each run of consecutive messages."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row:
            runs[-1] = (runs[-1][0], row + 1)
        else:
            runs.append((row, row + 1))
    return [Effect(fate=fate, start=start, stop=stop) for start, stop in runs]
