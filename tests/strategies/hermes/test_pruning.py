"""Hermes' pre-pass, worked by hand from agents.md §6 and the README of the cases."""

import json

import pytest

from compaction_core.session import Image, Message, Text, ToolCall, ToolResult
from compaction_core.strategies.hermes.one_line import DUPLICATE, IMAGE, one_line
from compaction_core.strategies.hermes.pruning import boundary, prune
from tests.make import call, result, say


def test_the_first_message_that_does_not_fit_ends_the_walk() -> None:
    assert boundary([10] * 10, 35, 2) == 6  # three fit; the fourth does not, and what is before it is old
    assert boundary([10] * 10, 35, 6) == 4  # it goes on until six, itself counted, have been seen
    assert boundary([10] * 10, 500, 2) == 0
    assert boundary([10] * 10, 0, 4) == 6
    assert boundary([10] * 3, 0, 20) == -17


def test_old_outputs_of_more_than_200_characters_become_a_line() -> None:
    listed = [call("a"), result("a", "x" * 201), call("b"), result("b", "y" * 200), say("user"), say("assistant")]
    done = prune(listed, [10] * 6, 10, 1)
    assert done.boundary == 4
    assert done.outputs == {1: "[run: command=ls; 1 line, 201 characters]"}


def test_copies_of_200_characters_or_more_go_anywhere() -> None:
    same = "x" * 200
    listed = [call("a", "b"), result("a", same), result("b", same), call("c"), result("c", same)]
    done = prune(listed, [10] * 5, 1_000, 20)
    assert (done.outputs, done.duplicates) == ({1: DUPLICATE, 2: DUPLICATE}, 2)


def test_long_arguments_of_old_calls_are_cut_inside_their_json() -> None:
    long = json.dumps({"path": "a.py", "content": "é" * 600, "deep": [{"more": "z" * 201}]})
    listed = [Message(role="assistant", parts=(ToolCall(id="a", name="write_file", arguments=long),)), result("a")]
    shorter = prune([*listed, say("user"), say("user")], [10] * 4, 10, 1).messages[0].calls[0]
    given = json.loads(shorter.arguments)
    assert given == {"path": "a.py", "content": "é" * 200 + "...[cut]", "deep": [{"more": "z" * 200 + "...[cut]"}]}
    assert "é" in shorter.arguments


@pytest.mark.parametrize("arguments", ["x" * 501, "[" * 200_000])
def test_arguments_that_are_no_json_stay(arguments: str) -> None:
    listed = [Message(role="assistant", parts=(ToolCall(id="a", name="run", arguments=arguments),)), say("user")]
    assert prune([*listed, say("user")], [10] * 3, 10, 1).messages == {}


def test_an_old_image_leaves_a_note() -> None:
    picture = Image(source="data:image/png;base64,AA==")
    seen = Message(role="tool", parts=(ToolResult(call_id="a", text="t" * 300), picture))
    done = prune([call("a"), seen, say("user"), say("user")], [10] * 4, 10, 1)
    assert done.outputs == {}
    assert done.messages[1].parts == (ToolResult(call_id="a", text="t" * 300), Text(text=IMAGE))


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        ("read_file", {"path": "a.py", "offset": 7}, "[read_file: a.py, 7; 2 lines, 7 characters]"),
        ("terminal", {"command": "x" * 81}, f"[terminal: {'x' * 77}...; 2 lines, 7 characters]"),
        ("web_extract", {"urls": ["a", "b"]}, "[web_extract: a and 1 more; 2 lines, 7 characters]"),
        ("browser_click", {"ref": "@e5", "text": "x"}, "[browser_click: @e5; 2 lines, 7 characters]"),
        ("todo", {"items": [1]}, "[todo; 2 lines, 7 characters]"),
        ("own", {"a": True, "b": None, "c": 3}, "[own: a=True, b=None; 2 lines, 7 characters]"),
        ("own", [1, 2], "[own; 2 lines, 7 characters]"),
    ],
)
def test_the_line_of_each_tool(tool: str, arguments: object, line: str) -> None:
    assert one_line(tool, json.dumps(arguments), "one\ntwo") == line
