"""Tables of an untrusted SQLite file, read and nothing else.

The bytes are copied to a folder of their own and opened read-only; only columns of plain tables are selected, so no
view, trigger or expression of the file is ever run.
"""

import re
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, TypeVar

from compaction_core.errors import BadInput
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.source import SQLITE, Source

_LONGEST_SECONDS = 60.0
_STEPS_BETWEEN_LOOKS = 100_000
_PLAIN = 0  # in the ``hidden`` column of table_xinfo; others are computed
_LOG = "-wal"
T = TypeVar("T")


class Database(NamedTuple):
    """A SQLite file and the write-ahead log (``-wal``) that lies beside it, empty where none does."""

    data: bytes
    log: bytes = b""


def found(source: Source, names: re.Pattern[str], schema: re.Pattern[bytes]) -> Database | None:
    """The database of a source, or among its files the first of those names, whose bytes hold the schema; else None."""
    if source.data.startswith(SQLITE):
        return Database(source.data) if schema.search(source.data) else None
    for name in source.members:
        if names.fullmatch(PurePosixPath(name).name):
            database = Database(source.members[name], source.members.get(name + _LOG, b""))
            if database.data.startswith(SQLITE) and (schema.search(database.data) or schema.search(database.log)):
                return database
    return None


def rows(database: Database, tables: dict[str, tuple[str, ...]]) -> dict[str, list[dict[str, Any]]]:
    """The named columns of each table (``id`` and others that are there), as dicts, in the order of the first column.

    A table that is missing or no plain table gives no rows. BadInput where the file is damaged.
    """
    return _read(database, lambda link: {name: list(_table(link, name, columns)) for name, columns in tables.items()})


def keyed(database: Database, table: str, prefixes: tuple[str, ...]) -> list[tuple[str, Any]]:
    """The rows of a table of keys and values whose key begins so, in the order of the prefixes, then of the keys."""
    return _read(database, lambda link: [pair for prefix in prefixes for pair in _keyed(link, table, prefix)])


def value_of(cell: Any) -> Any:
    """The JSON value in a cell, None if it is none."""
    if isinstance(cell, str):
        cell = cell.encode("utf-8", "replace")
    return parse(cell) if isinstance(cell, bytes) else None


def _read(database: Database, reading: Callable[[sqlite3.Connection], T]) -> T:
    with tempfile.TemporaryDirectory(prefix="compaction-") as folder:
        path = Path(folder) / "copy.db"
        path.write_bytes(database.data)
        if database.log:
            path.with_name(path.name + _LOG).write_bytes(database.log)
        # without a log nothing else writes; with one SQLite needs to make its index file beside the copy
        address = f"{path.as_uri()}?mode=ro" + ("" if database.log else "&immutable=1")
        try:
            with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as connection:
                _guard(connection)
                return reading(connection)
        except (sqlite3.Error, OverflowError, ValueError) as error:  # ValueError: a name or message that is no UTF-8
            reason = str(error)[:120]
            raise BadInput(f"The SQLite file cannot be read ({reason}); export the session as JSON.") from error


def _guard(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA query_only = ON")
    connection.text_factory = lambda value: value.decode("utf-8", "replace")
    end = time.monotonic() + _LONGEST_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_BETWEEN_LOOKS)


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """The columns of a plain table that hold values of their own; none for a view, a virtual table or no table."""
    kinds = connection.execute("SELECT type, sql FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    if [str(kind).lower() for kind, _ in kinds] != ["table"] or "virtual" in str(kinds[0][1])[:20].lower():
        return []
    return [row[1] for row in connection.execute(f'PRAGMA table_xinfo("{table}")') if row[6] == _PLAIN]


def _table(connection: sqlite3.Connection, name: str, columns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    there = _columns(connection, name)
    asked = [column for column in columns if column in there]
    if not asked or asked[0] != columns[0]:
        return
    listed = ", ".join(f'"{column}"' for column in asked)
    query = f'SELECT {listed} FROM "{name}" ORDER BY "{asked[0]}"'  # noqa: S608  # our own names
    for row in connection.execute(query):
        yield dict(zip(asked, row, strict=True))


def _keyed(connection: sqlite3.Connection, table: str, prefix: str) -> Iterator[tuple[str, Any]]:
    if not {"key", "value"} <= set(_columns(connection, table)):
        return
    end = prefix[:-1] + chr(ord(prefix[-1]) + 1)  # a range, so that the index of the keys is used
    query = f'SELECT "key", "value" FROM "{table}" WHERE "key" >= ? AND "key" < ? ORDER BY "key"'  # noqa: S608
    for key, value in connection.execute(query, (prefix, end)):
        if isinstance(key, str):
            yield key, value
