"""The bytes of a transcript, read once: lines, JSON rows, and the whole document if it is one."""

import json
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from compaction_core.errors import BadInput
from compaction_core.importers.rows import Row, Rows, Trim, each, lines_of, scan
from compaction_core.importers.shared.files.binary import binary_kind
from compaction_core.importers.shared.files.compressed import unpacked
from compaction_core.importers.shared.files.containers import joined, shortened
from compaction_core.importers.shared.files.lenient_json import BLANK, cause, objects, parse
from compaction_core.importers.shared.files.members import ZIP, Below, FolderMembers, Members, ZipMembers
from compaction_core.progress import Progress, Report, silent

HEAD_ROWS = 200
_NO_CONTAINER = "This is no zip file or folder, so no file inside it can be chosen: leave the member out."
SQLITE = b"SQLite format 3\0"
_LIKE_A_SKETCH = re.compile(rb"^(?:sketch|messages)[ \t]*:|^[ \t]*- *\{?(?:system|user|assistant|tool)[ \t]*:", re.M)


@dataclass(frozen=True)
class Source:
    """Untrusted bytes. Nothing here raises on malformed content; what cannot be read is counted."""

    data: bytes
    name: str = field(default="", compare=False)
    members: Members = field(default_factory=lambda: Members({}), compare=False, repr=False)
    """The files of a zip file or folder that is not one transcript as a whole; empty for any other source.

    ``data`` is then empty: a zip file that only stores its files would look like one of them."""
    progress: Report = field(default=silent, compare=False, repr=False)
    """Told how many bytes are read, and by some formats how many rows have become messages."""

    @classmethod
    def open(
        cls,
        source: "str | bytes | Path | list[dict[str, Any]] | dict[str, Any]",
        progress: Report = silent,
        member: str | None = None,
    ) -> "Source":
        """Take a path, bytes, a JSON string, or parsed JSON (a list of message dicts, a request); BadInput if not.

        Bytes and files may be packed (gzip, Zstandard, zip); a path may be a folder. ``member`` is the path of a file,
        or of a folder, inside a zip file or folder.
        """
        return replace(cls._opened(source, progress, member), progress=progress)

    @classmethod
    def _opened(
        cls,
        source: "str | bytes | Path | list[dict[str, Any]] | dict[str, Any]",
        progress: Report,
        member: str | None,
    ) -> "Source":
        if member is not None and not isinstance(source, str | bytes | Path):
            raise BadInput(_NO_CONTAINER)
        if isinstance(source, list | dict):
            return cls(_dumped(source))
        if not isinstance(source, str | bytes | Path):
            kind = type(source).__name__
            raise BadInput(f"Cannot load a {kind}; give a path, bytes, a JSON string or a list of message dicts.")
        if isinstance(source, bytes):
            return cls._of(source, "", progress, member)
        if isinstance(source, str) and (source.lstrip()[:1] in ("{", "[") or "\n" in source or not source):
            return cls._of(source.encode("utf-8", "surrogatepass"), "", progress, member)
        try:
            path = Path(source)
            if path.is_dir():
                return cls._inside(FolderMembers(path), b"", path.name, progress, member)
            return cls._of(path.read_bytes(), path.name, progress, member)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadInput(f"Cannot read {str(source)[:200]!r}: {reason}. Check the path.") from error

    @classmethod
    def _of(cls, data: bytes, name: str, progress: Report, member: str | None = None) -> "Source":
        data = unpacked(data, progress)
        if data.startswith(ZIP):
            return cls._inside(ZipMembers(data), data, name, progress, member)
        if member is not None:
            raise BadInput(_NO_CONTAINER)
        return cls(_utf8(data), name)

    @classmethod
    def _inside(cls, members: Members, data: bytes, name: str, progress: Report, member: str | None = None) -> "Source":
        if member is not None:
            return cls._member(members, member, progress)
        whole = joined(members)
        return cls(b"" if members else data, name, members) if whole is None else cls(_utf8(unpacked(whole)), name)

    @classmethod
    def _member(cls, members: Members, member: str, progress: Report) -> "Source":
        name = PurePosixPath(member).name
        if member in members:
            return cls._of(members[member], name, progress)
        inside = Below(members, member.rstrip("/"))
        if not inside:
            named = shortened(members)
            raise BadInput(f"There is no file {member[-80:]!r} in the {members.kind}; choose one of: {named}.")
        return cls._inside(inside, b"", name, progress)

    def inside(self, member: str) -> "Source":
        """One of its files, or the files below a folder in it, as a source of its own; BadInput if not there."""
        return replace(self._member(self.members, member, self.progress), progress=self.progress)

    @cached_property
    def _is_text(self) -> bool:
        return not self.data.startswith((*ZIP, SQLITE))

    @cached_property
    def head(self) -> tuple[Row, ...]:
        """The first rows, enough to recognise a JSONL format (a message may be 40 lines down)."""
        return tuple(self._spread or self._top[0])[:HEAD_ROWS]

    @cached_property
    def rows(self) -> Rows:
        """Every row of a JSONL file, or of pretty-printed objects one after the other."""
        return self.trimmed()

    @property
    def jsonl(self) -> Rows | None:
        """Every row; None where the file is one JSON document."""
        return self.rows if self.document is None else None

    def trimmed(self, trim: Trim | None = None) -> Rows:
        """The rows, of each only what ``trim`` makes of it: the rest of a large file is never in memory at once."""
        if self._spread:
            return Rows(tuple(each(self._spread, trim)), len(self.data.splitlines()), (), False)
        top, unreadable, number, offset = self._top
        found = each(top, trim)
        rest, more_unreadable, last, _ = (
            scan(self.data, offset, number, trim=trim, report=self.progress) if offset >= 0 else ([], [], number, 0)
        )
        self.progress(Progress("read", len(self.data), len(self.data)))
        bad = (*unreadable, *more_unreadable)
        last_line = self.data[self.data.rfind(b"\n") + 1 :].lstrip()
        truncated = bool(bad) and bad[-1] == last - 1 and last_line[:1] == b"{"
        cause = self._cause_of(bad[0]) if bad else ""
        return Rows((*found, *rest), last - self.data.endswith(b"\n"), bad, truncated, cause)

    @cached_property
    def document(self) -> Any:
        """The whole file as one JSON value, or None if it is not one."""
        start = self.data[:200].lstrip()[:1]
        if start not in (b"{", b"[") or (start == b"{" and self._line_one_is_row and len(self._top[0]) > 1):
            return None
        self.progress(Progress("read", 0, len(self.data)))
        rows, unreadable, _, rest = self._top
        is_row = len(rows) == 1 and not unreadable and rest < 0
        value = rows[0].value if is_row else parse(self.data)
        self.progress(Progress("read", len(self.data), len(self.data)))
        return value

    def complaint(self) -> str:
        """Why no format fits, naming the line, for a message to the user."""
        if not self._is_text:
            kind = "SQLite database" if self.data.startswith(SQLITE) else "zip file without files"
            return f"This is a {kind}, and none that is known here; export the session as JSON and load that."
        if (binary := binary_kind(self.data)) is not None:
            return f"This is {binary}, not text: it holds no transcript."
        if self.document is not None:
            keys = ", ".join(list(self.document)[:6]) if isinstance(self.document, dict) else "a list"
            return f"This is JSON ({keys[:120]}), but no transcript format that is known here."
        if self.head:
            keys = ", ".join(list(self.head[0].value)[:6])
            return f"{_named(self.head[0].line)} is JSON ({keys[:120]}), but no known transcript row."
        number = self._first_line
        hint = " If this is a sketch, begin it with `sketch: 1`." if _LIKE_A_SKETCH.search(self.data[:4000]) else ""
        return f"{_named(number)} is not JSON: {self._cause_of(number)}.{hint}"

    @cached_property
    def _top(self) -> tuple[list[Row], list[int], int, int]:
        return scan(self.data, 0, 0, HEAD_ROWS) if self._is_text else ([], [], 0, -1)

    @cached_property
    def _first_line(self) -> int:
        """Number of the first line that is not blank."""
        blank = len(self.data) - len(self.data.lstrip(BLANK))
        return self.data.count(b"\n", 0, blank)

    @cached_property
    def _line_one_is_row(self) -> bool:
        return bool(self._top[0]) and self._top[0][0].line == self._first_line

    @cached_property
    def _spread(self) -> list[Row]:
        """Objects that each take several lines, one after the other; empty if the file is not made so."""
        if self.data[:200].lstrip()[:1] != b"{" or self._line_one_is_row or self.document is not None:
            return []
        found = [Row(line, value) for line, value in objects(self.data.decode("utf-8", "replace"))]
        return found if len(found) > 1 else []

    def _cause_of(self, number: int) -> str:
        for current, line in enumerate(lines_of(self.data)):
            if current == number:
                return cause(line)
        return "the file ends before it"


def _named(line: int) -> str:
    """A line in a sentence: lines are counted from 0, as everything is, and editors count from 1."""
    return f"Line {line} (the first)" if line == 0 else f"Line {line} (counted from 0)"


def _dumped(messages: list[dict[str, Any]] | dict[str, Any]) -> bytes:
    try:
        return json.dumps(messages, default=str).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"The list is no JSON: {error}. Give a list of message dicts.") from error


def _utf8(data: bytes) -> bytes:
    """Drop a UTF-8 byte order mark; re-encode UTF-16, which has one or begins with ASCII."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").encode("utf-8", "replace")
    for order, first in (("utf-16-le", 0), ("utf-16-be", 1)):  # without its mark: every other byte of a text is 0
        told, others = data[first:8:2], data[1 - first : 8 : 2]
        if len(data) >= 8 and told.isascii() and all(told) and not any(others):
            return data.decode(order, "replace").encode("utf-8", "replace")
    return data
