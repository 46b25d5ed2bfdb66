"""Valid but odd transcripts, through the importers: no error in them for the provider that answered them."""

from dataclasses import replace
from typing import Any

import pytest

from compaction_core.importers import load
from compaction_core.session import Message, Session, Text
from compaction_core.structure import check, provider_of
from tests.importers.test_cursor_specstory_md import AGENT, USER, read, tool
from tests.make import call, result, say, session
from tests.structure.lists import thinking

ASK, ANSWER = {"role": "user", "content": "list the files"}, {"role": "assistant", "content": "There are two."}
RUN = {"id": "a", "type": "function", "function": {"name": "run", "arguments": "{}"}}
FOUND = {"role": "tool", "tool_call_id": "a", "content": "one.txt two.txt"}
USE = {"type": "tool_use", "id": "a", "name": "run", "input": {}}
GIVEN = {"type": "tool_result", "tool_use_id": "a", "content": "one.txt two.txt"}
ODD: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "legacy function calls without ids": ("openai-chat", [
        ASK, {"role": "assistant", "content": None, "function_call": {"name": "run", "arguments": "{}"}},
        {"role": "function", "name": "run", "content": "one.txt two.txt"}, ANSWER,
    ]),
    "a tool result and more inside a user message": ("anthropic", [
        ASK, {"role": "assistant", "content": [USE]},
        {"role": "user", "content": [GIVEN, {"type": "text", "text": "and be quick"}]}, ANSWER,
    ]),
    "a refusal": ("openai-chat", [
        ASK, {"role": "assistant", "content": None, "refusal": "I cannot help with that."}, ASK,
    ]),
    "an empty text with calls": ("openai-chat", [
        ASK, {"role": "assistant", "content": "", "tool_calls": [RUN]}, FOUND, ANSWER,
    ]),
    "an empty text block with calls": ("anthropic", [
        ASK, {"role": "assistant", "content": [{"type": "text", "text": ""}, USE]},
        {"role": "user", "content": [GIVEN]}, ANSWER,
    ]),
    "a system message in the middle": ("openai-chat", [
        ASK, ANSWER, {"role": "system", "content": "Answer in French."}, ASK, ANSWER,
    ]),
    "two answers in a row": ("openai-chat", [ASK, ANSWER, ANSWER, ASK]),
    "a pending call at the end": ("openai-chat", [ASK, {"role": "assistant", "content": None, "tool_calls": [RUN]}]),
    "redacted thinking": ("anthropic", [
        ASK, {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "c2VhbGVk"}, USE]},
        {"role": "user", "content": [GIVEN]},
    ]),
    "a system prompt, and nothing said yet": ("anthropic", [{"role": "system", "content": "You are an agent."}]),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_transcript_is_quiet_at_error_level(name: str) -> None:
    provider, rows = ODD[name]
    made = load(rows)
    assert len(made.messages) >= 1
    assert [f for f in check(made, provider) if f.severity == "error"] == []


def test_a_reply_without_its_request_is_a_part_of_a_conversation() -> None:
    """One reply of the Messages API: the request it answers is not in the file."""
    made = load({"type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "content": [
        {"type": "text", "text": "925"}], "stop_reason": "end_turn"})  # fmt: skip
    (one,) = [f for f in check(made, "anthropic") if f.code == "first-message"]
    assert one.severity == "warning" and "no message of a user" in one.text
    made_by_hand = [Message(role="assistant", parts=(Text(text="925"),)), say("user")]
    assert {f.code for f in check(made_by_hand, "anthropic") if f.severity == "error"} == {"first-message"}


def test_a_compaction_block_of_the_provider_may_come_first() -> None:
    """The Messages API ignores what stands before its own block, so the list really begins with it."""
    made = load(
        {
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-6",
            "stop_reason": "end_turn",
            "content": [{"type": "compaction", "content": "what was done"}, {"type": "text", "text": "Go on?"}],
        }
    )
    assert made.messages[0].summary == "what was done"
    assert [f for f in check(made, "anthropic") if f.severity == "error"] == []


def test_a_model_that_chooses_when_to_think_may_begin_a_turn_without() -> None:
    """Claude 4.6 and later with adaptive thinking; a fixed budget (older models) still wants the block in front."""
    rows = [say("user"), thinking(say("assistant")), say("user"), call("a"), result("a")]
    of = {
        model: [replace(row, model=model) for row in rows]
        for model in ("claude-opus-4-6", "claude-opus-5", "claude-sonnet-4-5-20250929", "claude-opus-4-20250514")
    }
    found = {
        model: [f.severity for f in check(made, "anthropic") if f.code == "thinking-cut"] for model, made in of.items()
    }
    assert found == {
        "claude-opus-4-6": ["warning"], "claude-opus-5": ["warning"],
        "claude-sonnet-4-5-20250929": ["error"], "claude-opus-4-20250514": ["error"],
    }  # fmt: skip


def own(*messages: Message) -> Session:
    made = session(*messages, model="claude-sonnet-4-5")
    assert provider_of(made).name == "anthropic"
    return made


def test_what_the_file_shows_to_have_been_answered_was_taken() -> None:
    """The turn begins without thinking, and the same provider went on with it."""
    rows = [say("user"), thinking(say("assistant")), say("user"), call("a"), result("a"), call("b"), result("b")]
    (one,) = [f for f in check(own(*rows), "anthropic") if f.code == "thinking-cut"]
    assert one.severity == "warning" and one.messages == (3,)
    assert {f.severity for f in check(rows, "anthropic") if f.code == "thinking-cut"} == {"error"}


def test_an_answer_that_was_broken_off_is_left_out_by_its_client() -> None:
    broken = replace(call("a"), flags=("error",), stop_reason="aborted")
    went_on = own(say("user"), broken, say("user"), say("assistant"))
    assert [(f.code, f.severity) for f in check(went_on, "anthropic")] == [("unanswered-call", "warning")]
    stands = own(say("user"), say("assistant"), say("user"), broken, say("user"))
    assert [(f.code, f.severity) for f in check(stands, "anthropic")] == [("unanswered-call", "error")]


def test_two_rows_of_one_answer_that_gemini_took() -> None:
    rows = [say("user"), say("assistant"), call("a"), result("a"), say("assistant")]
    mild = session(*rows, model="gemini-2.5-flash")
    assert [(f.code, f.severity) for f in check(mild, "gemini")] == [("roles-alternate", "warning")]
    assert [(f.code, f.severity) for f in check(rows, "gemini")] == [("roles-alternate", "error")]


def test_a_tool_block_without_a_result_does_not_take_that_of_the_next() -> None:
    """Chats saved as Markdown show the result inside the block of its call; some blocks show none."""
    blocks = tool("Bash", "first") + tool("Bash", "second\n\n```text\nfound\n```")
    made = read(USER + "go\n\n" + AGENT + blocks + "Done.\n")
    assert [row.call_id for message in made.messages if (row := message.result)] == ["call-1"]
    found = [(f.code, f.severity, f.messages) for f in check(made, "anthropic") if f.code == "unanswered-call"]
    assert found == [("unanswered-call", "warning", (1,))]  # the importer says that this export leaves results out
