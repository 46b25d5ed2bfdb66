"""Words of the steps that both managers share."""

from collections.abc import Sequence

from compaction_core.strategies.strands.native import Native
from compaction_core.words import count


def numbered(found: Sequence[Native]) -> str:
    """So many messages as they are numbered, and how many Strands counts where these are fewer."""
    rows = sum(len(native.rows) for native in found)
    return count(rows) if rows == len(found) else f"{count(rows)} ({len(found):,} as Strands counts them)"


def list_of(rows: int, found: Sequence[Native]) -> str:
    """How many messages the file has, and how many Strands counts where these differ."""
    if rows == len(found):
        return count(rows)
    return f"{count(rows)}, in Strands' list {len(found):,}, because tool results in a row are one message there"
