"""Hermes archives and exports."""

import json
from typing import Any

from compaction_core.importers import load, load_all
from compaction_core.session import Session
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


def test_a_lineage_is_its_sessions() -> None:
    one = {"source": "cli", "started_at": 1.0, "messages": [{"role": "user", "content": "one"}]}
    assert len(load_all(json.dumps({**one, "segments": [one, one]}).encode())) == 2
