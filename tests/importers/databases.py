"""SQLite files for tests, written row by row."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

Tables = dict[str, tuple[str, Iterable[Iterable[Any]]]]
"""By name: the columns as SQL, and the rows; an object or list in a cell is written as JSON."""


def sqlite_file(path: Path, tables: Tables) -> Path:
    """A file with these tables."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for name, (columns, rows) in tables.items():
            connection.execute(f"CREATE TABLE {name} ({columns})")
            for row in rows:
                cells = [json.dumps(cell) if isinstance(cell, dict | list) else cell for cell in row]
                connection.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(cells))})", cells)
    return path
