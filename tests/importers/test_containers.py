"""Zip files, folders and Zstandard: what is unwrapped, what is refused, and what the error says to do."""

import gzip
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import pyarrow
import pytest

from compaction_core.errors import BadInput, EmptyTranscript, UnknownFormat
from compaction_core.importers import load, load_all
from compaction_core.importers.shared.files import compressed, members
from compaction_core.importers.source import Source
from tests.importers.packed import CHAT, both, folder, zipped


def test_one_transcript_among_other_files_is_read(tmp_path: Path) -> None:
    files = {"notes/readme.md": b"# Notes\n", "a/chat.json": CHAT, "pixel.png": b"\x89PNG", "chat.bin": CHAT}
    for source in both(tmp_path, files):
        assert load(source).messages == load(CHAT).messages


def test_a_packed_file_inside_is_unpacked(tmp_path: Path) -> None:
    for source in both(tmp_path, {"chat.json.gz": gzip.compress(CHAT)}):
        assert load(source).messages == load(CHAT).messages


def test_none_and_nothing(tmp_path: Path) -> None:
    for source in both(tmp_path, {f"file-{n}-{'x' * 200}.txt": b"text" for n in range(9)}):
        with pytest.raises(UnknownFormat, match=r"holds no transcript that is known here, only .* and 5 more") as told:
            load(source)
        assert len(str(told.value)) <= 600
    with pytest.raises(UnknownFormat, match="zip file without files"):
        load(zipped({}))
    (tmp_path / "empty").mkdir()
    with pytest.raises(EmptyTranscript):
        load(tmp_path / "empty")


def test_the_parts_of_a_split_export_are_one_list_in_order() -> None:
    """Numbers count: part 10 comes after part 2. A part that is one conversation counts as one."""
    parts = {f"conversations-{n}.json": json.dumps([{"n": n}]).encode() for n in (10, 2, 1)}
    source = Source.open(zipped({"user.json": b"{}", **parts, "conversations-11.json": b'\xef\xbb\xbf{"n": 11}\n'}))
    assert source.document == [{"n": 1}, {"n": 2}, {"n": 10}, {"n": 11}]
    assert not source.members
    one = Source.open(zipped({"chat.html": b"<html>", "data/conversations.json": b"\xef\xbb\xbf[1]"}))
    assert one.data == b"[1]"


def test_the_events_of_a_conversation_are_its_lines(tmp_path: Path) -> None:
    events = {f"events/event-{n:05}-abc.json": json.dumps({"n": n}, indent=1).encode() for n in (1, 0)}
    for source in both(tmp_path, {"base_state.json": b"{}", **events}):
        assert [row.value for row in Source.open(source).rows.rows] == [{"n": 0}, {"n": 1}]
    assert [row.value for row in Source.open(tmp_path / "events").rows.rows] == [{"n": 0}, {"n": 1}]
    older = {f"events/{n}.json": json.dumps({"n": n}).encode() for n in (10, 9)}
    assert Source.open(zipped(older)).document == [{"n": 9}, {"n": 10}]


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04" + bytes(range(256)), zipped({"a.json": CHAT})[:-30]], ids=["no list", "cut"]
)
def test_a_damaged_zip_says_what_to_do(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"damaged .*; copy it again, or unpack it"):
        load(data)


def test_a_wrong_checksum_is_told() -> None:
    data = zipped({"a.json": CHAT}, zipfile.ZIP_STORED).replace(b"hello", b"jello")
    with pytest.raises(BadInput, match=r"'a\.json' in the zip file is damaged"):
        load(data)


def test_an_encrypted_zip_says_what_to_do() -> None:
    """PKWARE APPNOTE 4.4.4: bit 0 of the general purpose flag, in the local and in the central header."""
    data = bytearray(zipped({"a.json": CHAT}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(BadInput, match="encrypted; unpack it with its password"):
        load(bytes(data))


def test_a_method_that_is_not_read_is_named() -> None:
    with pytest.raises(BadInput, match="zip method 14; unpack it"):
        load(zipped({"a.json": CHAT}, zipfile.ZIP_LZMA))


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "LARGEST", 100_000)
    with pytest.raises(BadInput, match="1 other file was not looked at"):
        load(zipped({"a.json": b" " * 60_000, "b.json": b" " * 60_000}))
    with pytest.raises(BadInput, match="more than"):
        load(zstd(b" " * 1_000_000))
    monkeypatch.setattr(members, "MOST_NAMES", 3)
    with pytest.raises(BadInput, match="more than 3 files"):
        load(zipped({f"{n}.json": b"" for n in range(4)}))


def test_a_folder_with_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_NAMES", 3)
    with pytest.raises(BadInput, match="choose a folder inside it"):
        load(folder(tmp_path, {f"{n}.json": b"" for n in range(4)}))


def test_members_are_read_by_name_and_links_are_not_followed(tmp_path: Path) -> None:
    opened = Source.open(zipped({"header.json": b"{}", "samples/1.json": b"[]", "__MACOSX/x": b"", "d/": b""}))
    assert dict(opened.members) == {"header.json": b"{}", "samples/1.json": b"[]"}
    assert opened.members.sizes == {"header.json": 2, "samples/1.json": 2}
    assert opened.data == b""
    assert opened.document is None and opened.head == () and opened.rows.rows == ()
    (tmp_path / "in").mkdir()
    (tmp_path / "out.json").write_bytes(CHAT)
    (tmp_path / "in" / "link.json").symlink_to(tmp_path / "out.json")
    (tmp_path / "in" / "loop").symlink_to(tmp_path)
    assert not Source.open(tmp_path / "in").members
    assert not Source.open(CHAT).members


def zstd(data: bytes) -> bytes:
    return bytes(pyarrow.compress(data, codec="zstd", asbytes=True))


def test_zstandard_files_read_as_what_is_in_them() -> None:
    assert load(zstd(CHAT)).messages == load(CHAT).messages
    assert load(zstd(CHAT[:20]) + zstd(CHAT[20:])).messages == load(CHAT).messages
    for broken in (zstd(CHAT)[:-8], zstd(CHAT)[:6], compressed.ZSTD + b"x" * 40):
        with pytest.raises(BadInput, match="zstd -d"):
            load(broken)


@pytest.mark.parametrize("method", [93, 20])
def test_zstandard_members_of_a_zip_are_read(method: int) -> None:
    """PKWARE APPNOTE 4.4.5 numbers them 93; a stored member is rewritten here to be one."""
    packed = zstd(CHAT)
    data = bytearray(zipped({"a.json": packed}, zipfile.ZIP_STORED))
    crc = struct.pack("<I", zipfile.crc32(CHAT) & 0xFFFFFFFF)
    for start, at in ((0, 8), (data.index(b"PK\x01\x02"), 10)):
        data[start + at : start + at + 2] = struct.pack("<H", method)
        data[start + at + 6 : start + at + 10] = crc
        data[start + at + 14 : start + at + 18] = struct.pack("<I", len(CHAT))
    assert load(bytes(data)).messages == load(CHAT).messages
    data[data.index(packed) + 12] ^= 1
    with pytest.raises(BadInput, match="damaged"):
        load(bytes(data))


def test_without_a_package_the_error_names_one(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zstd(CHAT)

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(compressed.importlib, "import_module", missing)
    with pytest.raises(BadInput, match="pip install zstandard"):
        compressed.unpacked(data)


def test_all_conversations_of_a_zip_are_read() -> None:
    lines = b"\n".join(json.dumps({"messages": [{"role": "user", "content": str(n)}]}).encode() for n in range(3))
    assert len(load_all(zipped({"three.jsonl": lines}))) == 3
