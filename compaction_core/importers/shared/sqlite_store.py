"""Tables of an untrusted SQLite file, read and nothing else.

The bytes are copied to a folder of their own and opened read-only; only columns of plain tables are selected, so no
view, trigger or expression of the file is ever run.
"""

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from compaction_core.errors import BadInput
from compaction_core.importers.shared.lenient_json import parse

_LONGEST_SECONDS = 60.0
_STEPS_BETWEEN_LOOKS = 100_000
_PLAIN = 0  # in the ``hidden`` column of table_xinfo; others are computed


def rows(data: bytes, tables: dict[str, tuple[str, ...]], log: bytes = b"") -> dict[str, list[dict[str, Any]]]:
    """The named columns of each table (``id`` and others that are there), as dicts, in the order of the first column.

    ``log`` is the write-ahead log (``-wal``) that lies beside the file. A table that is missing or no plain table gives
    no rows. BadInput where the file is damaged.
    """
    with tempfile.TemporaryDirectory(prefix="compaction-") as folder:
        path = Path(folder) / "copy.db"
        path.write_bytes(data)
        if log:
            path.with_name("copy.db-wal").write_bytes(log)
        # without a log nothing else writes; with one SQLite needs to make its index file beside the copy
        address = f"{path.as_uri()}?mode=ro" + ("" if log else "&immutable=1")
        try:
            with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as connection:
                _guard(connection)
                return {name: list(_table(connection, name, columns)) for name, columns in tables.items()}
        except sqlite3.Error as error:
            reason = str(error)[:120]
            raise BadInput(f"The SQLite file cannot be read ({reason}); export the session as JSON.") from error


def _guard(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA query_only = ON")
    connection.text_factory = lambda value: value.decode("utf-8", "replace")
    end = time.monotonic() + _LONGEST_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_BETWEEN_LOOKS)


def _table(connection: sqlite3.Connection, name: str, columns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    kinds = connection.execute("SELECT type, sql FROM sqlite_master WHERE name = ?", (name,)).fetchall()
    if [str(kind).lower() for kind, _ in kinds] != ["table"] or "virtual" in str(kinds[0][1])[:20].lower():
        return
    there = [row[1] for row in connection.execute(f'PRAGMA table_xinfo("{name}")') if row[6] == _PLAIN]
    asked = [column for column in columns if column in there]
    if not asked or asked[0] != columns[0]:
        return
    listed = ", ".join(f'"{column}"' for column in asked)
    query = f'SELECT {listed} FROM "{name}" ORDER BY "{asked[0]}"'  # noqa: S608  # our own names
    for row in connection.execute(query):
        yield dict(zip(asked, row, strict=True))


def value_of(cell: Any) -> Any:
    """The JSON value in a cell, None if it is none."""
    if isinstance(cell, str):
        cell = cell.encode("utf-8", "replace")
    return parse(cell) if isinstance(cell, bytes) else None
