"""Bytes to rows: encodings, line ends, damage."""

import contextlib
import gc
import json
from pathlib import Path

import pytest

from compaction_core.errors import BadInput, EmptyTranscript, UnknownFormat
from compaction_core.importers import importers, load, load_all
from compaction_core.importers.source import HEAD_ROWS, Source


def values(source: Source) -> list[dict[str, object]]:
    return [row.value for row in source.rows.rows]


def test_lines_end_at_newlines_only_and_numbers_are_0_based() -> None:
    source = Source.open('{"a":"x\u2028y\u0085z"}\r\n\n{"a":"\u000b"}\n'.replace("\u000b", "\\u000b").encode())

    assert [(row.line, row.value["a"]) for row in source.rows.rows] == [(0, "x\u2028y\u0085z"), (2, "\x0b")]
    assert source.rows.lines == 3
    assert not source.rows.truncated


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(encoding: str) -> None:
    assert values(Source.open('{"a":"é"}\n{"a":"😀"}\n'.encode(encoding))) == [{"a": "é"}, {"a": "😀"}]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(encoding: str) -> None:
    assert values(Source.open('{"a":"é"}\n{"a":"😀"}\n'.encode(encoding))) == [{"a": "é"}, {"a": "😀"}]


def test_damage_is_counted_and_the_rest_is_read() -> None:
    data = b'{"a":1}\nnot json\n   \n\0\0\n[1]\n{"a":"caf\xe9"}\n{"a":NaN}\n{"a":"\\ud800"}\n{"a":"raw\ttab"}\n{"a":'
    source = Source.open(data)

    assert values(source) == [{"a": 1}, {"a": "caf\ufffd"}, {"a": None}, {"a": "?"}, {"a": "raw\ttab"}]
    assert source.rows.unreadable == (1, 4, 9)
    assert source.rows.truncated
    assert source.rows.cause == "Expecting value at column 0"


def test_a_last_line_that_is_no_object_is_not_cut() -> None:
    assert not Source.open(b'{"a":1}\nnonsense').rows.truncated
    assert not Source.open(b'{"a":1}\n{"a":\n').rows.truncated


@pytest.mark.parametrize("opening", ["[", '{"n":'])
def test_depth_ends_in_an_unreadable_line_and_never_in_a_crash(opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    deep = opening * 100_000 + "1" + closing * 100_000
    source = Source.open(f'{{"a":1}}\n{{"b":{deep}}}\n'.encode())

    assert values(source) == [{"a": 1}]
    assert source.rows.cause == "it is nested too deeply"


def test_head_stops_and_rows_go_on() -> None:
    source = Source.open("".join(f'{{"n":{n}}}\n' for n in range(HEAD_ROWS + 50)).encode())

    assert len(source.head) == HEAD_ROWS
    assert [row.line for row in source.rows.rows] == list(range(HEAD_ROWS + 50))


@pytest.mark.parametrize("document", [{"a": [{}, {}]}, [{"a": 1}, {}], {"a": {"b": [1]}}])
def test_a_document_is_one_however_it_is_printed(document: object) -> None:
    for indent in (None, 0, 2):
        assert Source.open(json.dumps(document, indent=indent)).document == document


def test_rows_are_no_document_and_objects_over_several_lines_are_rows() -> None:
    assert Source.open('{"a":1}\n{"a":2}\n').document is None
    spread = Source.open('{\n "a":1\n}\n\n{\n "a":2\n}')
    assert spread.document is None
    assert [(row.line, row.value) for row in spread.rows.rows] == [(0, {"a": 1}), (4, {"a": 2})]


def test_paths_and_their_errors(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    file.write_text('[{"role": "user", "content": "Hi"}]')
    assert load(file) == load(str(file)) == load(file.read_bytes()) == load(file.read_text())
    with pytest.raises(BadInput, match=r"Cannot read .*Check the path\."):
        load(tmp_path / "gone")
    with pytest.raises(BadInput, match="Cannot read"):
        load("x" * 5000)


def test_a_list_of_messages() -> None:
    assert load([{"role": "user", "content": "Hi \ud800"}]).messages[0].text == "Hi ?"
    with pytest.raises(BadInput, match="no JSON"):
        load([{("a", "b"): 1}])  # type: ignore[dict-item]


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("data", [b"notes", b'[{"role": "user", "content": "Hi"}]'])
def test_the_cycle_collector_is_left_as_it_was(data: bytes, enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    try:
        with contextlib.suppress(UnknownFormat):
            load(data)
        assert gc.isenabled() == enabled
    finally:
        gc.enable()


@pytest.mark.parametrize("data", [b"", b"\n\n", b" "])
def test_empty(data: bytes) -> None:
    with pytest.raises(EmptyTranscript, match="choose one that holds a transcript"):
        load(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"# notes\n", r"Line 0 \(the first\) is not JSON: Expecting value at column 0."),
        (b"\n\nnotes", r"Line 2 \(counted from 0\) is not JSON"),
        (b'{"a": 1, "b": 2}', r"This is JSON \(a, b\)"),
        (b'{"a": 1}\n{"a": 2}', r"Line 0 \(the first\) is JSON \(a\)"),
        (b"SQLite format 3\0" + bytes(range(256)), "This is a SQLite database"),
        (b"42", r"Line 0 \(the first\) is not JSON: it is not an object"),
    ],
)
def test_an_unknown_format_names_the_line_and_what_can_be_read(data: bytes, words: str) -> None:
    with pytest.raises(UnknownFormat, match=words) as caught:
        load(data)
    assert f"{len(importers.names())} formats are read; `compaction-explorer formats` lists them." in str(caught.value)
    assert len(str(caught.value)) <= 600


def test_a_conversation_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="choose one from 0 to 0"):
        load('[{"role": "user", "content": "Hi"}]', conversation=1)
    assert len(load_all('[{"role": "user", "content": "Hi"}]')) == 1


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(40), r"a picture \(PNG\)"),
        (b"\xff\xd8\xff\xe0 and more", r"a picture \(JPEG\)"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"some\0thing", "a binary file"),
    ],
)
def test_what_is_no_text_is_named_and_has_no_lines(data: bytes, kind: str) -> None:
    with pytest.raises(UnknownFormat, match=f"This is {kind}, not text") as told:
        load(data)
    assert "Line" not in str(told.value)


def test_rows_that_were_put_into_one_list_are_still_rows() -> None:
    """As ``jq -s`` writes them."""
    message = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}
    rows = [{"type": "session_meta", "payload": {"id": "s"}}, {"type": "response_item", "payload": message}]
    session = load(json.dumps(rows, indent=2))
    assert (session.format, [m.text for m in session.messages]) == ("codex", ["Hi"])
