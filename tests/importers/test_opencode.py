"""opencode: exports, the SQLite file, the storage folder; steps, pruning, compaction, sub-agents."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from compaction_core.errors import BadInput
from compaction_core.importers import load, load_all
from compaction_core.session import (
    File,
    Image,
    Opaque,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
)
from tests.importers.databases import sqlite_file

START = 1769940000


def value(role: str, *parts: dict[str, Any], at: int = 0, **info: Any) -> dict[str, Any]:
    time = {"created": (START + at) * 1000}
    return {"info": {"id": f"msg_{at}", "role": role, "time": time, **info}, "parts": list(parts)}


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def tool(name: str, call: str = "c", **state: Any) -> dict[str, Any]:
    return {"id": f"prt_{name}", "type": "tool", "callID": call, "tool": name, "state": {"input": {}, **state}}


def export(*messages: dict[str, Any], **info: Any) -> dict[str, Any]:
    return {"info": {"id": "ses_1", "title": "T", "version": "1.4.0", **info}, "messages": list(messages)}


def read(*messages: dict[str, Any], **info: Any) -> Session:
    return load(json.dumps(export(*messages, **info)))


def test_a_tool_part_is_a_call_and_its_result() -> None:
    attached = [{"mime": "image/png", "url": "data:image/png;base64,AA=="}]
    session = read(
        value("user", text("go")),
        value(
            "assistant",
            tool("a", "1", status="completed", output="out", attachments=attached, time={"end": (START + 9) * 1000}),
            tool("b", "2", status="error", error="no"),
            tool("c", "3", status="running"),
            text("done"),
            at=5,
        ),
    )
    assert [m.parts for m in session.messages[1:]] == [
        (
            *(ToolCall(id=call, name=name, arguments="{}") for call, name in (("1", "a"), ("2", "b"), ("3", "c"))),
            Text(text="done"),
        ),
        (
            ToolResult(call_id="1", text="out"),
            Image(source="data:image/png;base64,AA==", media_type="image/png"),
        ),
        (ToolResult(call_id="2", text="no", is_error=True),),
    ]
    assert [m.timestamp for m in session.messages] == [START, START + 5, START + 9, START + 5]
    assert session.unanswered == ((1, "3"),)


def test_calls_whose_ids_were_redacted_stay_apart() -> None:
    parts = [tool(name, "REDACTED", status="completed", output=name) for name in "abc"]
    session = read(value("assistant", *parts))
    assert [call.id for call in session.messages[0].calls] == ["REDACTED", "prt_b", "prt_c"]
    assert len(session.result_of) == 3


def test_typed_injected_and_attached_parts_of_a_prompt() -> None:
    files = [
        {"type": "file", "mime": "text/plain", "filename": "a.txt", "url": "data:text/plain;base64,aGk="},
        {"type": "file", "mime": "text/plain", "filename": "b.txt", "url": "file:///b.txt"},
    ]
    session = read(
        value("user", text("a"), text("added", synthetic=True), text("x", ignored=True), *files, {"type": "?"})
    )
    assert [(m.parts, m.flags) for m in session.messages] == [
        (
            (
                Text(text="a"),
                File(name="a.txt", media_type="text/plain", text="hi"),
                File(name="b.txt", media_type="text/plain"),
                Opaque(type="?", raw='{"type":"?"}'),
            ),
            (),
        ),
        ((Text(text="added"),), ("meta",)),
    ]
    assert [w.code for w in session.integrity.warnings] == ["ignored"]


def test_steps_of_one_message_are_answers_with_their_own_tokens() -> None:
    tokens = {"input": 10, "output": 4, "reasoning": 3, "cache": {"read": 90, "write": 5}}
    session = read(
        value(
            "assistant",
            {"type": "step-start"},
            {"type": "reasoning", "text": "hm"},
            tool("a", status="completed", output="out"),
            {"type": "step-finish", "tokens": tokens},
            {"type": "step-start"},
            text("done"),
            modelID="model-x",
            tokens={**tokens, "input": 20},
            finish="stop",
        )
    )
    assert [m.role for m in session.messages] == ["assistant", "tool", "assistant"]
    assert [m.usage.context if m.usage else None for m in session.messages] == [105, None, 115]
    assert (session.messages[2].stop_reason, session.model) == ("stop", "model-x")
    assert session.messages[0].parts[0] == Reasoning(text="hm")


def test_a_summary_hides_all_but_the_tail() -> None:
    """``info.summary`` of a prompt is an object (a summary of changes) and no compaction."""
    session = read(
        value("user", text("one"), at=1, summary={"diffs": []}),
        value("assistant", text("first"), at=2),
        value("user", text("two"), at=3),
        value("assistant", text("second"), at=4),
        value("user", {"type": "compaction", "auto": True, "tail_start_id": "msg_3"}, at=5),
        value("assistant", text("S"), at=6, summary=True, mode="compaction"),
        value("user", text("go on", synthetic=True), at=7),
    )
    assert session.compactions == (
        RecordedCompaction(index=5, kept=(2, 3), trigger="auto", timestamp=float(START + 6)),
    )
    assert [(m.summary, m.flags) for m in session.messages[4:]] == [(None, ("meta",)), ("S", ()), (None, ("meta",))]


@pytest.mark.parametrize("auto", [False, None])
def test_how_a_compaction_was_started(auto: bool | None) -> None:
    asked = {"type": "compaction"} if auto is None else {"type": "compaction", "auto": auto}
    session = read(value("user", text("a")), value("user", asked), value("assistant", text("S"), summary=True))
    assert [c.trigger for c in session.compactions] == ["manual" if auto is False else None]


def test_a_summary_that_failed_is_no_compaction() -> None:
    failed = value("assistant", summary=True, error={"name": "AbortError", "data": {"message": "aborted"}})
    session = read(value("user", text("a")), failed)
    assert session.compactions == ()
    assert (session.messages[1].text, session.messages[1].flags) == ("aborted", ("synthetic", "error"))


def test_pruned_results_are_flagged_and_their_clearing_is_placed() -> None:
    old = {"status": "completed", "output": "x"}
    session = read(
        value("assistant", tool("a", "1", **old, time={"compacted": (START + 5) * 1000}), at=1),
        value("assistant", tool("b", "2", **old, time={"compacted": (START + 6) * 1000}), at=2),
        value("user", text("later"), at=10),
    )
    assert [m.flags for m in session.messages if m.role == "tool"] == [("pruned",), ("pruned",)]
    assert session.compactions == (
        RecordedCompaction(index=4, kind="clear", trigger="auto", timestamp=float(START + 5)),
    )


def test_what_was_reverted_is_left_out() -> None:
    session = read(value("user", text("a"), at=1), value("user", text("b"), at=2), revert={"messageID": "msg_2"})
    assert [m.text for m in session.messages] == ["a"]
    assert session.integrity.warnings[0].code == "branches"


def test_the_system_prompt_of_early_versions_is_the_first_message() -> None:
    session = read(value("user", text("a")), value("assistant", text("b"), system=["S", "T"]))
    assert (session.messages[0].role, session.messages[0].text) == ("system", "S\nT")


def test_what_the_command_prints_first_and_bare_lists() -> None:
    messages = [value("user", text("a")), value("assistant", text("b"))]
    printed = b"Exporting session: ses_1\n" + json.dumps(export(*messages), indent=2).encode()
    assert load(printed).messages == read(*messages).messages
    assert load(json.dumps(messages)).messages == read(*messages).messages
    assert [s.title for s in load_all(json.dumps([export(*messages), export(*messages, title="U")]))] == ["T", "U"]


ROWS: dict[str, list[tuple[Any, ...]]] = {
    "session": [("ses_2", "ses_1", "child", "1.4.0", 2), ("ses_1", None, "T", "1.4.0", 1)],
    "message": [
        ("msg_2", "ses_1", 2, {"role": "assistant", "modelID": "model-x", "time": {"created": START * 1000}}),
        ("msg_1", "ses_1", 1, {"role": "user"}),
        ("msg_3", "ses_2", 3, {"role": "user"}),
    ],
    "part": [
        ("prt_2", "msg_2", tool("a", status="completed", output="out")),
        ("prt_1", "msg_1", text("hi")),
        ("prt_3", "msg_3", text("look")),
    ],
}


def database(path: Path, *, wal: bool = False, extra: str = "") -> Path:
    """A file with the columns that are read (opencode 1.4, ``session/session.sql.ts``)."""
    connection = sqlite3.connect(path)
    if wal:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.executescript(
        "CREATE TABLE `session` (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, version TEXT, time_created INTEGER);"
        "CREATE TABLE `message` (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);"
        "CREATE TABLE `part` (id TEXT PRIMARY KEY, message_id TEXT, data TEXT);" + extra
    )
    for name, rows in ROWS.items():
        for row in rows:
            cells = [json.dumps(cell) if isinstance(cell, dict) else cell for cell in row]
            connection.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(cells))})", cells)
    connection.commit()
    if wal:  # as it lies on disk while opencode runs: copied before the log is folded in
        for suffix in ("", "-wal"):
            copy = path.parent / "copy" / f"{path.name}{suffix}"
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(Path(f"{path}{suffix}").read_bytes())
        connection.close()
        return path.with_name("copy")
    connection.close()
    return path


def check(session: Session) -> None:
    assert [(m.role, m.text) for m in session.messages] == [("user", "hi"), ("assistant", ""), ("tool", "out")]
    assert (session.title, session.version, session.model) == ("T", "1.4.0", "model-x")
    assert [(t.id, t.messages[0].text) for t in session.threads] == [("ses_2", "look")]


def test_the_sqlite_file(tmp_path: Path) -> None:
    path = database(tmp_path / "any.db")
    (session,) = load_all(path.read_bytes())
    check(session)
    path.rename(tmp_path / "opencode.db")
    check(load(tmp_path))


def test_the_log_beside_the_sqlite_file_is_read(tmp_path: Path) -> None:
    check(load(database(tmp_path / "opencode.db", wal=True)))


def test_nothing_of_the_sqlite_file_is_run(tmp_path: Path) -> None:
    """Views and computed columns would run expressions of the file; without the real table there is no message."""
    path = database(tmp_path / "a.db")
    connection = sqlite3.connect(path)
    connection.executescript(
        "ALTER TABLE part RENAME TO hidden; CREATE VIEW part AS SELECT * FROM hidden;"
        "ALTER TABLE message ADD COLUMN computed TEXT AS (upper(data));"
    )
    connection.close()
    with pytest.raises(BadInput):
        load(path)


def test_a_damaged_sqlite_file_says_what_to_do(tmp_path: Path) -> None:
    data = database(tmp_path / "a.db").read_bytes()
    with pytest.raises(BadInput, match="export the session as JSON"):
        load(data[:6000] + b"\xff" * 6000)


def test_the_storage_folder(tmp_path: Path) -> None:
    for kind, rows in ROWS.items():
        for row in rows:
            owner = {"session": "project", "message": row[1], "part": row[1]}[kind]
            keys = ("id", "parentID", "title", "version")
            content = dict(zip(keys, row, strict=False)) if kind == "session" else row[-1]
            file = tmp_path / "storage" / kind / owner / f"{row[0]}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(content))
    (session,) = load_all(tmp_path)
    check(session)


NEWER = "id TEXT PRIMARY KEY, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER, time_updated INTEGER, data"
OLDER = {
    "message": ("id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT", ()),
    "part": ("id TEXT PRIMARY KEY, message_id TEXT, data TEXT", ()),
}


def typed_rows(*rows: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Rows of ``session_message`` as opencode writes them: the type in a column, the rest as JSON."""
    return [
        (
            f"msg_{seq}", "ses_1", row["type"], seq, (START + seq) * 1000, 0,
            {"time": {"created": (START + seq) * 1000}, **{key: row[key] for key in row if key != "type"}},
        )
        for seq, row in enumerate(rows)
    ]  # fmt: skip


def newer(path: Path, rows: list[tuple[Any, ...]], **more: Any) -> Path:
    session = (
        "id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, version TEXT, time_created INTEGER",
        [("ses_1", None, "T", "2.0.0", 1)],
    )
    tables = {"session": session, **OLDER, "session_message": (NEWER, rows), **more}
    return sqlite_file(path / "opencode.db", tables)


def ran(name: str, call: str, **state: Any) -> dict[str, Any]:
    return {"type": "tool", "id": call, "name": name, "time": {"created": 1, "completed": (START + 9) * 1000},
            "state": {"input": {"a": 1}, **state}}  # fmt: skip


TALK = typed_rows(
    {"type": "model-switched", "model": {"id": "model-x"}},
    {"type": "user", "text": "go", "files": [{"data": "aGk=", "mime": "text/plain", "name": "a.txt", "source": {}}]},
    {
        "type": "assistant",
        "model": {"id": "model-x", "providerID": "p"},
        "content": [
            {"type": "reasoning", "text": "hm"},
            ran("read", "c1", status="completed", content=[{"type": "text", "text": "out"}]),
            ran("bash", "c2", status="error", error={"type": "unknown", "message": "no"}),
            ran("grep", "c3", status="streaming") | {"state": {"status": "streaming", "input": '{"q'}},
        ],
        "finish": "tool-calls",
        "tokens": {"input": 10, "output": 4, "reasoning": 3, "cache": {"read": 90, "write": 5}},
    },
    {"type": "synthetic", "text": "by the way"},
    {"type": "shell", "command": "ls", "output": {"output": "a.txt"}},
    {"type": "compaction", "status": "failed", "reason": "auto"},
    {"type": "compaction", "status": "completed", "reason": "manual", "summary": "S", "recent": "[User]: go"},
    {"type": "idle", "outcome": "succeeded"},
    {"type": "user", "text": "on"},
)


def test_the_newer_tables_hold_typed_rows(tmp_path: Path) -> None:
    told = ("session_id TEXT, baseline TEXT", [("ses_1", "Be brief.")])
    (session,) = load_all(newer(tmp_path, TALK, instruction_checkpoint=told))
    assert [(m.role, m.text, m.flags) for m in session.messages] == [
        ("system", "Be brief.", ()),
        ("user", "go\nhi", ()),
        ("assistant", "", ()),
        ("tool", "out", ()),
        ("tool", "no", ()),
        ("user", "by the way", ("meta",)),
        ("user", "Shell command: ls\n\na.txt", ("meta",)),
        ("user", "S\n[User]: go", ()),
        ("user", "on", ()),
    ]
    answer = session.messages[2]
    assert answer.usage is not None
    assert (answer.usage.context, answer.usage.output, answer.model, answer.stop_reason) == (
        105,
        7,
        "model-x",
        "tool-calls",
    )
    assert [call.arguments for call in answer.calls] == ['{"a":1}', '{"a":1}', '{"q']
    assert session.compactions == (
        RecordedCompaction(index=7, kept=(0,), trigger="manual", timestamp=float(START + 6)),
    )
    assert (session.messages[7].summary, session.title, session.unanswered) == ("S", "T", ((2, "c3"),))


def test_a_checkpoint_that_only_the_provider_can_read(tmp_path: Path) -> None:
    rows = typed_rows(
        {"type": "user", "text": "a"}, {"type": "compaction", "reason": "auto", "summary": "", "recent": ""}
    )
    (session,) = load_all(newer(tmp_path, rows))
    assert [c.index for c in session.compactions] == [1]
    assert (session.messages[1].summary, session.messages[1].flags) == ("", ("synthetic",))


@pytest.mark.parametrize(("later", "text"), [(0, "older"), (3_600_000, "newer")])
def test_a_session_in_both_sets_of_tables_is_read_where_it_went_on(tmp_path: Path, later: int, text: str) -> None:
    message = ("m1", "ses_1", START * 1000, {"role": "user"})
    part = ("p1", "m1", {"type": "text", "text": "older"})
    row = ("msg_1", "ses_1", "user", 1, START * 1000 + later, 0, {"text": "newer", "time": {"created": START * 1000}})
    path = newer(
        tmp_path, [row], message=(OLDER["message"][0], [message]), part=(OLDER["part"][0], [part])
    )  # fmt: skip
    assert [m.text for m in load(path).messages] == [text]


def test_an_export_of_typed_rows(tmp_path: Path) -> None:
    rows = [{"id": identity, "type": kind, **data} for identity, _, kind, _, _, _, data in TALK]
    exported = load(json.dumps({"info": {"id": "ses_1", "title": "T", "version": "2.0.0"}, "messages": rows}))
    assert exported.messages == load(newer(tmp_path, TALK)).messages
