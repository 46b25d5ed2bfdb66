"""Agent Framework's estimate. The numbers of characters come from agent-framework-core 1.23.0 itself."""

import pytest

from compaction_core.session import Message, Part, Reasoning, Role, Text, ToolCall, ToolResult
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message

CASES: list[tuple[int, Role, str, tuple[Part, ...]]] = [
    (114, "user", "msg_0", (Text(text="hi"),)),
    (175, "user", "msg_0", (Text(text="hi"), Text(text="yo"))),
    (198, "assistant", "msg_0", (ToolCall(id="c1", name="bash", arguments='{"a": "é\\n"}'),)),
    (185, "assistant", "m", (Text(text="t"), Reasoning(text="th"))),
    (150, "tool", "m", (ToolResult(call_id="c1", text='out "x"\né'),)),
    (56, "assistant", "m", ()),
]


@pytest.mark.parametrize(("chars", "role", "id", "parts"), CASES)
def test_a_quarter_of_the_json(chars: int, role: Role, id: str, parts: tuple[Part, ...]) -> None:
    counter = counters.get("agent-framework")
    assert count_message(Message(role=role, id=id, parts=parts), counter) == chars // 4
