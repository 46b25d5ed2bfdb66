"""pi's compaction as a whole: agents.md §4. Every message of ``say`` is 10 tokens."""

from dataclasses import replace

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Image, Message, ToolCall, ToolResult, Usage
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.pi.strategy import NO_HISTORY
from compaction_core.strategies.pi.trigger import context_tokens, should_compact
from compaction_core.summarizers.turn_prefix import SEPARATOR
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session


def test_a_cut_at_a_user_message_asks_once() -> None:
    found = session(say("system"), *dialogue(6).messages)
    made = plan(found, "pi", 1000, keep_recent_tokens=20)
    assert made.cut == 5 and made.fates == ("keep", *["summarize"] * 4, "keep", "keep")
    request = summary_request(found, made)
    assert request.prompt == "pi_first" and request.turn_prefix is None and request.indexes == (1, 2, 3, 4)


def test_a_cut_inside_a_turn_asks_twice() -> None:
    found = session(*dialogue(2).messages, say("user"), call("a"), result("a"), say("assistant"))
    made = plan(found, "pi", 1000, keep_recent_tokens=10)
    assert made.cut == 5
    request = summary_request(found, made)
    assert request.prompt == "pi_first" and [line.index for line in request.lines] == [0, 1]
    assert request.turn_prefix is not None and request.turn_prefix.prompt == "pi_turn_prefix"
    assert request.turn_prefix.indexes == (2, 3, 4) and request.indexes == (0, 1, 2, 3, 4)


def test_without_history_only_the_turn_is_asked_for() -> None:
    found = session(say("user"), say("assistant"), say("assistant"))
    made = plan(found, "pi", 1000, keep_recent_tokens=10)
    request = summary_request(found, made)
    assert request.prompt == "pi_turn_prefix" and request.turn_prefix is None and request.indexes == (0, 1)
    told = compact(found, made, text="the start").view[0].message
    assert told.summary == f"{NO_HISTORY}{SEPARATOR}the start" and told.role == "user"


def test_an_earlier_summary_is_updated_and_replaced() -> None:
    found = session(say("user", "wrapped", summary="## Goal\nport it"), *dialogue(4).messages)
    made = plan(found, "pi", 1000, keep_recent_tokens=20)
    assert made.fates == ("summarize", "summarize", "summarize", "keep", "keep")
    request = summary_request(found, made)
    assert request.prompt == "pi_update" and request.previous_summary == "## Goal\nport it"
    assert "## Goal\nport it" in request.instructions and "port it" not in request.transcript


def test_an_earlier_summary_is_lost_where_only_a_cut_turn_goes() -> None:
    """The fixed text stands in place of the history, and with it in place of the earlier summary."""
    found = session(say("user", summary="so far"), say("user"), say("assistant"), say("assistant"))
    made = plan(found, "pi", 1000, keep_recent_tokens=10)
    assert made.fates == ("drop", "summarize", "summarize", "keep")
    assert "#0) is lost" in " ".join(step.text for step in made.steps)


def carried_over() -> tuple[Message, ...]:
    """A summary of time 10, two messages that it kept, and four new ones."""
    kept = (say("user", "k" * 40, timestamp=8), say("assistant", timestamp=9))
    new = (say(("user", "assistant")[i % 2], timestamp=11 + i) for i in range(4))
    return (say("user", summary="so far", timestamp=10), *kept, *new)


def test_what_a_compaction_kept_is_summarized_by_the_next() -> None:
    made = plan(session(*carried_over()), "pi", 1000, keep_recent_tokens=20)
    assert made.fates == ("summarize",) * 5 + ("keep", "keep")


def test_release_0_58_3_never_summarized_what_a_compaction_had_kept() -> None:
    found = session(*carried_over())
    made = plan(found, "pi", 1000, keep_recent_tokens=20, release="0.58.3")
    assert made.fates == ("summarize", "drop", "drop", "summarize", "summarize", "keep", "keep")
    assert made.as_released and "kkk" not in summary_request(found, made).transcript


def test_right_behind_a_compaction_there_is_nothing_to_do() -> None:
    for messages in (carried_over()[:3], carried_over()[:1]):
        made = plan(session(*messages), "pi", 1000, keep_recent_tokens=1)
        assert made.cut is None and made.error is None
    assert plan(session(), "pi", 1000).cut is None


def test_everything_kept_is_nothing_done() -> None:
    made = plan(dialogue(6), "pi", 1000)
    assert made.cut is None and set(made.fates) == {"keep"}


def test_the_files_stand_behind_the_summary_and_are_carried_on() -> None:
    def used(name: str, path: str) -> Message:
        return Message(role="assistant", parts=(ToolCall(id="x", name=name, arguments=f'{{"path": "{path}"}}'),))

    found = session(say("user"), used("read", "b.py"), used("edit", "a.py"), used("read", "a.py"), say("user"))
    made = plan(found, "pi", 1000, keep_recent_tokens=1)
    told = compact(found, made, text="note").view[0].message
    assert told.summary == "note\n\n<read_files>\nb.py\n</read_files>\n\n<modified_files>\na.py\n</modified_files>"
    again = session(told, say("user"), used("write", "b.py"), say("user"))
    second = compact(again, plan(again, "pi", 1000, keep_recent_tokens=1), text="more").view[0].message
    assert second.summary == "more\n\n<modified_files>\na.py\nb.py\n</modified_files>"


def test_the_focus_stands_in_the_instructions() -> None:
    made = plan(dialogue(4), "pi", 1000, keep_recent_tokens=20, custom_instructions="the database")
    assert summary_request(dialogue(4), made).instructions.endswith("Pay special attention to: the database")


def test_only_tool_results_are_cut_for_the_summarizer() -> None:
    found = session(say("user", "u" * 3000), call("a"), result("a", "r" * 2500), say("user"))
    lines = summary_request(found, plan(found, "pi", 1000, keep_recent_tokens=1)).lines
    assert [line.dropped_chars for line in lines] == [0, 0, 500]
    assert lines[1].text == '[assistant, calls] run(command="ls")'


def test_the_estimate_of_images_and_summaries() -> None:
    image = Image(source="data:")
    shown = Message(role="tool", parts=(ToolResult(call_id="a", text="x" * 8), image))
    asked = say("user", "x" * 8)
    found = session(replace(asked, parts=(*asked.parts, image)), shown, say("user", "w" * 99, summary="x" * 8))
    assert measure(found, "pi").counts == (2, 1202, 2)


def test_the_threshold_is_strict() -> None:
    assert not should_compact(183_616, 200_000, 16_384)
    assert should_compact(183_617, 200_000, 16_384)
    pi = strategies.get("pi")
    assert pi.threshold(200_000, pi.parameters()) == 183_616
    assert pi.threshold(200_000, pi.parameters(enabled=False)) is None
    assert pi.threshold(None, pi.parameters()) is None


def test_the_context_is_the_last_whole_answers_usage_and_what_came_later() -> None:
    good, failed = say("assistant", usage=Usage(input=500)), say("assistant", usage=Usage(input=9), stop_reason="error")
    assert context_tokens((say("user"), good, say("user")), (10, 10, 10)) == 510
    assert context_tokens((say("user"), good, failed), (10, 10, 10)) == 510
    assert context_tokens((say("user"), failed), (10, 10)) == 20


def test_it_looks_at_whole_answers_that_end_a_turn() -> None:
    old, summary = say("assistant", timestamp=5), say("user", summary="s", timestamp=9)
    found = session(
        summary, say("user"), old, say("user"), call("a"), result("a"), say("assistant", stop_reason="aborted"),
        say("user"), say("assistant"),
    )  # fmt: skip
    context = context_of(found, measure(found, "pi"), 1000, strategies.get("pi").parameters())
    assert [i for i, looks in enumerate(strategies.get("pi").looks(context)) if looks] == [8]
