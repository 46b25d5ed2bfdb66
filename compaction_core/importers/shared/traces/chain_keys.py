"""When two messages of two model calls are the same message: what they say, not how a library wrote it."""

import orjson

from compaction_core.session import Message


def key_of(message: Message) -> int:
    """A number that equal messages share: role, text, calls; not ids, thinking, or white space at the ends."""
    role = "system" if message.role == "developer" else message.role
    calls = tuple((call.name, canonical_arguments(call.arguments)) for call in message.calls)
    return hash((role, message.text.strip(), calls))


def canonical_arguments(given: str) -> str | bytes:
    """Arguments with sorted keys, so that two spellings of one object are equal; no JSON stays as it is."""
    try:
        return orjson.dumps(orjson.loads(given), option=orjson.OPT_SORT_KEYS)
    except (ValueError, TypeError):
        return given


def shared(first: list[int], second: list[int]) -> int:
    """How many entries two lists share at their start."""
    most = min(len(first), len(second))
    return next((at for at in range(most) if first[at] != second[at]), most)


def matched(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Pairs of (place in old, place in new) of entries that went on in the same order, found from the end.

    >>> matched([1, 2, 3, 4], [9, 3, 4, 5])
    [(2, 1), (3, 2)]
    """
    places: dict[int, list[int]] = {}
    for place, key in enumerate(old):
        places.setdefault(key, []).append(place)
    pairs: list[tuple[int, int]] = []
    limit = len(old)
    for at in range(len(new) - 1, -1, -1):
        waiting = places.get(new[at], [])
        while waiting and waiting[-1] >= limit:
            waiting.pop()
        if waiting:
            limit = waiting.pop()
            pairs.append((limit, at))
    return pairs[::-1]
