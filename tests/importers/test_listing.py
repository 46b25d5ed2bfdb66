"""What a zip file or folder with several transcripts offers to choose from, and what it costs to find out."""

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import BadInput, UnknownFormat
from compaction_core.importers import SeveralTranscripts, described, importers, listing, load, load_all, transcripts
from compaction_core.importers.shared.files import compressed
from compaction_core.progress import Progress
from tests.importers.packed import CHAT, both, zipped
from tests.importers.test_openhands import typed

EXAMPLES = sorted((Path(__file__).parent / "examples").iterdir())
TALKS = b"\n".join(json.dumps({"messages": [{"role": "user", "content": f"talk {n}"}]}).encode() for n in range(3))
HEADLESS = b'{"type":"summary","summary":"s","leafUuid":"u"}\n' * 2


@given(st.sets(st.sampled_from(EXAMPLES), min_size=2), st.sampled_from([zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]))
def test_a_zip_of_examples_lists_exactly_those(chosen: set[Path], method: int) -> None:
    """Each by the path, the format (an example's stem) and the bytes it has, whatever else lies beside it.

    Stored files stand in the zip file word for word, so that it looks like one of them.
    """
    files = {f"in/{path.name}": path.read_bytes() for path in sorted(chosen)}
    found = transcripts(zipped({"notes.txt": b"no transcript", **files, "picture.png": b"\x89PNG"}, method))
    assert found is not None and found.kind == "zip file"
    assert [(member.path, member.format, member.size) for member in found.members] == [
        (f"in/{path.name}", path.stem, path.stat().st_size) for path in sorted(chosen)
    ]
    assert (found.unreadable, found.not_looked_at, found.left_out) == ((), 0, "")


def test_each_example_is_read_from_the_folder_as_it_is_alone() -> None:
    """Also: the listing's numbers are those of the sessions."""
    root = EXAMPLES[0].parent
    found = transcripts(root)
    assert found is not None and {member.format for member in found.members} == set(importers.names())
    for member in found.members:
        alone = load_all(root / member.path)
        assert load_all(root, member=member.path) == alone
        assert member.conversations == len(alone)
        assert member.messages == sum(len(session.messages) for session in alone)
        assert (member.title, member.label) == (alone[0].title, importers.get(member.format).label)


def test_several_are_named_and_one_is_chosen(tmp_path: Path) -> None:
    for source in both(tmp_path, {"a/one.json": CHAT, "b/three.jsonl": TALKS}):
        with pytest.raises(
            SeveralTranscripts, match=r"holds 2 transcripts; .*: a/one\.json \(.*b/three\.jsonl"
        ) as told:
            load(source)
        assert [member.messages for member in told.value.listing.members] == [None, None]
        found = described(source, told.value.listing)
        assert found == transcripts(source)
        assert [(member.conversations, member.messages) for member in found.members] == [(1, 2), (3, 3)]
        assert load(source, member="a/one.json").messages == load(CHAT).messages
        assert load(source, 2, member="b/three.jsonl").messages[0].text == "talk 2"
        assert load(source, member="a").messages == load(CHAT).messages  # all files below it, here one


def test_one_transcript_is_no_list() -> None:
    for whole in (CHAT, zipped({"conversations.json": EXAMPLES[3].read_bytes(), "user.json": b"{}"})):
        assert transcripts(whole) is None


@pytest.mark.parametrize("member", ["c.json", "../out.json", "/etc/passwd", "", ".", "a/../a.json"])
def test_a_member_that_is_not_there_is_told_which_are(tmp_path: Path, member: str) -> None:
    """Nothing outside is reached: only the listed paths are taken."""
    (tmp_path / "out.json").write_bytes(CHAT)
    for source in both(tmp_path / "in", {"a/a.json": CHAT, "a/b.json": CHAT}):
        with pytest.raises(BadInput, match=r"There is no file .*; choose one of: a/a\.json, a/b\.json"):
            load(source, member=member)


@pytest.mark.parametrize("source", [CHAT, CHAT.decode(), json.loads(CHAT), gzip.compress(CHAT, mtime=0)])
def test_a_single_file_has_no_members(source: Any) -> None:
    with pytest.raises(BadInput, match="leave the member out"):
        load(source, member="a.json")


def test_one_that_fails_spoils_no_other(tmp_path: Path) -> None:
    broken = gzip.compress(CHAT)[:-12]
    for source in both(tmp_path, {"a.json": CHAT, "b.json.gz": broken, "c.json": CHAT}):
        with pytest.raises(
            SeveralTranscripts, match=r"1 other file could not be read \(b\.json\.gz: The gzip file ends"
        ):
            load(source)
        found = transcripts(source)
        assert found is not None
        assert [member.path for member in found.members] == ["a.json", "c.json"]
        assert [(file.path, "ends too early" in file.reason) for file in found.unreadable] == [("b.json.gz", True)]


def test_one_without_a_message_is_told_of_as_unreadable() -> None:
    found = transcripts(zipped({"a.json": CHAT, "b.jsonl": HEADLESS, "c.json": CHAT}))
    assert found is not None
    assert [member.path for member in found.members] == ["a.json", "c.json"]
    assert "holds no message" in found.unreadable[0].reason


def test_the_only_transcript_notes_the_files_that_could_be_others(tmp_path: Path) -> None:
    for source in both(tmp_path, {"a.json": CHAT, "b.json.gz": gzip.compress(CHAT)[:-12]}):
        (note,) = load(source).integrity.warnings
        assert (note.code, note.count) == ("other_files", 1)
        assert note.text.startswith("1 other file could not be read (b.json.gz: ")
    assert load(zipped({"a.json": CHAT, "b.txt": b"no transcript"})).integrity.warnings == ()


def test_the_largest_files_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_FILES", 2)
    chats = {f"{n}.json": json.dumps([{"role": "user", "content": "x" * n}]).encode() for n in (1, 3, 2, 4)}
    found = transcripts(zipped(chats))
    assert found is not None
    assert ([member.path for member in found.members], found.not_looked_at) == (["3.json", "4.json"], 2)
    assert found.left_out == "2 other files were not looked at: 2 files and 500 MB are the most."


def test_what_packed_files_unpack_to_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten small files that each unpack to half of what is allowed: two are unpacked, and the ten are not."""
    monkeypatch.setattr(compressed, "LARGEST", 1_000_000)
    bombs = {f"{n}.json.gz": gzip.compress(CHAT + b" " * 500_000) for n in range(10)}
    opened: list[bytes] = []
    real = compressed.unpacked
    monkeypatch.setattr("compaction_core.importers.source.unpacked", lambda *a: opened.append(a[0]) or real(*a))
    with pytest.raises(SeveralTranscripts, match="8 other files were not looked at"):
        load(zipped(bombs))
    assert len(opened) == 3  # the zip file and two of its files


def test_what_is_too_large_to_look_at_is_not_called_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "LARGEST", 100)
    with pytest.raises(BadInput, match="1 other file was not looked at") as told:
        load(zipped({"a.json": CHAT * 9, "b.txt": b"text"}))
    assert not isinstance(told.value, UnknownFormat)


def test_only_so_many_bytes_are_read_to_describe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "DESCRIBED", len(CHAT))
    found = transcripts(zipped({"big.jsonl": TALKS, "small.json": CHAT}))
    assert found is not None
    assert [(member.path, member.messages) for member in found.members] == [("big.jsonl", None), ("small.json", 2)]


def test_folders_of_events_are_transcripts_too(tmp_path: Path) -> None:
    events = {f"event-{n:05}-abc.json": json.dumps(typed(f"e{n}", f"said {n}")).encode() for n in (0, 1)}
    files = {f"{name}/events/{file}": data for name in ("one", "two") for file, data in events.items()}
    for source in both(tmp_path, {**files, "chat.json": CHAT, "top.txt": b"text"}):
        found = transcripts(source)
        assert found is not None
        assert {member.path: (member.format, member.messages) for member in found.members} == {
            "one/events": ("openhands", 2), "two/events": ("openhands", 2), "chat.json": ("openai_chat", 2),
        }  # fmt: skip
        assert [message.text for message in load(source, member="two/events").messages] == ["said 0", "said 1"]
    beside = zipped({**events, **files})
    assert len(load(beside, member=".").messages) == 2


def test_files_looked_at_are_told() -> None:
    heard: list[Progress] = []
    transcripts(zipped({f"{n}.json": CHAT for n in range(4)}), heard.append)
    looked = [now for now in heard if now.stage == "look"]
    assert looked[0] == Progress("look", 0, 4) and looked[-1] == Progress("look", 4, 4)
