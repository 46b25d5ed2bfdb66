"""Hermes' estimate, by hand from agents.md §6 and the README of the cases."""

from dataclasses import replace

from compaction_core.session import Image, Message, Text, ToolCall
from compaction_core.tokens import counters, measure
from compaction_core.tokens.measure import count_message
from tests.make import result, say, session

COUNTER = counters.get("hermes")


def test_ten_for_each_message_and_a_quarter_of_its_characters() -> None:
    assert measure(session(say("user", "hello"), result("c", "x" * 43)), "hermes").counts == (11, 20)


def test_characters_are_code_points() -> None:
    assert count_message(say("user", "😀" * 8), COUNTER) == 12


def test_a_call_counts_what_python_prints_of_it_and_is_rounded_by_itself() -> None:
    # {'id': 'c1', 'type': 'function', 'function': {'name': 'run', 'arguments': '{}'}} has 80 characters
    call = ToolCall(id="c1", name="run")
    assert count_message(Message(role="assistant", parts=(call,)), COUNTER) == 30
    # an apostrophe in the arguments changes Python's quotes, not the length: 83 characters, 20 whole tokens each
    odd = replace(call, arguments="{'a'}")
    assert count_message(Message(role="assistant", parts=(odd, odd)), COUNTER) == 50


def test_an_image_counts_1600() -> None:
    seen = Message(role="user", parts=(Text(text="abcd"), Image(source="data:image/png;base64,AA==")))
    assert count_message(seen, COUNTER) == 1_611
