"""How much pruning would clear at each moment of a conversation, without walking back at each of them."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

from compaction_core.strategies.opencode.entries import Entry
from compaction_core.strategies.opencode.pruning import PROTECT


def prunable(
    entries: Sequence[Entry],
    tokens: Callable[[int], int],
    protected_tools: Collection[str] = ("skill",),
    protect: int = PROTECT,
) -> tuple[int, ...]:
    """For each entry, what ``pruning.walk`` would find in the entries up to it, in tokens.

    Only a user message moves the walk's start, so one pass keeps for each of them the sum of the outputs in front of
    it and where the walk would stop.
    """
    prefix = [0]
    stop = 0
    starts: list[tuple[int, int]] = []
    found: list[int] = []
    for entry in entries:
        if entry.kind != "assistant":
            starts.append((len(prefix) - 1, stop))
        if entry.kind == "compaction":
            stop = len(prefix) - 1
        for output in entry.outputs:
            if not output.completed or output.tool in protected_tools:
                continue
            if output.marked:
                stop = len(prefix) - 1
            else:
                prefix.append(prefix[-1] + tokens(output.message))
        found.append(_beyond(prefix, *starts[-2], protect) if len(starts) > 1 else 0)
    return tuple(found)


def _beyond(prefix: list[int], count: int, stop: int, protect: int) -> int:
    """Tokens of the outputs stop..count whose own and newer ones come to more than ``protect``."""
    last = min(bisect_left(prefix, prefix[count] - protect), count)
    return prefix[last] - prefix[stop] if last > stop else 0
