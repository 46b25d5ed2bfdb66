"""Hermes archives, exports and its database."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.importers import load, load_all
from compaction_core.session import Session
from tests.importers.databases import sqlite_file
from tests.importers.lines import codes, jsonl, texts

Row = dict[str, Any]


def kept(role: str, text: str, state: str = "active") -> Row:
    return {"message_id": text, "role": role, "state": state, "text": text, "tool_calls": [], "tool_results": []}


def archive(*messages: Row) -> Session:
    return load(json.dumps({"producer": "hermes/0.9.0", "session_id": "s", "messages": list(messages)}).encode())


def test_compacted_messages_stand_before_a_note() -> None:
    session = archive(
        kept("system", "Be brief."), kept("user", "one"), kept("assistant", "1", "compacted"), kept("user", "two")
    )
    assert texts(session)[:3] == ["Be brief.", "one", "1"]
    assert (session.compactions[0].index, session.compactions[0].kept) == (3, (0, 1))
    assert session.messages[3].summary == ""
    assert (texts(session)[4], session.version) == ("two", "0.9.0")


def test_a_summary_in_the_context_is_the_summary() -> None:
    session = archive(kept("user", "one", "compacted"), kept("user", "[CONTEXT COMPACTION] Half done."))
    assert len(session.messages) == 2
    assert session.messages[1].summary == "Half done."
    assert session.compactions[0].index == 1


def test_rewound_messages_are_left_out_or_hidden_with_the_compacted() -> None:
    session = archive(kept("user", "one"), kept("assistant", "wrong", "rewound"), kept("assistant", "right"))
    assert (texts(session), codes(session)) == (["one", "right"], ["branches"])
    hidden = archive(kept("user", "one", "compacted"), kept("assistant", "wrong", "rewound"), kept("user", "two"))
    assert (hidden.compactions[0].index, hidden.compactions[0].kept) == (2, ())


def test_an_export_is_a_session_a_line() -> None:
    call = '[{"id": "c", "function": {"name": "ls", "arguments": "{}"}}]'
    messages = [
        {"id": 1, "role": "user", "content": "one", "timestamp": 1_770_000_000.5, "active": 0, "compacted": 1},
        {"id": 2, "role": "assistant", "content": "", "tool_calls": call, "reasoning": "hm", "active": 1},
        {"id": 3, "role": "tool", "content": "a.txt", "tool_call_id": "c", "tool_name": "ls", "active": 1},
        {"id": 4, "role": "assistant", "content": "gone", "active": 0, "compacted": 0},
    ]
    one = {"id": "s", "source": "cli", "model": "m", "started_at": 1.0, "system_prompt": "Be brief."}
    first, second = load_all(jsonl({**one, "messages": messages}, {**one, "title": "T", "messages": messages[1:]}))
    assert [m.role for m in first.messages] == ["system", "user", "user", "assistant", "tool"]
    assert (first.compactions[0].index, first.compactions[0].kept) == (2, (0,))
    assert len(first.result_of) == 1
    assert (first.format, first.model, second.title) == ("hermes", "m", "T")
    assert codes(first) == ["branches"]


SUMMARY = (
    "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted away:\n{}\n\n--- END OF CONTEXT SUMMARY — ---"
)


def said(role: str, content: Any, *, hidden: bool = False, **more: Any) -> Row:
    return {"role": role, "content": content, "active": int(not hidden), "compacted": int(hidden), **more}


def called(identity: str, *, hidden: bool = False) -> list[Row]:
    call = [{"id": identity, "type": "function", "function": {"name": "ls", "arguments": "{}"}}]
    return [
        said("assistant", "", hidden=hidden, tool_calls=call),
        said("tool", f"out {identity}", hidden=hidden, tool_call_id=identity, tool_name="ls"),
    ]


def database(path: Path, sessions: list[Row], messages: dict[str, list[Row]], prompts: list[Row] | None = None) -> Path:
    """The tables of release 0.19.0 (``hermes_state.SCHEMA_SQL``), as far as they are read."""
    about = ("id", "source", "model", "model_config", "system_prompt", "parent_session_id", "started_at", "ended_at")
    about += ("end_reason", "title", "system_prompt_hash")
    told = ("session_id", "role", "content", "tool_call_id", "tool_calls", "tool_name", "timestamp", "finish_reason")
    told += ("reasoning", "active", "compacted")
    rows = [{"session_id": name, "timestamp": 1.0, **row} for name, listed in messages.items() for row in listed]
    return sqlite_file(
        path / "state.db",
        {
            "sessions": (
                ", ".join(f"{name} REAL NOT NULL" if name == "started_at" else f"{name} TEXT" for name in about),
                [[{"started_at": at, **session}.get(name) for name in about] for at, session in enumerate(sessions)],
            ),
            "messages": (
                "id INTEGER PRIMARY KEY, " + ", ".join(told),
                [[at, *(row.get(name) for name in told)] for at, row in enumerate(rows, 1)],
            ),
            "system_prompts": (
                "hash TEXT PRIMARY KEY, prompt TEXT", [[row["hash"], row["prompt"]] for row in prompts or []]
            ),
        },
    )  # fmt: skip


def test_a_session_compacted_in_place_twice(tmp_path: Path) -> None:
    """As ``SessionDB.archive_and_compact`` writes it: first rows, summary and newest rows stand in the file again."""
    path = database(
        tmp_path,
        [{"id": "s", "source": "cli", "model": "m", "system_prompt": "Be brief.", "title": "T"}],
        {
            "s": [
                said("user", "one", hidden=True),
                said("assistant", "1", hidden=True),
                said("user", "two", hidden=True),
                *called("c", hidden=True),
                said("user", "one", hidden=True),
                said("user", SUMMARY.format("first"), hidden=True),
                said("user", "two", hidden=True),
                *called("c", hidden=True),
                said("assistant", "2", hidden=True),
                said("user", SUMMARY.format("second")),
                said("assistant", "2"),
                said("user", "three"),
            ]
        },
    )
    (session,) = load_all(path)
    assert [m.summary or m.text for m in session.messages] == [
        "Be brief.", "one", "1", "two", "", "out c", "first", "2", "second", "three"
    ]  # fmt: skip
    assert [(c.index, c.kept) for c in session.compactions] == [(6, (0, 1, 3, 4, 5)), (8, (0, 7))]
    assert (session.title, session.model, len(session.result_of)) == ("T", "m", 1)


def test_a_compacted_session_goes_on_in_the_next_one(tmp_path: Path) -> None:
    sessions = [
        {"id": "a", "source": "cli", "end_reason": "compression", "ended_at": 5.0},
        {"id": "stale", "source": "cli", "parent_session_id": "a", "end_reason": "ws_orphan_reap", "ended_at": 6.0},
        {"id": "b", "source": "cli", "parent_session_id": "a", "title": "T #2"},
    ]
    messages = {
        "a": [said("user", "one"), said("assistant", "1"), said("user", "two")],
        "b": [said("assistant", SUMMARY.format("S")), said("user", "two"), said("assistant", "2")],
        "stale": [said("user", "other")],
    }
    first, other = load_all(database(tmp_path, sessions, messages))
    assert [m.summary or m.text for m in first.messages] == ["one", "1", "two", "S", "2"]
    assert [(c.index, c.kept) for c in first.compactions] == [(3, (2,))]
    assert (first.title, texts(other)) == ("T #2", ["other"])


def test_an_exported_lineage_reads_as_the_same_sessions_in_the_database(tmp_path: Path) -> None:
    """``export_session_lineage``: the newest session with ``segments`` and the messages of all, none marked as gone."""
    listed: list[list[Row]] = [
        [said("user", "one"), said("assistant", "1"), said("user", "two")],
        [said("assistant", SUMMARY.format("S")), said("user", "two"), *called("c"), said("assistant", "2")],
    ]
    sessions: list[Row] = [
        {"id": "a", "source": "cli", "system_prompt": "Be brief.", "end_reason": "compression", "ended_at": 5.0},
        {"id": "b", "source": "cli", "parent_session_id": "a", "title": "T #2"},
    ]
    (stored,) = load_all(database(tmp_path, sessions, dict(zip("ab", listed, strict=True))))
    segments = [{**row, "started_at": 1.0, "messages": rows} for row, rows in zip(sessions, listed, strict=True)]
    lineage = {**segments[-1], "segments": segments, "messages": [row for rows in listed for row in rows]}
    (exported,) = load_all(json.dumps(lineage).encode())
    assert texts(exported) == texts(stored)
    assert [(c.index, c.kept) for c in exported.compactions] == [(c.index, c.kept) for c in stored.compactions]
    assert (exported.title, len(exported.compactions), len(exported.result_of)) == ("T #2", 1, 1)
    assert texts(load(json.dumps({**lineage, "segments": []}).encode()))[-1] == "2"


def test_sub_agents_are_threads_and_forks_are_sessions(tmp_path: Path) -> None:
    sessions = [
        {"id": "a", "source": "cli"},
        {"id": "d", "source": "delegate", "parent_session_id": "a", "model_config": {"_delegate_from": "a"}},
        {"id": "e", "source": "delegate", "parent_session_id": "d"},
        {"id": "f", "source": "cli", "parent_session_id": "a", "model_config": {"_branched_from": "a"}},
    ]
    path = database(tmp_path, sessions, {name: [said("user", name)] for name in "adef"})
    first, fork = load_all(path)
    assert [(thread.id, thread.messages[0].text) for thread in first.threads] == [("d", "d"), ("e", "e")]
    assert (texts(fork), fork.threads) == (["f"], ())


def test_sessions_that_lead_in_a_circle_are_read(tmp_path: Path) -> None:
    ended = {"source": "cli", "end_reason": "compression"}
    sessions = [{"id": "a", "parent_session_id": "b", **ended}, {"id": "b", "parent_session_id": "a", **ended}]
    (session,) = load_all(database(tmp_path, sessions, {"a": [said("user", "a")], "b": [said("user", "b")]}))
    assert [texts(session)[0], texts(session)[-1], len(session.compactions)] == ["a", "b", 1]


def test_structured_content_and_shared_prompts_of_the_database(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]
    path = database(
        tmp_path,
        [{"id": "s", "source": "cli", "system_prompt_hash": "h"}],
        {"s": [said("user", "\0json:" + json.dumps(parts)), said("user", "undone") | {"active": 0}]},
        [{"hash": "h", "prompt": "Be brief."}],
    )
    (session,) = load_all(path)
    assert [part.kind for part in session.messages[1].parts] == ["text", "image"]
    assert (session.messages[0].text, codes(session)) == ("Be brief.", ["branches"])


def test_a_summary_that_joined_the_newest_message(tmp_path: Path) -> None:
    merged = "[PRIOR CONTEXT — …]\nfour\n\n[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]\n\n" + SUMMARY.format("S")
    path = database(tmp_path, [{"id": "s"}], {"s": [said("user", "one", hidden=True), said("user", merged)]})
    (session,) = load_all(path)
    assert (session.messages[1].summary, session.compactions[0].index) == ("S", 1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=5))
def test_every_message_stands_once_however_often_a_session_was_compacted(rounds: list[tuple[int, int, int]]) -> None:
    """Each round: so many new messages, then a compaction that keeps so many of the oldest and of the newest."""
    rows: list[Row] = []
    context: list[str] = []
    told: list[str] = []
    kept: list[set[str]] = []
    for number, (new, head, tail) in enumerate(rounds):
        fresh = [f"{number}.{at}" for at in range(new)]
        rows += [said("user", text) for text in fresh]
        context += fresh
        told += fresh
        first, last = context[: min(head, len(context) // 2)], context[len(context) - min(tail, len(context) // 2) :]
        summary = SUMMARY.format(f"S{number}")
        rows = [said("user", row["content"], hidden=True) for row in rows]
        rows += [said("user", text) for text in (*first, summary, *last)]
        kept.append({*first, *last})
        context = [*first, summary, *last]
        told.append(summary)
    session = load(json.dumps({"id": "s", "source": "cli", "started_at": 1.0, "messages": rows}))
    assert texts(session) == told
    assert [{session.messages[at].text for at in c.kept} for c in session.compactions] == kept
    assert [session.messages[c.index].text for c in session.compactions] == [text for text in told if "\n" in text]
