"""Columns, prefix sums and the contract of every counter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.errors import UnknownName
from compaction_core.session import Image, Message, Reasoning, Session, Text, ToolCall, ToolResult
from compaction_core.tokens import TokenCounter, counters, measure
from compaction_core.tokens.measure import count_message
from tests.make import call, result, say, session, sessions


def test_letta_code_rounds_once_per_message() -> None:
    """letta.md §1.2: ceil(chars / 4) over the whole message, arguments as compact JSON, an image 4,800 chars."""
    spoken = Message(
        role="assistant",
        parts=(Reasoning(text="ab"), Text(text="c"), ToolCall(id="1", name="ls", arguments='{ "a": 1.0 }')),
    )
    seen = Message(role="user", parts=(Text(text="中"), Image(source="x")))
    columns = measure(session(spoken, seen), "letta-code")
    assert columns.counts == (-(-(2 + 1 + 2 + len('{"a":1}')) // 4), -(-4801 // 4))


def test_a_message_is_split_by_category_without_losing_a_token() -> None:
    spoken = Message(role="assistant", parts=(Reasoning(text="hm"), Text(text="yes"), ToolCall(id="1", name="ls")))
    found = measure(session(spoken), "letta-code")
    assert found.by_category() == {"reasoning": 1, "assistant": 1, "tool_call": 1}
    assert found.counts == (3,)  # ceil((2 + 3 + 2 + 2) / 4)


def test_ranges_cost_one_subtraction() -> None:
    found = measure(session(say("system"), say("user"), call("a"), result("a")), "letta-code")
    assert [found.between(0, i) for i in range(5)] == [0, *(sum(found.counts[:i]) for i in range(1, 5))]


def test_tool_schemas_are_counted_apart() -> None:
    assert measure(session(say("user"), tools="x" * 8), "letta-code").tools == 2


def test_an_unknown_counter_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="o200k_base"):
        measure(session(say("user")), "o300k")


@pytest.mark.parametrize("counter", tuple(counters), ids=lambda counter: counter.name)
@settings(deadline=None, max_examples=30)
@given(found=sessions(max_size=12))
def test_every_counter_agrees_with_itself(counter: TokenCounter, found: Session) -> None:
    columns = measure(found, counter)
    assert columns.counts == tuple(count_message(m, counter) for m in found.messages)
    assert columns.total == sum(columns.by_category().values())
    assert counter.basis in ("measured", "estimated") and counter.label and counter.source
    assert type(columns).model_validate_json(columns.model_dump_json()) == columns


@pytest.mark.parametrize("counter", tuple(counters), ids=lambda counter: counter.name)
@settings(deadline=None, max_examples=20)
@given(before=st.text(), after=st.text())
def test_the_text_of_a_tool_result_does_not_change_the_frame(counter: TokenCounter, before: str, after: str) -> None:
    one, other = (
        Message(role="tool", name="run", id="m1", parts=(ToolResult(call_id="a", text=text), Image(source="x")))
        for text in (before, after)
    )
    assert count_message(one, counter, other.parts) == count_message(other, counter)
