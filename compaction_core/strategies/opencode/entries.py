"""opencode's own list: an entry is a user message, or an assistant message together with its tool results.

So no cut can part a call from its result. A summary of ours stands for a finished compaction there, which is two
messages: a request by the user and the summary that answers it. System prompts and results without a call are no
entries.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from compaction_core.session import Message


class Output(NamedTuple):
    """A tool call that has its result."""

    message: int
    """The result's index."""
    call: int
    """Place of the call among the calls of its message."""
    tool: str
    completed: bool
    """False: the tool failed."""
    marked: bool
    """Cleared before."""


class Entry(NamedTuple):
    """One entry; ``indexes`` are its messages of the session, the call first."""

    kind: Literal["user", "assistant", "compaction"]
    indexes: tuple[int, ...]
    outputs: tuple[Output, ...] = ()
    """In the order of the calls."""


class History(NamedTuple):
    """The entries in order, and the tool results that belong to none."""

    entries: tuple[Entry, ...]
    orphans: tuple[int, ...]


def read(messages: Sequence[Message], rows: Sequence[int]) -> History:
    """The entries of ``messages`` at ``rows``; a result belongs to the latest earlier call with its id."""
    kinds: list[Literal["user", "assistant", "compaction"]] = []
    members: list[list[int]] = []
    outputs: list[list[Output]] = []
    latest: dict[str, tuple[int, int, str]] = {}
    orphans: list[int] = []
    for row in rows:
        message = messages[row]
        role = message.role
        if role == "tool" and message.summary is None:
            result = message.result
            found = None if result is None else latest.get(result.call_id)
            if found is None or result is None:
                orphans.append(row)
                continue
            at, call, tool = found
            members[at].append(row)
            outputs[at].append(Output(row, call, tool, not result.is_error, "pruned" in message.flags))
            continue
        if message.summary is not None:
            kinds.append("compaction")
        elif role == "user":
            kinds.append("user")
        else:
            kinds.append("assistant")
            calls = (part for part in message.parts if part.kind == "tool_call")
            for place, part in enumerate(calls):
                latest[part.id] = (len(members), place, part.name)
        members.append([row])
        outputs.append([])
    entries = tuple(
        Entry(kind, tuple(indexes), tuple(sorted(found, key=lambda output: output.call)) if found else ())
        for kind, indexes, found in zip(kinds, members, outputs, strict=True)
    )
    return History(entries, tuple(orphans))
