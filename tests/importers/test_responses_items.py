"""Items of the Responses API: what each becomes."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import Image, Opaque, Reasoning, Session, Text, ToolCall, ToolResult, Usage

ASK = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}
SAY = {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "A"}]}


def items(*values: Any) -> Session:
    return load(json.dumps([ASK, *values]))


def outline(session: Session) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


def test_items_of_one_turn_are_one_message() -> None:
    thought = {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "hm"}]}
    one = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
    two = {"type": "custom_tool_call", "call_id": "c2", "name": "g", "input": "raw"}
    session = items(
        thought,
        SAY,
        one,
        two,
        {"type": "function_call_output", "call_id": "c1", "output": "x"},
        {"type": "custom_tool_call_output", "call_id": "c2", "output": [{"type": "input_text", "text": "y"}]},
    )
    assert outline(session) == [("user", "Hi"), ("assistant", "A"), ("tool", "x"), ("tool", "y")]
    assert session.messages[1].parts == (
        Reasoning(text="hm"),
        Text(text="A"),
        ToolCall(id="c1", name="f"),
        ToolCall(id="c2", name="g", arguments="raw"),
    )
    assert session.messages[1].id == "msg_1"
    assert session.unanswered == ()


@pytest.mark.parametrize(
    ("item", "call", "text"),
    [
        (
            {
                "type": "web_search_call",
                "id": "w",
                "status": "completed",
                "action": {"query": "q", "sources": [{"url": "u"}]},
            },
            ToolCall(id="w", name="web_search", arguments='{"query":"q"}'),
            '[{"url":"u"}]',
        ),
        (
            {"type": "file_search_call", "id": "w", "status": "completed", "queries": ["q"], "results": None},
            ToolCall(id="w", name="file_search", arguments='["q"]'),
            "[completed]",
        ),
        (
            {"type": "code_interpreter_call", "id": "w", "status": "x", "code": "1", "outputs": [{"logs": "2"}]},
            ToolCall(id="w", name="code_interpreter", arguments="1"),
            "2",
        ),
        (
            {"type": "mcp_call", "id": "w", "status": "x", "name": "m", "arguments": "{}", "output": "out"},
            ToolCall(id="w", name="m"),
            "out",
        ),
    ],
)
def test_a_providers_call_and_its_result_are_one_item(item: dict[str, Any], call: ToolCall, text: str) -> None:
    session = items(item)
    assert session.messages[1].calls == (call,)
    assert session.messages[2].result == ToolResult(call_id="w", text=text)


def test_a_failed_call_of_a_server() -> None:
    session = items({"type": "mcp_call", "id": "w", "name": "m", "arguments": "{}", "error": "no", "status": "failed"})
    assert session.messages[2].result == ToolResult(call_id="w", text="no", is_error=True)


def test_pictures() -> None:
    session = items(
        {"type": "image_generation_call", "id": "i", "status": "completed", "result": "AAAA"},
        {"type": "computer_call", "call_id": "c", "action": {"type": "screenshot"}},
        {"type": "computer_call_output", "call_id": "c", "output": {"type": "x", "image_url": "https://e.x/a.png"}},
    )
    assert session.messages[2].parts[1] == Image(source="data:image/png;base64,AAAA", media_type="image/png")
    assert session.messages[4].parts == (ToolResult(call_id="c", text=""), Image(source="https://e.x/a.png"))


def test_shell_output() -> None:
    session = items(
        {"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "call_id": "c", "output": [{"stdout": "a", "stderr": "b", "outcome": {}}]},
    )
    assert session.messages[2].text == "a\nb"


def test_sealed_reasoning_is_kept_and_empty_reasoning_is_not() -> None:
    sealed = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "xx"}
    session = items({"type": "reasoning", "id": "r0", "summary": []}, sealed, SAY)
    assert session.messages[1].parts == (
        Opaque(type="reasoning", raw=json.dumps(sealed, separators=(",", ":"))),
        Text(text="A"),
    )


def test_items_not_known_are_opaque() -> None:
    assert items({"type": "mcp_list_tools", "server_label": "s", "tools": []}).messages[1].parts == (
        Opaque(type="mcp_list_tools", raw='{"type":"mcp_list_tools","server_label":"s","tools":[]}'),
    )


def test_a_reference_is_followed_or_told() -> None:
    session = items(SAY, ASK, {"type": "item_reference", "id": "msg_1"}, ASK, {"type": "item_reference", "id": "m9"})
    assert [text for role, text in outline(session) if role == "assistant"] == ["A", "A", ""]
    assert [w.code for w in session.integrity.warnings] == ["item_references"]


def test_a_compaction_in_an_answer_hides_what_stands_before_it() -> None:
    sealed = {"type": "compaction", "id": "cmp", "encrypted_content": "xx"}
    reply = {"object": "response", "id": "r", "model": "m", "output": [SAY, sealed], "usage": {"input_tokens": 9}}
    session = load(json.dumps(reply))
    assert [(c.index, c.kept) for c in session.compactions] == [(1, ())]
    assert (session.messages[1].summary, session.messages[1].parts[0].kind) == ("", "opaque")
    assert [m.usage for m in session.messages] == [Usage(input=9), None]


def test_a_compacted_list_keeps_the_messages_beside_the_compaction() -> None:
    sealed = {"type": "compaction", "id": "cmp", "encrypted_content": "xx"}
    session = load(json.dumps({"object": "response.compaction", "id": "r", "output": [ASK, sealed]}))
    assert [(c.index, c.kept) for c in session.compactions] == [(1, (0,))]


def test_the_next_request_after_a_compaction_is_no_second_one() -> None:
    sealed = {"type": "compaction", "id": "cmp", "encrypted_content": "xx"}
    more = {**ASK, "content": "More"}
    log = [
        {"request": {"model": "m", "input": [ASK]}, "response": {"object": "response", "output": [SAY, sealed]}},
        {"request": {"model": "m", "input": [sealed, more]}, "response": {"object": "response", "output": [SAY]}},
    ]
    (session,) = load_all(json.dumps(log))
    assert [c.index for c in session.compactions] == [2]
    assert [text for _, text in outline(session)] == ["Hi", "A", "", "More", "A"]
