"""Tables of untrusted SQLite files: which file is taken, what is read of it, what is refused."""

import re
import sqlite3
import zipfile
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from compaction_core.errors import BadInput
from compaction_core.importers.shared.files.sqlite_store import Database, found, keyed, rows, value_of
from compaction_core.importers.source import Source
from tests.importers.databases import sqlite_file

NAMES, SCHEMA = re.compile(r"kept.*\.db"), re.compile(rb"CREATE TABLE pairs\b")
PAIRS = (
    "key TEXT PRIMARY KEY, value BLOB",
    [("b:2", "two"), ("a:1", b"\x01"), ("b:1", "one"), ("c", None), ("b", "x")],
)


def file(path: Path, name: str = "kept.db") -> Path:
    return sqlite_file(path / name, {"pairs": PAIRS, "plain": ("id INTEGER, told TEXT", [(2, "b"), (1, "a")])})


def zipped(**files: bytes) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return packed.getvalue()


def test_a_file_is_known_by_its_schema_and_among_others_by_its_name_too(tmp_path: Path) -> None:
    data = file(tmp_path).read_bytes()
    other = sqlite_file(tmp_path / "other.db", {"plain": ("id", [])}).read_bytes()
    assert found(Source.open(data), NAMES, SCHEMA) == Database(data)
    assert found(Source.open(other), NAMES, SCHEMA) is None
    assert found(Source.open(zipped(kept_db=data, other_db=other)), NAMES, SCHEMA) == Database(data)
    assert found(Source.open(zipped(other_db=data, kept_db=other)), NAMES, SCHEMA) is None
    assert found(Source.open(zipped(kept_db=b"no database")), NAMES, SCHEMA) is None


def test_rows_have_the_columns_that_are_there_in_the_order_of_the_first(tmp_path: Path) -> None:
    database = Database(file(tmp_path).read_bytes())
    asked = {"plain": ("id", "told", "missing"), "none": ("id",), "pairs": ("id", "value")}
    assert rows(database, asked) == {
        "plain": [{"id": 1, "told": "a"}, {"id": 2, "told": "b"}], "none": [], "pairs": []
    }  # fmt: skip


def test_keyed_reads_what_begins_so_and_nothing_else(tmp_path: Path) -> None:
    database = Database(file(tmp_path).read_bytes())
    assert keyed(database, "pairs", ("b:", "a:")) == [("b:1", "one"), ("b:2", "two"), ("a:1", b"\x01")]
    assert keyed(database, "plain", ("b:",)) == keyed(database, "none", ("b:",)) == []


def test_a_view_of_keys_and_values_is_not_run(tmp_path: Path) -> None:
    path = file(tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE VIEW shown AS SELECT key, value FROM pairs")
    assert keyed(Database(path.read_bytes()), "shown", ("b:",)) == []


def test_what_is_still_in_the_log_is_read(tmp_path: Path) -> None:
    path = file(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO pairs VALUES ('b:3', 'three')")
        connection.commit()
        database = Database(path.read_bytes(), Path(f"{path}-wal").read_bytes())
        assert [key for key, _ in keyed(database, "pairs", ("b:",))] == ["b:1", "b:2", "b:3"]
        assert [key for key, _ in keyed(database._replace(log=b""), "pairs", ("b:",))] == ["b:1", "b:2"]


def test_an_error_that_is_no_text_is_damage_too(tmp_path: Path) -> None:
    """SQLite repeats the byte in what it says of the schema, and Python cannot decode that."""
    data = file(tmp_path).read_bytes().replace(b"CREATE TABLE plain (", b"CREATE TABLE plain \xd0")
    with pytest.raises(BadInput, match="export the session as JSON") as caught:
        keyed(Database(data), "pairs", ("b:",))
    assert isinstance(caught.value.__cause__, UnicodeDecodeError)


def test_a_file_cut_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    data = file(tmp_path).read_bytes()
    for end in range(16, len(data), 611):
        try:
            assert len(keyed(Database(data[:end]), "pairs", ("b:",))) <= 2
        except BadInput as error:
            assert "export the session as JSON" in str(error)


def test_cells_hold_json_or_nothing() -> None:
    assert [value_of(cell) for cell in ('{"a": 1}', b"[1]", "no", None, 5)] == [{"a": 1}, [1], None, None, None]
