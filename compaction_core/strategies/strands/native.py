"""Strands' own list: no system prompt, and the tool results that follow each other are one user message."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from compaction_core.session import Message


class Native(NamedTuple):
    """One message of Strands' list."""

    rows: tuple[int, ...]
    """Session indexes, ascending."""
    role: Literal["user", "assistant"]
    calls: bool
    results: bool
    ids: frozenset[str]
    """Of its calls and results."""

    @property
    def is_plain(self) -> bool:
        """The user's own words, and no tool result."""
        return self.role == "user" and not self.results


def natives(messages: Sequence[Message], rows: Iterable[int]) -> tuple[Native, ...]:
    """The list that Strands has in place of messages[rows]; ``rows`` holds no system prompt."""
    found: list[Native] = []
    for row in rows:
        message = messages[row]
        if message.role == "tool":
            result = message.result
            ids = frozenset((result.call_id,)) if result is not None and result.call_id else frozenset[str]()
            if found and found[-1].results:
                last = found[-1]
                found[-1] = last._replace(rows=(*last.rows, row), ids=last.ids | ids)
            else:
                found.append(Native((row,), "user", False, True, ids))
        elif message.role == "assistant":
            calls = message.calls
            found.append(Native((row,), "assistant", bool(calls), False, frozenset(c.id for c in calls if c.id)))
        else:
            found.append(Native((row,), "user", False, False, frozenset()))
    return tuple(found)


def rows_of(found: Iterable[Native]) -> list[int]:
    """The session indexes of these messages."""
    return [row for native in found for row in native.rows]


def first_row(found: Sequence[Native], index: int, end: int) -> int:
    """The session index at which message ``index`` starts; ``end`` behind the last."""
    return found[index].rows[0] if index < len(found) else end
