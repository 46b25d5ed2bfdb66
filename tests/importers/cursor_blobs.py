"""States of Cursor's agent for tests, written as its clients do: JSON and protobuf in blobs named by their SHA-256."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.importers.databases import Tables, sqlite_file


def varint(value: int) -> bytes:
    digits = bytearray()
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])


def wire(*pairs: tuple[int, int | bytes | str]) -> bytes:
    """A protobuf message."""
    written = b""
    for number, value in pairs:
        if isinstance(value, int):
            written += varint(number << 3) + varint(value)
        else:
            data = value.encode() if isinstance(value, str) else value
            written += varint(number << 3 | 2) + varint(len(data)) + data
    return written


class Store:
    """Blobs, and what their names are."""

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}

    def add(self, value: Any) -> bytes:
        """Keep a value (JSON, or bytes as they are); its name."""
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        name = hashlib.sha256(data).digest()
        self.blobs[name.hex()] = data
        return name

    def state(self, messages: Iterable[Any], *more: tuple[int, int | bytes | str]) -> bytes:
        """A ConversationStateStructure."""
        return wire(*((1, self.add(message)) for message in messages), *more)

    def archive(self, summarized: Iterable[Any], summary: str, message: Any = None) -> bytes:
        """The name of a ConversationSummaryArchive."""
        named = [(4, self.add(message))] if message is not None else []
        return self.add(wire(*((1, self.add(one)) for one in summarized), (2, summary), (3, 0), *named))

    def file(self, path: Path, root: bytes, **meta: Any) -> Path:
        """A store.db in a folder."""
        path.mkdir(exist_ok=True)
        told = {"agentId": "a", "name": "New Agent", "latestRootBlobId": self.add(root).hex(), **meta}
        tables: Tables = {
            "blobs": ("id TEXT PRIMARY KEY, data BLOB", list(self.blobs.items())),
            "meta": ("key TEXT PRIMARY KEY, value TEXT", [("0", json.dumps(told).encode().hex())]),
        }
        return sqlite_file(path / "store.db", tables)
