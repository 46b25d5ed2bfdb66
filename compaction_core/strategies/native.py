"""Messages as a provider's API holds them, where all results of a batch are one user message."""

from collections.abc import Sequence

from compaction_core.session import Message, Record
from compaction_core.words import count


class Native(Record):
    """One API message: the rows of the session that make it up."""

    role: str
    rows: tuple[int, ...]


def native(messages: Sequence[Message], rows: Sequence[int]) -> tuple[Native, ...]:
    """``rows`` of the session as API messages: tool results in a row become one user message, prompts are left out."""
    found: list[Native] = []
    for row in rows:
        message = messages[row]
        if message.is_prompt:
            continue
        if message.role == "tool" and found and messages[found[-1].rows[-1]].role == "tool":
            found[-1] = found[-1].model_copy(update={"rows": (*found[-1].rows, row)})
        else:
            found.append(Native(role="user" if message.role == "tool" else message.role, rows=(row,)))
    return tuple(found)


def counted(groups: Sequence[Native]) -> str:
    """So many messages as they are numbered, and how many the API counts where these are fewer.

    >>> counted([Native(role="user", rows=(1, 2)), Native(role="assistant", rows=(3,))])
    '3 messages (2 as the API counts them)'
    >>> counted([Native(role="user", rows=(1,))])
    '1 message'
    """
    number = len(rows_of(groups))
    words = count(number)
    return words if number == len(groups) else f"{words} ({len(groups):,} as the API counts them)"


def rows_of(groups: Sequence[Native]) -> tuple[int, ...]:
    """The session's rows of some API messages."""
    return tuple(row for group in groups for row in group.rows)
