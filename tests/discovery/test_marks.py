"""Whether a file records a compaction, from its bytes."""

from pathlib import Path

import pytest

from compaction_core.discovery import marks
from compaction_core.discovery.marks import Looking

MARK = (b'"type":"compacted"',)


def looked(path: Path, data: bytes, looking: Looking | None = None) -> bool | None:
    path.write_bytes(data)
    return (looking or Looking()).compacted([(path, len(data))], MARK)


def test_the_mark_is_there_or_not(tmp_path: Path) -> None:
    assert looked(tmp_path / "a", b'{"type":"compacted"}\n') is True
    assert looked(tmp_path / "a", b'{"type":"message"}\n') is False


def test_a_text_about_the_mark_is_none(tmp_path: Path) -> None:
    assert looked(tmp_path / "a", rb'{"text":"a row with \"type\":\"compacted\" in it"}') is False


def test_packed_and_missing_files_and_tools_without_a_mark_tell_nothing(tmp_path: Path) -> None:
    assert looked(tmp_path / "a", b"\x28\xb5\x2f\xfd packed") is None
    assert Looking().compacted([(tmp_path / "gone", 5)], MARK) is None
    assert Looking().compacted([(tmp_path / "a", 5)], ()) is None


def test_a_large_file_is_looked_at_at_both_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 100 bytes looked at in all, 50 at each end: a mark in the middle is not seen, and nothing is claimed."""
    monkeypatch.setattr(marks, "WHOLE_BYTES", 100)
    mark = MARK[0]
    assert looked(tmp_path / "a", mark + b" " * 200) is True
    assert looked(tmp_path / "a", b" " * 200 + mark) is True
    assert looked(tmp_path / "a", b" " * 100 + mark + b" " * 100) is None


def test_no_more_is_read_than_allowed(tmp_path: Path) -> None:
    looking = Looking(left=30)
    assert looked(tmp_path / "a", b" " * 40, looking) is False
    assert looked(tmp_path / "b", MARK[0], looking) is None
