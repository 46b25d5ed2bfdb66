"""Codex rollouts old and new, and the stream of ``codex exec --json``."""

from typing import Any

import pytest

from compaction_core.errors import EmptyTranscript
from compaction_core.importers import load
from compaction_core.session import Image, Opaque, Reasoning
from tests.importers.lines import codes, jsonl, loaded, texts

Row = dict[str, Any]
META: Row = {"type": "session_meta", "payload": {"id": "s", "cli_version": "0.142.0"}}


def item(**payload: Any) -> Row:
    return {"type": "response_item", "timestamp": "2026-02-01T10:00:00Z", "payload": payload}


def event(kind: str, **payload: Any) -> Row:
    return {"type": "event_msg", "timestamp": "2026-02-01T10:00:00Z", "payload": {"type": kind, **payload}}


def message(role: str, text: str) -> Row:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def user(text: str) -> Row:
    return item(**message("user", text))


def answer(text: str) -> Row:
    return item(**message("assistant", text))


def count(prompt: int, total: int | None = None, cached: int = 0) -> Row:
    last = {"input_tokens": prompt, "cached_input_tokens": cached, "output_tokens": 5, "total_tokens": total}
    if prompt == 0:
        last["output_tokens"] = 0
    return event("token_count", info={"last_token_usage": last, "model_context_window": 272000})


def compacted(text: str, history: list[Row] | None = None) -> Row:
    payload = {"message": text, **({} if history is None else {"replacement_history": history})}
    return {"type": "compacted", "timestamp": "2026-02-01T11:00:00Z", "payload": payload}


def test_the_copies_for_the_screen_are_not_read_twice() -> None:
    told = [event("user_message", message="hi"), event("agent_message", message="yes"), event("agent_reasoning")]
    session = loaded(META, user("hi"), answer("yes"), *told)
    assert texts(session) == ["hi", "yes"]
    assert session.integrity.skipped_rows == 4


def test_items_of_one_reply_are_one_message_and_a_count_ends_it() -> None:
    session = loaded(
        {"type": "turn_context", "payload": {"model": "gpt-5.5"}},
        user("go"),
        item(type="reasoning", id="rs", summary=[], encrypted_content="abc"),
        answer("I look."),
        item(type="function_call", name="exec", arguments="{}", call_id="1"),
        item(type="custom_tool_call", name="apply_patch", input="*** Begin", call_id="2"),
        item(type="function_call_output", call_id="1", output="one"),
        item(type="custom_tool_call_output", call_id="2", output=[{"type": "input_text", "text": "two"}]),
        count(100, cached=60),
        answer("Done."),
        count(120),
    )
    assert [m.role for m in session.messages] == ["user", "assistant", "tool", "tool", "assistant"]
    reply = session.messages[1]
    assert reply.parts[0] == Reasoning(text="", signature="abc")
    assert [call.arguments for call in reply.calls] == ["{}", "*** Begin"]
    assert reply.usage is not None and reply.usage.context == 100 and reply.usage.cache_read == 60
    assert session.messages[4].usage is not None and session.messages[4].usage.context == 120
    assert {m.model for m in session.messages if m.role == "assistant"} == {"gpt-5.5"}
    assert session.integrity.merged_rows == 3
    assert session.context_window == 272000


def test_what_codex_puts_into_the_users_role_is_marked() -> None:
    for text in ("<environment_context>\n</environment_context>", "# AGENTS.md instructions for /w", "<turn_aborted>"):
        session = loaded(META, user(text), user("Sort it."))
        assert [m.flags for m in session.messages] == [("meta",), ()]
        assert session.title == "Sort it."


def test_the_system_prompt_is_message_0_and_older_instructions_are_not_told_twice() -> None:
    base = {"type": "session_meta", "payload": {"id": "s", "base_instructions": {"text": "Be brief."}}}
    assert loaded(base, user("hi")).messages[0].role == "system"
    older = {"type": "session_meta", "payload": {"id": "s", "instructions": "Use tabs."}}
    assert texts(loaded(older, user("# AGENTS.md instructions\n\nUse tabs."), user("hi")))[0].startswith("# AGENTS")
    assert texts(loaded(older, user("hi"))) == ["Use tabs.", "hi"]


def test_a_replacement_list_keeps_what_comes_back_word_for_word() -> None:
    history = [message("user", "first"), message("user", "new rules"), message("user", "Summary so far: half done")]
    session = loaded(
        {"type": "session_meta", "payload": {"base_instructions": {"text": "Be brief."}}},
        user("first"),
        answer("a"),
        count(900, total=905),
        compacted("Summary so far: half done", history),
        count(0, total=80),
        event("context_compacted"),
        user("second"),
    )
    assert texts(session) == ["Be brief.", "first", "a", "Summary so far: half done", "new rules", "second"]
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (3, (0, 1))
    assert (compaction.tokens_before, compaction.tokens_after) == (905, 80)
    summary, rules = session.messages[3:5]
    assert summary.summary == "Summary so far: half done"
    assert rules.flags == ("meta",)  # nobody typed it


def test_an_unreadable_summary_is_kept_as_its_json() -> None:
    history = [message("user", "first"), {"type": "compaction", "encrypted_content": "gAAA"}]
    session = loaded(META, user("first"), answer("a"), compacted("", history), user("second"))
    summary = session.messages[session.compactions[0].index]
    assert summary.summary == ""
    assert isinstance(summary.parts[0], Opaque)
    assert session.compactions[0].kept == (0,)


def test_a_replacement_without_summary_gets_a_note() -> None:
    session = loaded(META, user("first"), answer("a"), compacted("", [message("user", "first")]), user("second"))
    summary = session.messages[2]
    assert (summary.summary, summary.flags) == ("", ("synthetic",))
    assert "does not hold the summary" in summary.text


def test_without_a_list_the_users_messages_and_the_summary_stay() -> None:
    text = "Another language model started to solve this.\nTo do: tests."
    session = loaded(META, user("first"), answer("a"), compacted(text), user("second"))
    assert session.compactions[0].kept == (0,)
    assert session.messages[2].text == text
    assert session.messages[2].summary == "To do: tests."


def test_a_second_compaction_keeps_only_what_the_first_left() -> None:
    session = loaded(META, user("a"), compacted("S1", [message("user", "S1")]), user("b"), compacted("S2"), user("c"))
    assert texts(session) == ["a", "S1", "b", "S2", "c"]
    assert [(c.index, c.kept) for c in session.compactions] == [(1, ()), (3, (2,))]


def test_rolled_back_turns_are_left_out() -> None:
    session = loaded(
        META,
        user("one"),
        answer("1"),
        user("two"),
        answer("2"),
        user("three"),
        event("thread_rolled_back", num_turns=2),
        user("four"),
    )
    assert texts(session) == ["one", "1", "four"]
    assert codes(session) == ["branches"]
    assert session.integrity.warnings[0].line == 3


def test_a_rollback_behind_a_compaction_leaves_the_hidden_originals() -> None:
    session = loaded(
        META,
        user("one"),
        compacted("S", [message("user", "one")]),
        user("two"),
        event("thread_rolled_back", num_turns=9),
        user("three"),
    )
    assert texts(session) == ["one", "S", "three"]
    assert session.compactions[0].kept == ()


def test_a_fork_repeats_its_parents_header_and_says_so() -> None:
    own = {"type": "session_meta", "payload": {"id": "b", "forked_from_id": "a", "cli_version": "2"}}
    session = loaded(own, {"type": "session_meta", "payload": {"id": "a", "cli_version": "1"}}, user("hi"))
    assert session.version == "2"
    assert codes(session) == ["fork"]


def test_the_first_rollouts_have_no_envelope() -> None:
    header = {"id": "s", "timestamp": "2025-06-01T10:00:00Z", "instructions": None, "git": {}}
    call = {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "1"}
    output = {"type": "function_call_output", "call_id": "1", "output": {"content": "no", "success": False}}
    session = loaded(header, {"record_type": "state"}, message("user", "hi"), call, output)
    assert session.format == "codex"
    assert [m.role for m in session.messages] == ["user", "assistant", "tool"]
    result = session.messages[2].result
    assert result is not None and (result.text, result.is_error) == ("no", True)


def test_other_items() -> None:
    session = loaded(
        META,
        user("hi"),
        item(type="web_search_call", id="w", action={"query": "x"}),
        item(type="tool_search_call", call_id="t", arguments={"q": 1}),
        item(type="tool_search_output", call_id="t", tools=[{"name": "n"}]),
        item(type="ghost_snapshot", ghost_commit={}),
        item(type="agent_message", author="helper", content=[{"type": "input_text", "text": "done"}]),
        item(type="image_generation_call", id="i", result="iVBORw0KGgo="),
        item(type="from_the_future", value=1),
    )
    web, found, told, last = session.messages[1:]
    assert [part.kind for part in web.parts] == ["opaque", "tool_call"]
    assert found.result is not None and found.result.text == '[{"name":"n"}]'
    assert (told.role, told.name, told.flags) == ("user", "helper", ("meta",))
    assert isinstance(last.parts[0], Image) and isinstance(last.parts[1], Opaque)


def test_a_file_without_messages_says_so() -> None:
    with pytest.raises(EmptyTranscript):
        load(jsonl(META, event("token_count", info=None)))


def test_the_exec_stream_shows_the_last_state_of_each_item() -> None:
    def step(kind: str, **details: Any) -> Row:
        return {"type": kind, "item": {"id": "item_1", "type": "command_execution", "command": "ls", **details}}

    session = loaded(
        {"type": "thread.started", "thread_id": "t"},
        {"type": "turn.started"},
        {"type": "item.completed", "item": {"id": "item_0", "type": "reasoning", "text": "Look."}},
        step("item.started", aggregated_output="", status="in_progress"),
        step("item.completed", aggregated_output="gone", exit_code=2, status="failed"),
        {"type": "item.started", "item": {"id": "item_2", "type": "mcp_tool_call", "server": "s", "tool": "t"}},
        {"type": "item.completed", "item": {"id": "item_3", "type": "agent_message", "text": "No file."}},
        {"type": "turn.failed", "error": {"message": "limit reached"}},
    )
    assert session.format == "codex"
    assert [m.role for m in session.messages] == ["assistant", "tool", "assistant"]
    assert session.messages[1].result is not None and session.messages[1].result.is_error
    assert [call.name for m in session.messages for call in m.calls] == ["shell", "s.t"]
    assert len(session.unanswered) == 1
    assert codes(session) == ["no_prompt", "errors"]


def test_many_compactions_and_rollbacks_take_linear_time() -> None:
    rows = [user("x"), compacted(""), event("thread_rolled_back", num_turns=3), user("y"), answer("z")] * 4_000
    session = loaded(META, *rows)
    assert len(session.compactions) == 4_000


def test_counts_of_newer_releases_stand_in_rows_of_their_own() -> None:
    """Release 0.153 and later write a record for each response; a ``token_count`` may repeat it."""
    usage = {"input_tokens": 100, "cached_input_tokens": 80, "output_tokens": 10, "total_tokens": 110}
    record = {"type": "token_usage_record", "payload": {"response_id": "r", "usage": usage}}
    session = loaded(META, user("go"), answer("one"), record, answer("two"), record, count(100, 110, 80))
    assert [m.text for m in session.messages] == ["go", "one", "two"]
    assert [m.usage.cache_read for m in session.messages[1:] if m.usage] == [80, 80]
    assert codes(session) == []


def test_messages_of_other_agents_and_tools_brought_later() -> None:
    told = {
        "type": "inter_agent_communication",
        "payload": {"author": "/root/a", "recipient": "/root", "content": "done"},
    }
    session = loaded(META, user("go"), told, item(type="additional_tools", role="developer", tools=[]), answer("ok"))
    assert [(m.role, m.name, m.flags) for m in session.messages] == [
        ("user", None, ()),
        ("user", "/root/a", ("meta",)),
        ("developer", None, ()),
        ("assistant", None, ()),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "<goal_context>\nfinish\n</goal_context>",
        '<codex_internal_context source="goal">\nx\n</codex_internal_context>',
        "<external_editor>open</external_editor>",
        '<hook_prompt hook_run_id="1">x</hook_prompt>',
        "Warning: apply_patch was requested via shell. Use it.",
    ],
)
def test_texts_that_codex_adds_are_no_prompts(text: str) -> None:
    assert loaded(META, user(text), answer("ok")).messages[0].flags == ("meta",)


def test_calls_and_results_as_some_clients_named_them() -> None:
    """Seen in recorded sessions: the name under ``function``, no ids."""
    call = item(type="tool_call", function={"name": "run"}, arguments={"command": "ls"})
    session = loaded(META, user("x"), call, item(type="tool_result", name="run", result={"stdout": "a.txt"}))
    assert [c.name for m in session.messages for c in m.calls] == ["run"]
    assert (len(session.result_of), session.orphans) == (1, ())
