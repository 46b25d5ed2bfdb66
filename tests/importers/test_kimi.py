"""Kimi: the records of Kimi Code and what they do to the context, and the context file of Kimi CLI."""

from typing import Any

import pytest

from compaction_core.session import File, Image, Reasoning, Session, Text, ToolCall, ToolResult, Usage
from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]
START: Row = {"type": "metadata", "protocol_version": "1.5", "created_at": 1767323045000}
ONE, TWO, THREE = 1767323045000, 1767323046000, 1767323047000


def prompt(text: str, time: int = ONE, **origin: Any) -> Row:
    message = {"role": "user", "content": [{"type": "text", "text": text}], "toolCalls": []}
    if origin:
        message["origin"] = origin
    return {"type": "context.append_message", "message": message, "time": time}


def loop(kind: str, **event: Any) -> Row:
    return {"type": "context.append_loop_event", "event": {"type": kind, **event}, "time": TWO}


def answer(text: str, step: str = "s") -> list[Row]:
    part = {"type": "text", "text": text}
    return [
        loop("step.begin", uuid=step),
        loop("content.part", stepUuid=step, part=part),
        loop("step.end", uuid=step, finishReason="end_turn"),
    ]


def compaction(summary: str, **more: Any) -> Row:
    return {"type": "context.apply_compaction", "summary": summary, "time": THREE, **more}


def call(identity: str, step: str = "s") -> Row:
    return loop("tool.call", stepUuid=step, toolCallId=identity, name="Read", args={"path": identity})


def result(identity: str, output: Any, **more: Any) -> Row:
    return loop("tool.result", toolCallId=identity, result={"output": output, **more})


def facts(session: Session) -> list[tuple[int, str, tuple[int, ...]]]:
    return [(c.index, c.kind, c.kept) for c in session.compactions]


def test_steps_become_answers_with_their_calls_results_and_usage() -> None:
    session = loaded(
        START,
        {"type": "config.update", "systemPrompt": "Be brief.", "modelAlias": "k3"},
        {"type": "llm.tools_snapshot", "hash": "h", "tools": [{"name": "Read"}]},
        prompt("hi", kind="user"),
        {"type": "llm.request", "kind": "loop", "model": "kimi-k3"},
        {"type": "llm.request", "kind": "compaction", "model": "other"},
        loop("step.begin", uuid="s"),
        loop("content.part", stepUuid="s", part={"type": "think", "think": "hm", "encrypted": "sig"}),
        loop("content.part", stepUuid="s", part={"type": "text", "text": "I look."}),
        call("a"),
        call("b"),
        result("a", "found"),
        result("b", [{"type": "text", "text": "no"}], isError=True, note="<system>Cut.</system>"),
        loop(
            "step.end", uuid="s", finishReason="tool_use", messageId="m1",
            usage={"inputOther": 10, "inputCacheRead": 20, "inputCacheCreation": 5, "output": 7},
        ),
    )  # fmt: skip
    assert [m.role for m in session.messages] == ["system", "user", "assistant", "tool", "tool"]
    said = session.messages[2]
    assert said.parts == (
        Reasoning(text="hm", signature="sig"),
        Text(text="I look."),
        ToolCall(id="a", name="Read", arguments='{"path":"a"}'),
        ToolCall(id="b", name="Read", arguments='{"path":"b"}'),
    )
    assert said.usage == Usage(input=10, cache_read=20, cache_write=5, output=7)
    assert (said.model, said.stop_reason, said.id, said.timestamp) == ("kimi-k3", "tool_use", "m1", TWO / 1000)
    assert session.messages[3].parts == (ToolResult(call_id="a", text="found"),)
    assert session.messages[4].parts == (ToolResult(call_id="b", text="no\n<system>Cut.</system>", is_error=True),)
    assert (session.format, session.title, session.model, session.tools) == (
        "kimi",
        "hi",
        "kimi-k3",
        '[{"name":"Read"}]',
    )
    assert not session.orphans and not session.unanswered and not codes(session)


def test_a_message_that_comes_between_a_call_and_its_result_stands_behind_both() -> None:
    session = loaded(
        START, prompt("hi"), loop("step.begin", uuid="s"), call("a"), prompt("a reminder", kind="injection"),
        result("a", "found"), loop("step.end", uuid="s"),
    )  # fmt: skip
    assert texts(session) == ["hi", "", "found", "a reminder"]
    assert session.messages[3].flags == ("meta",)


def test_what_came_of_a_step_that_was_cut_is_kept_and_an_empty_one_is_not() -> None:
    empty = [loop("step.begin", uuid="e"), loop("content.part", stepUuid="e", part={"type": "text", "text": ""})]
    cut = [loop("step.begin", uuid="s"), call("a"), prompt("and more")]
    session = loaded(START, prompt("hi"), *empty, *cut)
    assert [m.role for m in session.messages] == ["user", "assistant", "user"]
    assert len(session.unanswered) == 1
    lost = loaded(START, prompt("hi"), loop("content.part", stepUuid="gone", part={"type": "text", "text": "yes"}))
    assert texts(lost) == ["hi", "yes"]


def test_a_compaction_keeps_the_person_s_messages_in_front_of_the_summary() -> None:
    session = loaded(
        START,
        {"type": "config.update", "systemPrompt": "Be brief."},
        prompt("one", kind="user"),
        *answer("first"),
        prompt("a reminder", kind="injection"),
        prompt("/plan", kind="skill_activation", trigger="user-slash"),
        {"type": "full_compaction.begin", "source": "auto"},
        compaction(
            "All so far.", contextSummary="Before this:\nAll so far.", compactedCount=4, tokensBefore=900,
            tokensAfter=90, keptUserMessageCount=2,
        ),
        *answer("second"),
    )  # fmt: skip
    assert texts(session)[5:] == ["Before this:\nAll so far.", "second"]
    assert session.messages[5].summary == "All so far."
    (made,) = session.compactions
    assert (made.index, made.kept, made.trigger) == (5, (0, 1, 4), "auto")
    assert (made.tokens_before, made.tokens_after, made.timestamp) == (900, 90, THREE / 1000)


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({"keptUserMessageCount": 5}, (0, 1, 2, 3, 4)),
        ({"keptUserMessageCount": 3}, (3, 4)),  # the oldest of them was cut to fit
        ({"keptUserMessageCount": 0}, ()),
        ({"keptUserMessageCount": 4, "keptHeadUserMessageCount": 2}, (0, 4)),  # both sides of the gap were cut
        ({"keptUserMessageCount": 3, "legacyTail": True, "compactedCount": 4}, (4,)),
        ({"compactedCount": 2}, (2, 3, 4)),
        ({"count": 3}, (3, 4)),
    ],
)
def test_which_messages_stay_word_for_word(told: Row, kept: tuple[int, ...]) -> None:
    session = loaded(START, *(prompt(f"p{number}") for number in range(5)), compaction("S.", **told), *answer("on"))
    assert facts(session) == [(5, "compact", kept)]


@pytest.mark.parametrize(
    "told",
    [{"summary": {"role": "assistant", "content": [{"type": "text", "text": "S."}]}}, {"contextSummary": "S."}],
)
def test_the_summary_stands_where_releases_put_it(told: Row) -> None:
    row = {"type": "context.apply_compaction", "compactedCount": 1, "time": THREE, **told}
    session = loaded(START, prompt("one"), row)
    assert session.messages[1].summary == session.messages[1].text == "S."


def test_turns_that_were_taken_back_are_left_out() -> None:
    owned = prompt("for two", kind="injection", ownerPromptId="p2")
    two = prompt("two")
    two["message"]["id"] = "p2"
    session = loaded(
        START, prompt("one"), *answer("first"), owned, two, *answer("second"), {"type": "context.undo", "count": 1},
        prompt("again"),
    )  # fmt: skip
    assert texts(session) == ["one", "first", "again"]
    assert codes(session) == ["branches"] and session.integrity.warnings[0].count == 3
    few = loaded(
        START, prompt("one"), compaction("S.", compactedCount=1), prompt("two"), {"type": "context.undo", "count": 2}
    )
    assert texts(few) == ["one", "S.", "two"]


def test_a_cleared_context_begins_anew() -> None:
    clear = {"type": "context.clear", "time": THREE}
    session = loaded(START, clear, prompt("one"), *answer("first"), clear, prompt("two"), clear)
    assert [(c.index, c.kept, c.trigger) for c in session.compactions] == [(2, (), "clear")]


def test_large_results_before_the_cutoff_were_blanked() -> None:
    step = [loop("step.begin", uuid="s"), call("a"), call("b"), result("a", "x" * 400), result("b", "é" * 99)]
    apply: Row = {"type": "micro_compaction.apply", "cutoff": 4, "time": THREE}
    session = loaded(START, prompt("one"), *step, loop("step.end", uuid="s"), apply, apply, *answer("on"))
    assert [m.flags for m in session.messages] == [(), (), ("pruned",), (), ()]
    assert facts(session) == [(4, "clear", ())]


def test_media_and_records_of_other_kinds() -> None:
    image = {"type": "image_url", "imageUrl": {"url": "https://example.com/a.png"}}
    message = {"role": "user", "content": [image, {"type": "video_url", "videoUrl": {"url": "blob"}}], "toolCalls": []}
    old_call = {"type": "function", "id": "t", "function": {"name": "Read", "arguments": "{}"}}
    session = loaded(
        START,
        {"type": "context.append_message", "message": message},
        {"type": "context.append_message", "message": {"role": "assistant", "content": [], "toolCalls": [old_call]}},
        {"type": "goal.create", "goalId": "g"},
        {"type": "new.record"},
        loop("new.event"),
    )
    assert session.messages[0].parts == (Image(source="https://example.com/a.png"), File(name="video"))
    assert session.messages[1].parts == (ToolCall(id="t", name="Read", arguments="{}"),)
    assert (codes(session), session.integrity.skipped_rows) == (["unknown_rows"], 4)


def test_the_context_file_of_kimi_cli() -> None:
    function = {"name": "Shell", "arguments": '{"command":"ls"}'}
    parts = [{"type": "think", "think": "hm"}, {"type": "text", "text": "I look."}]
    failed = [{"type": "text", "text": "<system>ERROR: no such file</system>"}, {"type": "text", "text": "ls: x"}]
    session = loaded(
        {"role": "_system_prompt", "content": "Be brief."},
        {"role": "_checkpoint", "id": 0},
        {"role": "user", "content": "<system>CHECKPOINT 0</system>"},
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": parts, "tool_calls": [{"type": "function", "id": "t", "function": function}]},
        {"role": "_usage", "token_count": 120},
        {"role": "tool", "content": failed, "tool_call_id": "t"},
    )
    assert [m.role for m in session.messages] == ["system", "user", "user", "assistant", "tool"]
    assert [m.flags for m in session.messages] == [(), ("meta",), (), (), ()]
    assert session.messages[3].parts == (
        Reasoning(text="hm"), Text(text="I look."), ToolCall(id="t", name="Shell", arguments='{"command":"ls"}'),
    )  # fmt: skip
    text = "<system>ERROR: no such file</system>\nls: x"
    assert session.messages[4].parts == (ToolResult(call_id="t", text=text, is_error=True),)
    assert (session.title, session.integrity.skipped_rows, session.compactions) == ("hi", 2, ())


def test_a_context_file_that_a_compaction_began() -> None:
    head = "<system>Previous context has been compacted. Here is the compaction output:</system>"
    content = [{"type": "text", "text": head}, {"type": "text", "text": "All so far."}]
    session = loaded(
        {"role": "_system_prompt", "content": "Be brief."},
        {"role": "_checkpoint", "id": 0},
        {"role": "user", "content": content},
        {"role": "assistant", "content": "Go on."},
    )
    assert facts(session) == [(1, "compact", (0,))]
    assert (session.messages[1].summary, session.messages[1].flags) == ("All so far.", ())
