"""How Hermes puts the new list together: the summary's role, pairs that were torn apart.

Source: context_compressor.py (0.19.0). Providers want user and assistant in turn, and a user somewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from compaction_core.strategies.hermes.tail import Row


class Place(NamedTuple):
    """How the summary stands in the list."""

    role: Literal["user", "assistant"]
    merged: bool
    """It is put into the first message of the tail, since neither role would stand in turn."""
    why: str


def place(rows: Sequence[Row], start: int, cut: int) -> Place:
    """The role between rows[:start] and rows[cut:]; a missing neighbour counts as a user."""
    n = len(rows)
    before = rows[start - 1].role if start > 0 else "user"
    after = rows[cut].role if cut < n else "user"
    survives = any(row.role == "user" for row in (*rows[:start], *rows[cut:]))
    forced = before == "system" or not survives
    role: Literal["user", "assistant"] = "user" if forced or before in ("assistant", "tool") else "assistant"
    why = "no user's message is left beside it" if forced else f"the head ends with a message of the role {before}"
    if role != after:
        return Place(role, False, why)
    flipped: Literal["user", "assistant"] = "assistant" if role == "user" else "user"
    if flipped != before and not forced:
        return Place(flipped, False, f"the tail starts with a message of the role {role}")
    return Place(role, True, f"the head ends with {before} and the tail starts with {after}")


class Repaired(NamedTuple):
    """What providers would refuse."""

    dropped: frozenset[int]
    """Results without a call."""
    stripped: Mapping[int, frozenset[str]]
    """Calls without a result, by message."""


def repair(rows: Sequence[Row], kept: Iterable[int]) -> Repaired:
    """Torn pairs among the kept rows; ids count wherever they stand."""
    kept = tuple(kept)
    calls = {call for i in kept if rows[i].role == "assistant" for call in rows[i].calls if call}
    results = {rows[i].result for i in kept if rows[i].result}
    dropped = frozenset(i for i in kept if rows[i].result and rows[i].result not in calls)
    lone = calls - results
    stripped = {i: frozenset(lone.intersection(rows[i].calls)) for i in kept if lone.intersection(rows[i].calls)}
    return Repaired(dropped, stripped)
