"""The Letta server's estimate against ``json.dumps`` itself: letta.md §2.3."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.session import File, Image, Message, Reasoning, Text, ToolCall, ToolResult
from compaction_core.tokens import counters, measure
from compaction_core.tokens.letta_server import LettaServerEstimate, escaped, list_tokens
from compaction_core.tokens.measure import count_message
from tests.make import messages, say, session

COUNTER = LettaServerEstimate()


def as_sent(message: Message) -> dict[str, Any]:
    """The dict a model is sent (the order of the keys does not change its length)."""
    texts = [p.text or "" for p in message.parts if isinstance(p, Text | File | ToolResult)]
    images = sum(isinstance(p, Image) for p in message.parts)
    content = "\n\n".join(texts)
    if images:
        beside = "[Image omitted]" if images == 1 else f"[{images} images omitted]"
        alone = "[Image Here]" if images == 1 else beside
        content = f"{content} {beside}" if texts else alone
    spoken = texts or images or message.role != "assistant"
    row: dict[str, Any] = {"role": message.role, "content": content if spoken else None}
    if message.calls:
        row["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.calls
        ]
    thoughts = [p.text for p in message.parts if isinstance(p, Reasoning)]
    if thoughts:
        row["reasoning_content"] = "\n".join(thoughts)
    if message.result is not None:
        row["tool_call_id"] = message.result.call_id
    return row


@given(st.text(alphabet=st.characters(min_codepoint=0, max_codepoint=0x10FFFF)))
def test_a_text_is_as_long_as_json_writes_it(text: str) -> None:
    assert escaped(text) == len(json.dumps(text)) - 2


def test_a_long_text_is_counted_right_the_second_time_too() -> None:
    long = '汉"x\n' * 400
    assert escaped(long) == escaped(long) == len(json.dumps(long)) - 2 == 400 * (6 + 2 + 1 + 2)


@given(st.lists(messages.filter(lambda m: m.result is None or len(m.parts) == 1), min_size=1, max_size=6))
def test_a_list_costs_what_its_json_costs(rows: list[Message]) -> None:
    units = sum(COUNTER.frame(m) + sum(map(COUNTER.units, m.parts)) for m in rows)
    dumped = json.dumps([as_sent(m) for m in rows])
    assert units == len(dumped)
    assert COUNTER.tokens(units) == list_tokens([as_sent(m) for m in rows]) == int(math.ceil(len(dumped) / 4) * 1.3)


def test_other_alphabets_are_counted_at_several_times_their_size() -> None:
    """§2.3: a Chinese character is 6 bytes, an emoji 12; 40 of them beside 31 other bytes and the brackets."""
    assert count_message(say("user", "x" * 40), COUNTER) == int(math.ceil((31 + 2 + 40) / 4) * 1.3) == 24
    assert count_message(say("user", "汉" * 40), COUNTER) == int(math.ceil((31 + 2 + 240) / 4) * 1.3) == 89
    assert count_message(say("user", "😀" * 40), COUNTER) == int(math.ceil((31 + 2 + 480) / 4) * 1.3) == 167


@pytest.mark.parametrize(
    ("name", "role"), [("approval", "user"), (None, "assistant")], ids=["as an importer loads it", "as it is sent"]
)
def test_a_waiting_call_counts_as_an_assistant_message(name: str | None, role: str) -> None:
    parts = (ToolCall(id="a1", name="ls", arguments="{}"),)
    flags = ("meta",) if name else ()
    waiting = Message(role=role, name=name, flags=flags, parts=parts)
    sent = {"role": "assistant", "content": None, "tool_calls": []}
    call = {"id": "a1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    assert count_message(waiting, COUNTER) == list_tokens([{**sent, "tool_calls": [call]}])


def test_it_is_in_the_registry_and_counts_nothing_as_nothing() -> None:
    assert measure(session(), counters.get("letta-server")).total == 0
    assert list_tokens([]) == 0
