"""Which files of a zip file or folder make one transcript together, and which may be transcripts on their own."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from compaction_core.importers.shared.files.members import Members

_EXPORT = re.compile(r"(?:.*/)?conversations(?:[-_]\d+)?\.json")
_EVENT = re.compile(r"(?:.*/)?event-(\d+)-[^/]*\.json")  # OpenHands SDK (V1)
_OLD_EVENT = re.compile(r"(?:.*/)?events/(\d+)\.json")  # OpenHands before it (V0)
_ENDINGS = frozenset(
    {".af", ".eval", ".gz", ".json", ".jsonl", ".log", ".md", ".ndjson", ".traj", ".txt", ".yaml", ".yml", ".zst"}
    | {".db", ".sqlite", ".vscdb"}
)
_NAMED, _LENGTH = 4, 55


def joined(members: Members) -> bytes | None:
    """The bytes of one transcript that is spread over the files: a data export, the events of a conversation.

    A split export (``conversations-000.json`` …) becomes one list, events become JSON lines. None if the files
    are neither, or the events of several conversations.
    """
    exports = sorted((name for name in members if _EXPORT.fullmatch(name)), key=_in_order)
    if len(exports) == 1:
        return members[exports[0]]
    if exports:
        return b"[" + b",\n".join(filter(None, (_inner(members[name]) for name in exports))) + b"]"
    folders = _events(members)
    for join, events in folders.values() if len(folders) == 1 else ():
        return join([members[name] for name in events])
    return None


def candidates(members: Members) -> dict[str, int]:
    """What may be a transcript of its own, with its bytes: files by their ending, and folders of events."""
    folders = _events(members)
    within = {name for _, events in folders.values() for name in events}
    found: dict[str, int] = {}
    for name, size in members.sizes.items():
        if name in within:
            folder = str(PurePosixPath(name).parent)
            found[folder] = found.get(folder, 0) + size
        elif size and (PurePosixPath(name).suffix.lower() in _ENDINGS or len(members) == 1):
            found[name] = size
    return found


def _events(members: Members) -> dict[str, tuple[Callable[[list[bytes]], bytes], list[str]]]:
    """The folders that hold the events of a conversation: how these are joined, and their files in order."""
    found: dict[str, tuple[Callable[[list[bytes]], bytes], list[str]]] = {}
    for pattern, join in ((_EVENT, _lines), (_OLD_EVENT, _list)):
        folders: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for name in members:
            matched = pattern.fullmatch(name)
            if matched and f"{PurePosixPath(name).parent.parent}/sample.json" not in members:  # Inspect AI, in chunks
                folders[str(PurePosixPath(name).parent)].append((int(matched[1][:18]), name))
        for folder, events in folders.items():
            found.setdefault(folder, (join, [name for _, name in sorted(events)]))
    return found


def shortened(names: Iterable[str]) -> str:
    """The first few names, and how many more there are."""
    every = list(names)
    told = ", ".join(name if len(name) <= _LENGTH else f"…{name[1 - _LENGTH :]}" for name in every[:_NAMED])
    return f"{told} and {len(every) - _NAMED:,} more" if len(every) > _NAMED else told


def _in_order(name: str) -> tuple[int, str]:
    return len(name), name  # conversations-2 before conversations-10


def _inner(data: bytes) -> bytes:
    """The entries of a JSON list, or the one value that is no list, as they are written."""
    entries = data.strip().removeprefix(b"\xef\xbb\xbf").strip()
    return entries[1:-1].strip() if entries.startswith(b"[") and entries.endswith(b"]") else entries


def _lines(files: list[bytes]) -> bytes:
    return b"".join(file.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n" for file in files)


def _list(files: list[bytes]) -> bytes:
    return b"[" + b",\n".join(filter(None, (file.strip() for file in files))) + b"]"
