"""Hermes' compression as a plan, worked by hand from agents.md §6."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Image, Message, RecordedCompaction, Session, Text
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.hermes import budget
from compaction_core.strategies.hermes.extract import extract
from tests.make import call, dialogue, result, say, session


def test_head_middle_tail() -> None:
    # window 2,000: threshold 85% = 1,700, tail 340; everything behind #3 fits 510, so the walk is made again with 340:
    # 17 × 20 = 340 fit, and the floor of 8 cuts at #12
    made = plan(dialogue(20), "hermes", 2_000)
    assert (made.cut, made.summary_at, made.error) == (12, 12, None)
    assert made.fates == ("keep",) * 3 + ("summarize",) * 9 + ("keep",) * 8


def test_a_short_list_is_left_alone() -> None:
    made = plan(dialogue(7), "hermes", 2_000)
    assert (made.cut, made.error) == (None, None)
    assert "nothing is done" in made.steps[-1].text


def test_the_first_messages_stay_only_at_the_first_compaction() -> None:
    again = dialogue(40).model_copy(update={"compactions": (RecordedCompaction(index=10),)})
    made = plan(again, "hermes", 2_000)
    assert made.start == 10
    assert made.fates[0] == "summarize"


def test_the_summary_is_put_into_the_tail_where_no_role_stands_in_turn() -> None:
    # head u a u, tail starts with an assistant: neither role fits
    found = dialogue(20)
    made = plan(found, "hermes", 2_000, protect_last_n=7)
    assert (made.cut, made.decision.merged_into) == (13, 13)
    view = compact(found, made, text="SUMMARY").view
    assert len(view) == 3 + 7
    assert view[3].index == 13 and view[3].origin == "summary" and "SUMMARY" in view[3].message.text


def test_the_summary_says_that_it_is_no_order_and_where_it_ends() -> None:
    found = dialogue(20)
    told = compact(found, plan(found, "hermes", 2_000), text="SUMMARY").view[3].message
    assert told.role == "assistant"
    assert told.text.startswith("[FOR REFERENCE ONLY") and told.text.endswith("not the summary.]")


def mixed() -> Session:
    rows = [say("user", "go"), say("assistant", "ok"), call("a", "gone"), result("a", "x" * 300)]
    for number in range(12):
        rows += [call(f"c{number}"), result(f"c{number}", f"{number} " * 150)]
    return session(*rows, result("lone"), say("user", "and now"), say("assistant", "yes"))


def test_old_outputs_are_cleared_and_torn_pairs_mended() -> None:
    made = plan(mixed(), "hermes", 2_000, protect_last_n=4)
    assert made.effects[2] is not None and made.effects[2].instead is not None
    assert [c.id for c in made.effects[2].instead.calls] == ["a"]
    assert made.fates[3] == "clear", "a result behind the first three belongs to the head, and is old"
    assert made.fates[28] == "drop"


def test_a_message_that_loses_its_only_call_keeps_a_word() -> None:
    rows = [say("user"), call("gone"), say("user"), *dialogue(17).messages]
    made = plan(session(*rows), "hermes", 2_000)
    assert made.effects[1] is not None and made.effects[1].instead is not None
    assert made.effects[1].instead.text == "(a tool call without a result was taken out)"


def test_images_before_the_users_newest_one_are_taken_out() -> None:
    picture = Message(role="user", parts=(Text(text="look"), Image(source="data:image/png;base64,AA==")))
    found = session(picture, *dialogue(20).messages[1:], picture, say("assistant"))
    made = plan(found, "hermes", 2_000)
    assert made.fates[0] == "truncate"
    assert made.fates[20] == "keep"


def test_an_earlier_summary_is_handed_over_and_not_read_again() -> None:
    rows = list(dialogue(20).messages)
    rows[4] = say("user", "[wrapped] OLD", summary="OLD")
    found = session(*rows)
    request = summary_request(found, plan(found, "hermes", 2_000))
    assert (request.prompt, request.previous_summary) == ("hermes_update", "OLD")
    assert [line.index for line in request.lines] == [5, 6, 7, 8, 9, 10, 11]
    assert request.indexes == tuple(range(3, 12))
    assert "OLD" in request.instructions and "[wrapped]" not in request.transcript


def test_the_summarizer_reads_pruned_and_masked_text() -> None:
    key = "sk-proj-" + "Ab3" * 16
    rows = [*mixed().messages]
    rows[8] = call("c2", text=f"<think>secret plan</think>Use {key} " + "y" * 7_000)
    found = session(*rows)
    request = summary_request(found, plan(found, "hermes", 2_000, protect_last_n=4))
    line = next(line for line in request.lines if line.index == 8)
    assert key not in line.text and "secret plan" not in line.text
    assert line.dropped_chars > 0 and "...[cut]..." in line.text
    assert "[run: command=ls; 1 line, " in request.transcript
    assert "- and now" in request.instructions


@pytest.mark.parametrize(
    ("window", "settings", "line"),
    [
        (None, {}, 191_999),  # 256,000 × 0.75
        (200_000, {}, 149_999),
        (1_000_000, {}, 499_999),
        (200_000, {"threshold_percent": 0.85, "max_tokens": 65_536}, 114_293),  # ⌊134,464 × 0.85⌋ = 114,294
        (32_000, {}, 27_199),
    ],
)
def test_the_line_is_one_below_the_threshold(window: int | None, settings: dict[str, object], line: int) -> None:
    chosen = strategies.get("hermes")
    assert chosen.threshold(window, chosen.parameters(**settings)) == line


def test_an_answer_larger_than_the_window_takes_nothing_off() -> None:
    assert budget.threshold(64_000, 0.85, 65_536) == 54_400


def test_the_extract_holds_the_last_request_the_actions_and_the_errors() -> None:
    rows = [say("user", "fix /src/app.py"), call("a"), result("a", "Traceback: boom"), say("user", "and test it")]
    text = extract(rows, reason="no answer", earlier=True)
    assert "The user asked: and test it" in text
    assert "1. Called run" in text and "2. [run: command=ls; 1 line, 15 characters]" in text
    assert "- Traceback: boom" in text and "- /src/app.py" in text
    assert "Reason: no answer." in text and "An earlier summary exists" in text


def test_the_extract_has_at_most_8000_characters_and_no_secret() -> None:
    key = "sk-proj-" + "Ab3" * 16
    rows = [say(role, f"{number} {key} " + "word " * 400) for number in range(40) for role in ("user", "assistant")]
    text = extract(rows)
    assert len(text) <= 8_000 and key not in text
