"""Which groups go: the rules of Agent Framework's strategies over plain sequences, one entry a group, oldest first.

Source: agent-framework-core 1.23.0, ``_compaction.py``. Answers are places in the sequence given. Groups that were
excluded earlier are not in it. All of it is linear; the released code counts everything again for each group.
"""

from collections.abc import Callable, Sequence

from compaction_core.strategies.agent_framework.groups import Kind


def newest(kinds: Sequence[Kind]) -> int | None:
    """The group that always stays, so that the list is never empty: the newest that is no system group."""
    size = len(kinds)
    return next((at for at in reversed(range(size)) if kinds[at] != "system"), size - 1 if size else None)


def truncated(
    kinds: Sequence[Kind], sizes: Sequence[int], max_n: int, compact_to: int, preserve_first_user_group: bool
) -> tuple[int, ...]:
    """Above ``max_n``, the oldest groups until at most ``compact_to`` is left; protected ones are passed over.

    >>> truncated(("user", "assistant_text", "user"), (5, 5, 5), 14, 10, False)
    (0,)
    >>> truncated(("user", "assistant_text", "user"), (5, 5, 5), 14, 10, True)
    (1,)
    """
    left = sum(sizes)
    if left <= max_n:
        return ()
    spared = protected(kinds, preserve_first_user_group)
    gone: list[int] = []
    for at, size in enumerate(sizes):
        if left <= compact_to:
            break
        if at not in spared:
            gone.append(at)
            left -= size
    return tuple(gone)


def protected(kinds: Sequence[Kind], preserve_first_user_group: bool) -> frozenset[int]:
    """What truncation passes over: system groups, the newest other group, and the first user group if asked for."""
    spared = {at for at, kind in enumerate(kinds) if kind == "system"}
    last = newest(kinds)
    if last is not None:
        spared.add(last)
    if preserve_first_user_group and "user" in kinds:
        spared.add(kinds.index("user"))
    return frozenset(spared)


def outside_window(kinds: Sequence[Kind], keep_last_groups: int) -> tuple[int, ...]:
    """Every group but system groups and the last ``keep_last_groups`` others.

    >>> outside_window(("system", "user", "assistant_text", "user"), 2)
    (1,)
    """
    others = [at for at, kind in enumerate(kinds) if kind != "system"]
    return tuple(others[: max(0, len(others) - keep_last_groups)])


def old_tool_groups(kinds: Sequence[Kind], keep_last_tool_call_groups: int) -> tuple[int, ...]:
    """The tool groups but the last ``keep_last_tool_call_groups``."""
    tools = [at for at, kind in enumerate(kinds) if kind == "tool_call"]
    return tuple(tools[: max(0, len(tools) - keep_last_tool_call_groups)])


def enforced(kinds: Sequence[Kind], sizes: Sequence[int], budget: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The last resort above a budget: the oldest groups until it is met, then system groups too; the newest stays.

    >>> enforced(("system", "user", "user"), (9, 5, 5), 13)
    ((1,), (0,))
    """
    left, spared = sum(sizes), newest(kinds)
    found: list[tuple[int, ...]] = []
    for system in (False, True):
        gone: list[int] = []
        for at, size in enumerate(sizes):
            if left <= budget:
                break
            if (kinds[at] == "system") == system and at != spared:
                gone.append(at)
                left -= size
        found.append(tuple(gone))
    return found[0], found[1]


def kept_from(counts: Sequence[int], target_count: int) -> int:
    """The first group kept by summarization: from the newest back until ``target_count`` messages, at least one group.

    >>> kept_from((1, 1, 3, 1), 4), kept_from((9,), 4), kept_from((1, 1), 4)
    (2, 0, 0)
    """
    first, kept = len(counts), 0
    while first > 0 and not (kept >= target_count and first < len(counts)):
        first -= 1
        kept += counts[first]
    return first


def fitting(
    counts: Sequence[int], cost: Callable[[int, int], int], base: int, separator: int, budget: int | None
) -> tuple[tuple[int, ...], int]:
    """The groups that fit into one request, oldest first, and the tokens of that request.

    A group that is too big by itself is passed over while nothing is selected; afterwards it ends the selection.
    ``counts`` are messages; ``cost`` is asked for a group's tokens and given the running number of its first message,
    because the numbers stand in the text; ``base`` is the prompt, ``separator`` what stands between two groups.

    >>> fitting((1, 1, 1, 1, 1), lambda at, number: (9, 2, 2, 9, 1)[at], 1, 1, 7)
    ((1, 2), 6)
    """
    total, number = base, 1
    chosen: list[int] = []
    for at, count in enumerate(counts):
        more = total + cost(at, number) + (separator if chosen else 0)
        if budget is not None and more > budget:
            if chosen:
                break
            continue
        chosen.append(at)
        total = more
        number += count
    return tuple(chosen), total
