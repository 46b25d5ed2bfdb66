"""The bytes of a session, and whether its files changed."""

import io
import zipfile
from pathlib import Path

import pytest

from compaction_core.discovery import content, opening, stamp, whole_lines
from compaction_core.errors import BadInput
from tests.discovery.files import put


def test_one_file_is_its_bytes(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", "{}\n")
    assert content(path) == content(path, [tmp_path / "a.jsonl-wal"]) == b"{}\n"


def test_several_files_are_a_zip_file_of_the_folder(tmp_path: Path) -> None:
    path = put(tmp_path / "task/a.json", "1")
    put(tmp_path / "task/events/b.json", "2")
    put(tmp_path / "task/events/notes.txt", "3")
    with zipfile.ZipFile(io.BytesIO(content(path, [tmp_path / "task/events"]))) as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == {
            "task/a.json": b"1",
            "task/events/b.json": b"2",
        }


def test_a_file_that_is_gone_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"No such file or directory.* open the list again"):
        content(tmp_path / "gone.jsonl")


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LARGEST", 10)
    with pytest.raises(BadInput, match="load a part of it"):
        content(put(tmp_path / "a.jsonl", "x" * 11))


def test_a_stamp_changes_with_size_and_time_of_any_file(tmp_path: Path) -> None:
    path, beside = put(tmp_path / "a.db", "12", 5), tmp_path / "a.db-wal"
    first = stamp(path, [beside])
    assert first is not None and first == (2, 5_000_000_000)
    put(beside, "345", 7)
    assert stamp(path, [beside]) == (5, 7_000_000_000)
    path.unlink()
    assert stamp(path, [beside]) is None
    assert stamp(tmp_path) is None


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b'{"a": 1}\n{"b": 2}\n', b'{"a": 1}\n{"b": 2}\n'),
        (b'{"a": 1}\n{"b": 2}', b'{"a": 1}\n{"b": 2}'),
        (b'{"a": 1}\n{"b', b'{"a": 1}\n'),
        (b'{"a": 1', b'{"a": 1'),
        (b"[\n1\n]", b"[\n1\n]"),
        (b"# a title\ntext", b"# a title\ntext"),
        (b"", b""),
    ],
)
def test_a_last_line_that_is_being_written(data: bytes, kept: bytes) -> None:
    assert whole_lines(data) == kept
