"""Gemini CLI's compression, worked by hand from agents.md §5."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, RecordedCompaction, Session, Text, Usage
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.plans import Plan
from tests.make import call, dialogue, result, say, session

LONG = "line of a log. " * 4_000  # 60,000 characters, 15,000 tokens


def agent(*texts: str, answer: bool = True) -> Session:
    """One turn with a call for each text; it ends in an answer, or in the last result."""
    rows = [say("user", "go")]
    for number, text in enumerate(texts):
        rows += [call(f"c{number}"), result(f"c{number}", text)]
    return session(*rows, *([say("assistant", "done")] if answer else []))


def test_the_cut_is_the_first_user_turn_with_seven_tenths_of_the_characters_before_it() -> None:
    # user 26 + 51, model 27 + 51 characters: 10 × (77 + 78) = 1,550, and 1,085 stand before #14
    made = plan(dialogue(20), "gemini-cli", 2_000)
    assert made.cut == 14
    assert (made.steps[2].variables["characters"], made.steps[2].variables["target"]) == (1_550, 1_085)
    assert made.fates == ("summarize",) * 14 + ("keep",) * 6


def test_the_kept_part_may_be_nothing() -> None:
    made = plan(agent("x", "y"), "gemini-cli", 2_000)
    assert made.cut == made.end == 6
    assert made.error is None


def test_one_turn_is_never_cut_while_its_call_is_open() -> None:
    made = plan(agent("x" * 900, "y" * 900, answer=False), "gemini-cli", 2_000)
    assert (made.cut, made.error) == (None, None)
    assert "no model is asked" in made.steps[-1].text


def test_an_unfinished_turn_at_the_end_keeps_more_than_three_tenths() -> None:
    early = (say("user", "x" * 100), say("assistant", "y"), say("user", "z"))
    made = plan(session(*early, call("c"), result("c", "w" * 5_000)), "gemini-cli", 2_000)
    assert made.cut == 2


def test_results_in_a_row_are_one_content_and_start_no_turn() -> None:
    rows = (
        say("user"),
        call("a", "b"),
        result("a"),
        result("b"),
        say("assistant", "ok"),
        say("user"),
        say("assistant"),
    )
    made = plan(session(*rows), "gemini-cli", 2_000)
    assert made.steps[0].variables["contents"] == 6
    assert made.cut == 5


def test_old_outputs_are_shortened_before_the_cut_is_looked_for() -> None:
    turns = [
        row for i in range(5) for row in (say("user", "go"), call(f"c{i}"), result(f"c{i}", LONG), say("assistant"))
    ]
    made = plan(session(*turns), "gemini-cli", 1_000_000)
    # newest first 15,000 + 15,000 + 15,000 stay; the fourth would make 60,000, so the two oldest lose their middle
    assert [effect.start for step in made.steps for effect in step.effects if effect.fate == "truncate"] == [2, 6]
    assert made.cut == 16
    assert made.indexes("truncate") == (), "the shortened ones are in the head"


def test_the_summarizer_reads_the_original_head_only_where_it_fits_the_model() -> None:
    turns = [
        row for i in range(6) for row in (say("user", "go"), call(f"c{i}"), result(f"c{i}", LONG), say("assistant"))
    ]
    found = session(*turns, usage_of(10_000))
    roomy, tight = (summary_request(found, plan(found, "gemini-cli", w)) for w in (1_000_000, 50_000))
    assert len(roomy.transcript) > 5 * len(LONG)
    assert len(tight.transcript) < len(roomy.transcript)
    assert "characters left out" in tight.transcript and "characters left out" not in roomy.transcript


def usage_of(tokens: int) -> Message:
    return Message(role="assistant", parts=(Text(text="ok"),), usage=Usage(input=tokens))


def test_after_a_failed_attempt_outputs_are_only_shortened() -> None:
    made = plan(agent(*(LONG + str(i) for i in range(5))), "gemini-cli", 200_000, has_failed_compression_attempt=True)
    assert (made.mode, made.mode_used, made.cut) == ("truncate", "truncate", 0)
    assert made.indexes("truncate") == (2, 4)
    assert made.indexes("summarize") == ()


def test_a_release_that_can_shorten_nothing_says_so_and_claims_success() -> None:
    found = session(say("user"), usage_of(500), say("user"), say("assistant"))
    made = plan(found, "gemini-cli", 1_000, has_failed_compression_attempt=True)
    assert made.cut is None
    assert made.steps[-1].text.endswith("The release reports success all the same.")


def test_the_view_is_snapshot_acknowledgement_and_tail() -> None:
    found = dialogue(20)
    done = compact(found, plan(found, "gemini-cli", 2_000), text="<state_snapshot/>")
    assert [(entry.message.role, entry.origin) for entry in done.view[:3]] == [
        ("user", "summary"),
        ("assistant", "added"),
        ("user", "session"),
    ]
    assert done.view[0].message.text == "<state_snapshot/>"


def test_an_earlier_snapshot_changes_the_request() -> None:
    earlier = say("user", "<state_snapshot>old</state_snapshot>", summary="old")
    found = session(earlier, *dialogue(19).messages[1:])
    fresh, again = (summary_request(s, plan(s, "gemini-cli", 2_000)) for s in (dialogue(20), found))
    assert "earlier <state_snapshot>" in again.transcript and again.previous_summary == "old"
    assert "earlier <state_snapshot>" not in fresh.transcript and fresh.previous_summary is None


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, 524_287),
        ({"compression_threshold": 0.7}, 734_003),  # 734,003.2: 734,004 is the first at or above it
        ({"threshold_of": "2025-10-30: 0.2"}, 209_715),
    ],
)
def test_the_line_is_one_below_the_threshold(settings: dict[str, object], line: int) -> None:
    chosen = strategies.get("gemini-cli")
    assert chosen.threshold(None, chosen.parameters(**settings)) == line
    assert chosen.threshold(1_048_576, chosen.parameters(**settings)) == line


def test_nothing_is_planned_before_a_recorded_compaction() -> None:
    found = dialogue(20).model_copy(update={"compactions": (RecordedCompaction(index=10),)})
    made = plan(found, "gemini-cli", 2_000)
    assert made.start == 10 and made.cut == 18


def test_a_counter_chosen_by_hand_decides() -> None:
    made: Plan = plan(agent(*(LONG + str(i) for i in range(5))), "gemini-cli", 200_000, counter="o200k_base")
    assert not made.as_released and made.counter == "o200k_base"
    assert made.steps[0].variables["original"] == made.stats["tokens_before"]
