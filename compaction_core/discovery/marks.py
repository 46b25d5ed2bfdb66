"""Whether a file records a compaction, from its bytes alone: the tool's own mark stands in them, or it does not."""

from collections.abc import Iterable
from pathlib import Path

WHOLE_BYTES = 8_000_000
"""A file up to this size is looked through; of a larger one both ends, half of it each."""
MOST_BYTES = 150_000_000
"""Looked through in all for one list, newest files first, so that the list is there at once."""
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04")


class Looking:
    """Reads files until its bytes are used up."""

    def __init__(self, left: int = MOST_BYTES) -> None:
        self.left = left

    def compacted(self, files: Iterable[tuple[Path, int]], marks: tuple[bytes, ...]) -> bool | None:
        """Whether one of the files (each with its size in bytes) holds a mark; None where that cannot be told cheaply.

        That is: no mark is known, the file is packed, is too large to be looked through and holds none at its ends,
        or too much was read already.
        """
        if not marks:
            return None
        answer: bool | None = False
        for path, size in files:
            if self.left <= 0:
                return None
            chunks = self._read(path, size)
            if any(mark in chunk for chunk in chunks for mark in marks):
                return True
            if not chunks or size > WHOLE_BYTES or chunks[0].startswith(_PACKED):
                answer = None
        return answer

    def _read(self, path: Path, size: int) -> list[bytes]:
        try:
            with path.open("rb") as file:
                if size <= WHOLE_BYTES:
                    chunks = [file.read(WHOLE_BYTES)]
                else:
                    chunks = [file.read(WHOLE_BYTES // 2)]
                    file.seek(-WHOLE_BYTES // 2, 2)
                    chunks.append(file.read(WHOLE_BYTES // 2))
        except OSError:
            return []
        self.left -= sum(map(len, chunks))
        return chunks
