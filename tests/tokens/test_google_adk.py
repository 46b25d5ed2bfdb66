"""Google ADK's estimate: frameworks.md §3, Token estimator."""

from compaction_core.session import Image, Message, Text, ToolCall, ToolResult
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message
from tests.make import say


def count(message: Message) -> int:
    return count_message(message, counters.get("google-adk"))


def test_text_is_a_quarter_rounded_down() -> None:
    assert [count(say("user", "x" * n)) for n in (0, 3, 4, 7)] == [0, 0, 1, 1]
    assert count(say("user", "設計書の")) == 1


def test_tool_data_counts_as_json_with_escapes() -> None:
    answer = Message(role="tool", name="read", parts=(ToolResult(call_id="a", text="設計"),))
    assert count(answer) == (len("read") + len('{"result": "\\u8a2d\\u8a08"}')) // 4 == 7
    call = Message(role="assistant", parts=(ToolCall(id="a", name="bash", arguments='{"cmd":"ls"}'),))
    assert count(call) == (len("bash") + len('{"cmd": "ls"}')) // 4 == 4


def test_empty_arguments_and_images_count_nothing() -> None:
    assert count(Message(role="assistant", parts=(ToolCall(id="a", name="bash"),))) == 1
    assert count(Message(role="user", parts=(Text(text="look"), Image(source="data:x")))) == 1
