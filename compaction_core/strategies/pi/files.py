"""The files behind a summary: which ones the summarized part read, and which it changed.

Source: pi-coding-agent 0.73.1, compaction/utils.js. The argument ``path`` of pi's own tools read, write and edit
counts, whether the call succeeded or not. A changed file is not listed as read. The lists of the last compaction are
taken over; pi keeps them beside the summary, here they are read from its text.
"""

import json
import re
from collections.abc import Iterable

from compaction_core.session import Message, Record

_TAGS = {"read": "read_files", "modified": "modified_files"}
_LISTED = re.compile(r"<(read|modified)[_-]files>\n(.*?)\n</\1[_-]files>", re.DOTALL)


class FileLists(Record):
    """Paths as the calls write them, sorted by UTF-16 code units as JavaScript sorts."""

    read: tuple[str, ...] = ()
    """Read and not changed."""
    modified: tuple[str, ...] = ()


def file_lists(messages: Iterable[Message], previous: str | None = None) -> FileLists:
    """The files that the calls of ``messages`` name, and those that the summary ``previous`` lists."""
    read, modified = _carried(previous or "")
    for message in messages:
        for call in message.calls if message.role == "assistant" else ():
            if call.name in ("read", "write", "edit") and (path := _path(call.arguments)):
                (read if call.name == "read" else modified).add(path)
    return FileLists(read=_sorted(read - modified), modified=_sorted(modified))


def appended(text: str, files: FileLists) -> str:
    """The summary with the lists in tags behind it; unchanged where both are empty."""
    blocks = ((_TAGS["read"], files.read), (_TAGS["modified"], files.modified))
    told = (f"<{tag}>\n" + "\n".join(paths) + f"\n</{tag}>" for tag, paths in blocks if paths)
    return "\n\n".join((text, *told))


def _carried(summary: str) -> tuple[set[str], set[str]]:
    found: dict[str, set[str]] = {"read": set(), "modified": set()}
    for kind, listed in _LISTED.findall(summary):
        found[kind].update(path for path in listed.split("\n") if path)
    return found["read"], found["modified"]


def _path(arguments: str) -> str | None:
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        return None
    path = given.get("path") if isinstance(given, dict) else None
    return path if isinstance(path, str) else None


def _sorted(paths: set[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=lambda path: path.encode("utf-16-be", "surrogatepass")))
