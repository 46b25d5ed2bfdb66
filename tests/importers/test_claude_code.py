"""What becomes of Claude Code rows. Each right value follows from the rows written in the test."""

import base64
import json
import struct
from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Opaque, Reasoning, Session, Text, ToolCall, ToolResult, Usage
from tests.importers.claude_rows import assistant, attachment, call, jsonl, result, system, text, user


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def warnings(session: Session) -> dict[str, str]:
    return {warning.code: warning.text for warning in session.integrity.warnings}


def test_rows_of_one_api_message_merge_and_usage_counts_once() -> None:
    usage = {"input_tokens": 3, "cache_creation_input_tokens": 10, "cache_read_input_tokens": 1000}
    rows = [
        user("u1", None, "Hi", timestamp="2026-02-01T10:00:00Z"),
        assistant("a1", "u1", {"type": "thinking", "thinking": "hm", "signature": "c2ln"}, message_id="m"),
        assistant("a2", "a1", text("Hello"), message_id="m", message={"usage": {**usage, "output_tokens": 1}}),
        assistant(
            "a3",
            "a2",
            call("t1", path="x"),
            message_id="m",
            message={"usage": {**usage, "output_tokens": 250}, "stop_reason": "tool_use"},
            timestamp="2026-02-01T10:00:09Z",
        ),
    ]
    session = load(jsonl(*rows))

    assert len(session.messages) == 2
    merged = session.messages[1]
    assert merged.parts == (
        Reasoning(text="hm", signature="c2ln"),
        Text(text="Hello"),
        ToolCall(id="t1", name="Read", arguments='{"path":"x"}'),
    )
    assert merged.usage == Usage(input=3, cache_read=1000, cache_write=10, output=250)
    assert (merged.stop_reason, merged.id, merged.line, merged.model) == ("tool_use", "m", 1, "claude-opus-4-6")
    assert merged.timestamp == 1769940009.0  # 2026-02-01T10:00:09Z: when the message was complete
    assert session.messages[0].timestamp == 1769940000.0
    assert session.integrity.merged_rows == 2
    assert session.unanswered == ((1, "t1"),)
    assert (session.format, session.version, session.model, session.title) == (
        "claude_code",
        "2.1.37",
        "claude-opus-4-6",
        "Hi",
    )


def test_repeated_blocks_of_one_message_are_kept_once() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", text("A"), message_id="m")]
    rows.append(assistant("a2", "a1", text("A"), call("t1"), message_id="m"))

    assert load(jsonl(*rows)).messages[1].parts == (Text(text="A"), ToolCall(id="t1", name="Read", arguments="{}"))


def test_each_result_is_a_tool_message_and_typed_text_follows_them() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", call("t1"), call("t2")),
        user(
            "u2", "a1", [text("and hurry"), result("t1", "one"), result("t2", [text("two"), text("2")], is_error=True)]
        ),
    ]
    session = load(jsonl(*rows))

    assert outline(session)[2:] == [("tool", "one"), ("tool", "two\n2"), ("user", "and hurry")]
    assert [m.result.is_error for m in session.messages if m.result] == [False, True]
    assert session.result_of == {(1, "t1"): 2, (1, "t2"): 3}


def test_images_of_a_result_stand_beside_it_with_their_size() -> None:
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5s", 13, b"IHDR", 640, 480, b"\x08\x02\0\0\0")
    data = base64.b64encode(png).decode()
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", call("t1"))]
    rows.append(user("u2", "a1", [result("t1", [text("seen"), image])], toolUseResult={"file": data}))

    assert load(jsonl(*rows)).messages[2].parts == (
        ToolResult(call_id="t1", text="seen"),
        Image(source=f"data:image/png;base64,{data}", media_type="image/png", width=640, height=480),
    )


def test_parallel_results_that_hang_off_different_rows_are_all_kept_in_file_order() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", call("t1"), message_id="m"),
        assistant("a2", "a1", call("t2"), message_id="m"),
        user("r2", "a2", [result("t2", "two")]),
        user("r1", "a1", [result("t1", "one")]),
        assistant("a3", "r1", text("Both.")),  # the path goes by r1: a2 and r2 are beside it
    ]
    session = load(jsonl(*rows))

    assert outline(session) == [
        ("user", "Hi"),
        ("assistant", ""),
        ("tool", "two"),
        ("tool", "one"),
        ("assistant", "Both."),
    ]
    assert session.unanswered == ()
    assert warnings(session) == {}


def test_a_late_parallel_result_at_the_end_does_not_cut_the_path() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", call("t1"), message_id="m"),
        assistant("a2", "a1", call("t2"), message_id="m"),
        user("r2", "a2", [result("t2", "two")]),
        user("r1", "a1", [result("t1", "one")]),
    ]
    assert [role for role, _ in outline(load(jsonl(*rows)))] == ["user", "assistant", "tool", "tool"]


def test_what_hangs_below_a_parallel_result_is_kept() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", call("t1"), message_id="m"),
        assistant("a2", "a1", call("t2"), message_id="m"),
        user("r1", "a1", [result("t1", "one")]),
        attachment("x1", "r1", type="hook_additional_context", content="mind the gap"),
        user("r2", "a2", [result("t2", "two")]),
        assistant("a3", "r2", text("Both.")),
    ]
    assert [words for _, words in outline(load(jsonl(*rows)))] == ["Hi", "", "one", "mind the gap", "two", "Both."]


def test_a_rewound_branch_is_left_out_and_counted() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", text("Hello")),
        user("u2", "a1", "Try A"),
        assistant("a2", "u2", text("A")),
        user("u3", "a1", "Try B"),
        assistant("a3", "u3", text("B")),
    ]
    session = load(jsonl(*rows))

    assert [words for _, words in outline(session)] == ["Hi", "Hello", "Try B", "B"]
    assert warnings(session)["branches"] == (
        "Left out 2 message rows (1 prompt) of rewound branches: the model no longer saw them."
    )
    assert session.integrity.warnings[0].line == 2


def test_an_edited_first_prompt_leaves_the_first_attempt_out() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", text("A")),
        user("u2", None, "Hello"),
        assistant("a2", "u2", text("B")),
    ]

    assert [words for _, words in outline(load(jsonl(*rows)))] == ["Hello", "B"]


def test_copied_rows_count_once() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", text("A"))]
    session = load(jsonl(*rows, *rows, user("u2", "a1", "More")))

    assert [words for _, words in outline(session)] == ["Hi", "A", "More"]
    assert warnings(session)["repeated_rows"] == "Left out 2 rows that repeat an earlier row (same uuid)."


@pytest.mark.parametrize("parents", [("c", "a", "b"), ("a", "b", "c"), ("b", "c", "a")])
def test_cycles_end(parents: tuple[str, str, str]) -> None:
    rows = [user(uuid, parent, uuid) for uuid, parent in zip("abc", parents, strict=True)]

    assert [words for _, words in outline(load(jsonl(*rows)))] == ["a", "b", "c"]


def test_a_missing_parent_is_bridged_by_file_order() -> None:
    rows = [user("u1", "gone", "Hi"), assistant("a1", "u1", text("A")), user("u2", "gone too", "More")]
    rows.append(assistant("a2", "u2", text("B")))

    assert [words for _, words in outline(load(jsonl(*rows)))] == ["Hi", "A", "More", "B"]


def test_rows_without_any_tree_are_a_list() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", None, text("A")), user("u2", None, "More")]

    assert [words for _, words in outline(load(jsonl(*rows)))] == ["Hi", "A", "More"]


def test_a_chain_of_60_000_rows_is_walked() -> None:
    rows = [user("u0", None, "0"), user("x", "u0", "rewound")]
    rows += [user(f"u{n}", f"u{n - 1}", str(n)) for n in range(1, 60_000)]

    assert len(load(jsonl(*rows)).messages) == 60_000


def test_a_cleared_context_begins_another_conversation() -> None:
    hook = {"type": "progress", "uuid": "p", "parentUuid": None, "sessionId": "s-1", "isSidechain": False}
    hook["data"] = {"type": "hook_progress", "hookName": "SessionStart:clear"}
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", text("A")),
        hook,
        user("u2", "p", "New"),
        assistant("a2", "u2", text("B")),
    ]
    first, second = load_all(jsonl(*rows))

    assert [words for _, words in outline(first)] == ["Hi", "A"]
    assert [words for _, words in outline(second)] == ["New", "B"]
    assert "this is 1" in warnings(second)["several_conversations"]


def test_sub_agents_are_threads_and_never_in_the_main_list() -> None:
    rows = [
        user("u1", None, "Hi"),
        user("s1", None, "task one", isSidechain=True, agentId="x"),
        user("s2", None, "task two", isSidechain=True, agentId="y"),
        assistant("s3", "s1", text("one"), isSidechain=True, agentId="x"),
        assistant("a1", "u1", text("A")),
    ]
    session = load(jsonl(*rows))

    assert [words for _, words in outline(session)] == ["Hi", "A"]
    assert [(t.id, [m.text for m in t.messages]) for t in session.threads] == [
        ("x", ["task one", "one"]),
        ("y", ["task two"]),
    ]


def test_older_sub_agents_are_told_apart_by_their_chains() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", text("A"))]
    rows += [user("s1", None, "one", isSidechain=True), user("s2", None, "two", isSidechain=True)]
    rows += [assistant("s3", "s1", text("1"), isSidechain=True), assistant("s4", "s2", text("2"), isSidechain=True)]

    assert [[m.text for m in t.messages] for t in load(jsonl(*rows)).threads] == [["one", "1"], ["two", "2"]]


def test_a_file_of_one_sub_agent_is_its_own_main_thread() -> None:
    rows = [
        user("s1", None, "task", isSidechain=True, agentId="x"),
        assistant("s2", "s1", text("ok"), isSidechain=True, agentId="x"),
    ]
    session = load(jsonl(*rows))

    assert outline(session) == [("user", "task"), ("assistant", "ok")]
    assert session.threads == ()


def test_injected_rows_keep_a_flag() -> None:
    rows = [
        user("u1", None, "Hi"),
        user("u2", "u1", "Caveat", isMeta=True),
        user("u3", "u2", "<local-command-stdout>ok</local-command-stdout>"),
        user("u4", "u3", "<system-reminder>mind</system-reminder>"),
        user("u5", "u4", "[Request interrupted by user]"),
        user("u6", "u5", [text("<system-reminder>mind</system-reminder>"), text("and typed")]),
    ]
    assert [m.flags for m in load(jsonl(*rows)).messages] == [(), ("meta",), ("meta",), ("meta",), ("meta",), ()]


def test_local_errors_are_synthetic_and_no_model() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", text("A"))]
    rows.append(assistant("a2", "a1", text("API Error"), message={"model": "<synthetic>"}, isApiErrorMessage=True))
    session = load(jsonl(*rows))

    assert session.messages[2].flags == ("synthetic", "error")
    assert session.model == "claude-opus-4-6"


def test_attachments_that_enter_the_context_are_injected_user_messages() -> None:
    rows = [
        user("u1", None, "Hi"),
        attachment("x1", "u1", type="nested_memory", path="/w/NOTES.md", content={"content": "be kind"}),
        attachment("x2", "x1", type="queued_command", prompt="and then stop"),
        attachment("x3", "x2", type="deferred_tools_delta", addedLines=["a", "b"]),
        attachment("x4", "x3", type="mcp_instructions_delta", addedNames=[]),
        attachment("x5", "x4", type="hook_success", hookEvent="Stop", content="unread"),
        attachment("x6", "x5", type="hook_success", hookEvent="SessionStart", content="read"),
        attachment("x7", "x6", type="new_kind", text="told"),
        assistant("a1", "x7", text("A")),
    ]
    session = load(jsonl(*rows))
    added = session.messages[1:-1]

    assert [m.parts[0] for m in added] == [
        File(name="/w/NOTES.md", text="be kind"),
        Text(text="and then stop"),
        Text(text="a\nb"),
        Opaque(type="mcp_instructions_delta", raw='{"type":"mcp_instructions_delta","addedNames":[]}'),
        Text(text="read"),
        Text(text="told"),
    ]
    assert {(m.role, m.flags) for m in added} == {("user", ("meta",))}
    assert warnings(session)["attachments"] == "Left out attachments not known to enter the context: hook_success (1)."
    assert session.integrity.skipped_rows == 1


def compacted(**boundary: object) -> bytes:
    summary = (
        "This session is being continued from a previous conversation.\n\nWe fixed it.\n"
        "Please continue the conversation from here."
    )
    return jsonl(
        user("u1", None, "Hi"),
        assistant("a1", "u1", text("A")),
        system("b1", None, "compact_boundary", **boundary),
        user("u2", "b1", summary, isCompactSummary=True, isVisibleInTranscriptOnly=True),
        user("u3", "u2", "More"),
    )


def test_a_recorded_compaction_points_at_its_summary() -> None:
    details = {"trigger": "auto", "preTokens": 155025, "postTokens": 9000}
    session = load(compacted(logicalParentUuid="a1", compactMetadata=details, timestamp="2026-02-01T10:00:00Z"))
    (compaction,) = session.compactions

    assert (compaction.index, compaction.kind, compaction.trigger) == (2, "compact", "auto")
    assert (compaction.tokens_before, compaction.tokens_after, compaction.timestamp) == (155025, 9000, 1769940000.0)
    assert session.messages[2].summary == "We fixed it."
    assert session.messages[2].role == "user"
    assert [m.summary for m in session.messages if m.summary] == ["We fixed it."]
    assert session.context_start(5) == 2


@pytest.mark.parametrize("boundary", [{}, {"logicalParentUuid": "not in the file"}, {"compactMetadata": "none"}])
def test_a_boundary_without_details_is_bridged_and_counts(boundary: dict[str, object]) -> None:
    session = load(compacted(**boundary))

    assert [(c.index, c.tokens_before) for c in session.compactions] == [(2, None)]
    assert len(session.messages) == 4


def test_a_summary_without_boundary_is_a_compaction_too() -> None:
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", text("A")),
        user("u2", None, "So far: A.", isCompactSummary=True),
    ]
    session = load(jsonl(*rows, assistant("a2", "u2", text("B"))))

    assert [c.index for c in session.compactions] == [2]
    assert session.messages[2].summary == "So far: A."
    assert len(session.messages) == 4


def test_a_boundary_without_summary_points_at_the_next_message() -> None:
    rows = [
        user("u1", None, "Hi"),
        system("b1", None, "compact_boundary", logicalParentUuid="u1"),
        user("u2", "b1", "On"),
    ]

    assert [c.index for c in load(jsonl(*rows)).compactions] == [1]


def test_cleared_results_are_marked_pruned_and_keep_their_text() -> None:
    details = {"trigger": "auto", "preTokens": 78208, "tokensSaved": 38208, "compactedToolIds": ["t1", 7]}
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", call("t1"), call("t2")),
        user("r1", "a1", [result("t1", "long"), result("t2", "short")]),
        system("b1", "r1", "microcompact_boundary", microcompactMetadata=details),
        assistant("a2", "b1", text("B")),
    ]
    session = load(jsonl(*rows))

    assert [(c.index, c.kind, c.tokens_before, c.tokens_after) for c in session.compactions] == [
        (4, "clear", 78208, 40000)
    ]
    assert [m.flags for m in session.messages[2:4]] == [("pruned",), ()]
    assert session.messages[2].text == "long"
    assert session.context_start(5) == 0


def test_a_native_compaction_block_is_a_summary_message() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", {"type": "compaction", "content": "So far."}, text("Go on."))]
    session = load(jsonl(*rows))

    assert [(m.role, m.text, m.summary) for m in session.messages[1:]] == [
        ("assistant", "So far.", "So far."),
        ("assistant", "Go on.", None),
    ]
    assert [c.index for c in session.compactions] == [1]


def test_calls_and_results_without_ids_find_each_other() -> None:
    unnamed = {"type": "tool_use", "name": "Bash", "input": {}}
    rows = [
        user("u1", None, "Hi"),
        assistant("a1", "u1", unnamed),
        user("r1", "a1", [{"type": "tool_result", "content": "ok"}]),
    ]
    session = load(jsonl(*rows))

    assert session.result_of == {(1, "call-0"): 2}


def test_unknown_blocks_and_rows_are_kept_or_counted() -> None:
    strange = {"type": "hologram", "payload": {"x": 1}}
    session = load(jsonl(user("u1", None, [strange, {"x": 2}, text("Hi")]), {"type": "brand-new", "foo": 1}))

    assert session.messages[0].parts == (
        Opaque(type="hologram", raw=json.dumps(strange, separators=(",", ":"))),
        Opaque(type="untyped", raw='{"x":2}'),
        Text(text="Hi"),
    )
    assert warnings(session)["unknown_rows"] == "Left out rows of types that are not known: brand-new (1)."


def test_bad_lines_are_named_and_a_cut_last_line_has_its_own_words() -> None:
    good = jsonl(user("u1", None, "Hi"))
    session = load(good + b"not json\n\n[1]\n" + jsonl(user("u2", "u1", "More")) + b'{"type":"user","mess')

    assert session.integrity.unreadable == (1, 3, 5)
    assert session.integrity.lines == 6
    told = warnings(session)
    assert told["unreadable_lines"].startswith(
        "Left out lines 1, 3: no JSON object (line 1: Expecting value at column 0)"
    )
    assert told["cut_last_line"].startswith("The last line is cut off: the file was probably still being written.")
    assert len(session.messages) == 2


@pytest.mark.parametrize(
    ("rows", "title"),
    [
        ([{"type": "custom-title", "customTitle": "Mine"}, {"type": "ai-title", "aiTitle": "Made"}], "Mine"),
        ([{"type": "ai-title", "aiTitle": "Made"}], "Made"),
        ([{"type": "summary", "summary": "This one", "leafUuid": "u2"}], "This one"),
        ([{"type": "summary", "summary": "Another session", "leafUuid": "elsewhere"}], "Say hello to the world"),
        ([], "Say hello to the world"),
    ],
)
def test_title(rows: list[dict[str, object]], title: str) -> None:
    command = "<command-message>init is running</command-message><command-name>/init</command-name>"
    said = [
        user("u1", None, command),
        user("u2", "u1", "<system-reminder>x</system-reminder>Say\nhello  to\x1b the world"),
    ]

    assert load(jsonl(*rows, *said)).title == title


def test_a_title_is_one_line_of_at_most_80_characters() -> None:
    assert load(jsonl(user("u1", None, "word " * 40))).title == "word " * 15 + "word…"


def test_stream_json_and_web_sessions_are_read() -> None:
    message = {"role": "assistant", "id": "m", "content": [text("Hello")]}
    stream = [
        {"type": "system", "subtype": "init", "session_id": "s", "tools": []},
        {"type": "assistant", "session_id": "s", "uuid": "a1", "message": message, "parent_tool_use_id": None},
        {
            "type": "user",
            "session_id": "s",
            "uuid": "u1",
            "message": {"role": "user", "content": "x"},
            "parent_tool_use_id": "t",
        },
        {"type": "result", "session_id": "s"},
    ]
    session = load(jsonl(*stream))
    assert outline(session) == [("assistant", "Hello")]
    assert [thread.id for thread in session.threads] == ["t"]

    web = {
        "loglines": [
            {"type": "user", "message": {"role": "user", "content": "Hi"}},
            {"type": "assistant", "message": message},
        ]
    }
    session = load(json.dumps(web, indent=1))
    assert outline(session) == [("user", "Hi"), ("assistant", "Hello")]
    assert [m.line for m in session.messages] == [None, None]


def test_pretty_printed_rows_are_read_with_their_lines() -> None:
    rows = [user("u1", None, "Hi"), assistant("a1", "u1", text("A"))]
    session = load("\n".join(json.dumps(row, indent=2) for row in rows))

    assert outline(session) == [("user", "Hi"), ("assistant", "A")]
    assert session.messages[1].line == json.dumps(rows[0], indent=2).count("\n") + 1


def test_a_file_of_bookkeeping_only_says_so() -> None:
    with pytest.raises(EmptyTranscript, match="holds no message"):
        load(jsonl({"type": "summary", "summary": "x", "leafUuid": "y"}))


def test_qwen_code_is_not_taken_for_claude_code() -> None:
    row = {**user("u1", None, ""), "message": {"role": "user", "parts": [{"text": "Hi"}]}}
    assert load(jsonl(row)).format == "qwen_code"


def test_stream_json_spells_its_boundaries_otherwise() -> None:
    """The agent SDK's messages: compact_metadata with pre_tokens, a synthetic summary, modelUsage at the end."""
    rows = [
        {"type": "system", "subtype": "init", "session_id": "s", "uuid": "u0", "claude_code_version": "2.0.1"},
        {"type": "user", "message": {"role": "user", "content": "Hi"}, "session_id": "s", "uuid": "u1"},
        {
            "type": "system",
            "subtype": "compact_boundary",
            "session_id": "s",
            "uuid": "u2",
            "compact_metadata": {"trigger": "auto", "pre_tokens": 150_000},
        },
        {
            "type": "user",
            "message": {"role": "user", "content": "So far: blue."},
            "session_id": "s",
            "uuid": "u3",
            "isSynthetic": True,
        },
        {
            "type": "assistant",
            "message": {"id": "m", "role": "assistant", "model": "claude-opus-4-6", "content": "On."},
            "session_id": "s",
            "uuid": "u4",
        },
        {"type": "result", "session_id": "s", "modelUsage": {"claude-opus-4-6": {"contextWindow": 200_000}}},
    ]
    session = load("\n".join(json.dumps(row) for row in rows))
    assert [(c.index, c.trigger, c.tokens_before) for c in session.compactions] == [(1, "auto", 150_000)]
    assert session.messages[1].summary == "So far: blue."
    assert (session.version, session.context_window) == ("2.0.1", 200_000)


def test_what_the_command_prints_as_one_list() -> None:
    """``claude -p --output-format json --verbose``, as automated runs keep it."""
    said = {"role": "assistant", "id": "m", "model": "claude-x", "content": [{"type": "text", "text": "yes"}]}
    rows = [
        {"type": "system", "subtype": "init", "session_id": "s", "model": "claude-x"},
        {"type": "user", "session_id": "s", "message": {"role": "user", "content": "hi"}},
        {"type": "assistant", "session_id": "s", "message": said},
        {"type": "result", "subtype": "success", "session_id": "s", "result": "yes"},
    ]
    session = load(json.dumps(rows, indent=1))
    assert (session.format, [m.text for m in session.messages]) == ("claude_code", ["hi", "yes"])
    assert {m.line for m in session.messages} == {None}


@pytest.mark.parametrize("parent", ["s", "5"])
@pytest.mark.parametrize(
    "told",
    [
        {"preservedMessages": {"anchorUuid": "s", "uuids": ["3", "4", "5"]}},
        {"preservedSegment": {"headUuid": "3", "anchorUuid": "s", "tailUuid": "5"}},
    ],
)
def test_messages_that_a_compaction_kept_stay(parent: str, told: dict[str, Any]) -> None:
    """What follows hangs off the summary or, written in a hurry, off the last message that was kept."""
    session = load(
        jsonl(
            user("1", None, "one"),
            assistant("2", "1", text("first")),
            user("3", "2", "two"),
            assistant("4", "3", call("a"), message_id="m"),
            user("5", "4", [result("a")]),
            system("b", None, "compact_boundary", logicalParentUuid="5", compactMetadata={"trigger": "auto", **told}),
            user("s", "b", "This session is being continued\nS", isCompactSummary=True),
            user("6", parent, "three"),
        )
    )
    assert [m.summary or m.text for m in session.messages] == ["one", "first", "two", "", "done", "S", "three"]
    assert [(c.index, c.kept) for c in session.compactions] == [(5, (2, 3, 4))]
    assert session.integrity.warnings == ()


def test_a_kept_message_that_is_written_again_only_behind_the_summary() -> None:
    """The boundary then names a row further down as the one it follows; all before it was said all the same."""
    kept = {"preservedSegment": {"headUuid": "3", "anchorUuid": "s", "tailUuid": "5"}}
    session = load(
        jsonl(
            user("1", None, "one"),
            assistant("2", "1", text("first")),
            user("3", "2", "two"),
            assistant("4", "3", text("second")),
            system("b", None, "compact_boundary", logicalParentUuid="5", compactMetadata={"trigger": "auto", **kept}),
            user("s", "b", "This session is being continued\nS", isCompactSummary=True),
            assistant("5", "s", text("third")),
            user("6", "5", "three"),
        )
    )
    assert [m.summary or m.text for m in session.messages] == ["one", "first", "two", "second", "S", "third", "three"]
    assert [c.index for c in session.compactions] == [4]


def test_messages_between_a_boundary_and_its_summary_make_no_second_compaction() -> None:
    session = load(
        jsonl(
            user("1", None, "one"),
            system("b", None, "compact_boundary", logicalParentUuid="1", compactMetadata={"trigger": "manual"}),
            user("2", "b", "kept"),
            assistant("3", "2", text("kept too")),
            user("s", "3", "This session is being continued\nS", isCompactSummary=True),
            user("4", "s", "two"),
        )
    )
    assert [(c.index, c.trigger) for c in session.compactions] == [(1, "manual")]
    assert [m.summary for m in session.messages] == [None, None, None, "S", None]


@pytest.mark.parametrize("before", [0, 1])
def test_a_summary_that_is_not_flagged_is_known_by_its_first_words(before: int) -> None:
    """As release 1.0.10 began a file with it: what it summarizes then stands in another file."""
    words = "This session is being continued from a previous conversation that ran out of context. It is:\nS"
    rows = [user("0", None, "one")][:before]
    rows += [user("1", "0" if before else None, [text(words)]), assistant("2", "1", text("On.")), user("3", "2", "two")]
    session = load(jsonl(*rows))
    assert session.messages[before].summary == "S"
    assert [c.index for c in session.compactions] == [1] * before


def test_a_row_that_reports_nothing_does_not_take_the_counts_away() -> None:
    counted = {"usage": {"input_tokens": 3, "cache_read_input_tokens": 100, "output_tokens": 0}}
    empty = {"usage": {"input_tokens": 0, "output_tokens": 0}}
    rows = [
        user("1", None, "Hi"),
        assistant("2", "1", text("A"), message_id="m", message=counted),
        assistant("3", "2", text("B"), message_id="m", message=empty),
    ]
    (usage,) = (m.usage for m in load(jsonl(*rows)).messages if m.usage)
    assert usage.context == 103


@pytest.mark.parametrize("kind", ["task-notification", "peer"])
def test_what_another_process_wrote_is_no_prompt(kind: str) -> None:
    session = load(jsonl(user("1", None, "Hi"), user("2", "1", "The command ended.", origin={"kind": kind})))
    assert [m.flags for m in session.messages] == [(), ("meta",)]
    assert load(jsonl(user("1", None, "Hi", origin={"kind": "human"}))).messages[0].flags == ()


def test_rows_without_any_id_are_known_by_their_directory() -> None:
    rows = [{"type": "user", "cwd": "/p", "message": {"content": "Hi"}}]
    rows += [{"type": "assistant", "message": {"content": [text("Hello"), call("c")]}}]
    session = load(jsonl(*rows))
    assert (session.format, outline(session)) == ("claude_code", [("user", "Hi"), ("assistant", "Hello")])
    assert len(session.unanswered) == 1


def test_a_file_with_the_newest_row_first_is_turned_round() -> None:
    rows = [
        user("1", None, "Hi"),
        assistant("2", "1", text("A")),
        user("3", "2", "More"),
        assistant("4", "3", text("B")),
    ]
    assert [words for _, words in outline(load(jsonl(*rows[::-1])))] == ["Hi", "A", "More", "B"]


def test_a_cycle_through_a_bridged_row_does_not_end_the_path() -> None:
    """A tool that sorts rows by time may put a boundary, whose parent is lost, behind what hangs below it."""
    rows = [
        user("1", None, "Hi"),
        assistant("2", "1", text("A")),
        user("4", "b", "More"),
        system("b", "gone", "turn_duration"),
        assistant("5", "4", text("B")),
    ]
    assert [words for _, words in outline(load(jsonl(*rows)))] == ["Hi", "A", "More", "B"]


def test_parallel_results_whose_calls_the_file_lost_are_kept() -> None:
    rows = [
        user("1", "gone", [result("a")]),
        user("2", "gone too", [result("b")]),
        assistant("3", "2", text("Both.")),
        user("4", "3", "More"),
    ]
    session = load(jsonl(*rows))
    assert [m.role for m in session.messages] == ["tool", "tool", "assistant", "user"]
    assert len(session.orphans) == 2


def test_one_word_in_place_of_every_uuid_is_no_uuid() -> None:
    """A redacted file; rows that tell the same, or lost their times too, still count as copies."""
    rows = [
        user("X", None, "Hi", timestamp="2026-01-01T00:00:00Z"),
        assistant("X", "X", text("A"), timestamp="2026-01-01T00:00:01Z", message_id="m1"),
        user("X", "X", "More", timestamp="2026-01-01T00:00:02Z"),
    ]
    assert [words for _, words in outline(load(jsonl(*rows)))] == ["Hi", "A", "More"]
    bare = [{key: told for key, told in row.items() if key != "timestamp"} for row in rows]
    assert [words for _, words in outline(load(jsonl(*bare)))] == ["Hi"]
