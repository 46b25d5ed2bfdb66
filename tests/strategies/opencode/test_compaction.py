"""A whole compaction: placement, roles, replay, and what the summarizer reads (agents.md §1)."""

import pytest

from compaction_core.compaction import Compaction, compact
from compaction_core.session import Image, Message, Session, Text
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.opencode.after import GO_ON, MEDIA_LEFT_OUT, QUESTION
from tests.make import call, dialogue, result, say, session


def turn(name: str, chars: int = 4_000) -> tuple[Message, ...]:
    """About 1,100 tokens as JSON."""
    return say("user", f"question {name}"), call(name), result(name, "r" * chars), say("assistant", f"answer {name}")


THREE = session(say("system", "be brief"), *turn("a"), *turn("b"), *turn("c"))
LOOK = Message(role="user", parts=(Text(text="look"), Image(source="data:image/png;base64,AA", media_type="image/png")))


def told(done: Compaction) -> list[tuple[str, str]]:
    return [(entry.message.role, entry.message.text) for entry in done.view]


def carried_out(found: Session, **settings: object) -> Compaction:
    return compact(found, plan(found, "opencode", 200_000, **settings), text="SUMMARY")


def test_question_summary_tail_and_a_word_to_go_on() -> None:
    done = carried_out(THREE, preserve_recent_tokens=1_500)
    assert done.plan.cut == 8, "the last turn, and the answer of the one before"
    roles = told(done)
    assert roles[:4] == [
        ("system", "be brief"), ("user", QUESTION), ("assistant", "SUMMARY"), ("assistant", "answer b"),
    ]  # fmt: skip
    assert roles[4] == ("user", "question c") and roles[-1] == ("user", GO_ON)


def test_by_hand_nothing_is_added_behind() -> None:
    assert told(carried_out(THREE, preserve_recent_tokens=1_500, triggered_by="manual"))[-1] == (
        "assistant", "answer c",
    )  # fmt: skip


def test_everything_fits_so_everything_is_summarized() -> None:
    done = carried_out(THREE)
    assert done.plan.indexes("summarize") == tuple(range(1, 13))
    assert done.plan.mode == "tail" and done.plan.mode_used == "all"
    assert "everything fits" in (done.plan.fallback_reason or "")
    assert [role for role, _ in told(done)] == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize("release", ["1.0", "1.3.2"])
def test_before_1_14_everything_is_summarized_always(release: str) -> None:
    plan_ = carried_out(THREE, release=release, preserve_recent_tokens=1_500).plan
    assert plan_.cut == 13 and plan_.mode == plan_.mode_used == "all" and plan_.fallback_reason is None


def test_two_turns_are_the_default_of_1_14() -> None:
    many = session(*(m for name in "abcde" for m in turn(name, 40)))
    assert carried_out(many, release="1.14.34").plan.cut == 12
    assert carried_out(many, release="1.14.34", tail_turns=3).plan.cut == 8
    assert carried_out(many, release="1.14.34", tail_turns=0).plan.cut == 20
    assert carried_out(many).plan.cut == 20, "1.18.34 keeps as many as fit: all of them, so none"


def test_after_an_overflow_the_last_user_message_is_posted_again_without_its_picture() -> None:
    found = session(*turn("a"), LOOK, say("assistant", "hm"))
    done = carried_out(found, triggered_by="overflow")
    assert done.plan.fates == ("summarize",) * 4 + ("drop",) * 2
    assert told(done) == [("user", QUESTION), ("assistant", "SUMMARY"), ("user", "look\n[image/png left out: file]")]


def test_with_a_tail_what_follows_it_stays_too() -> None:
    """Loading goes back to the tail's first message, so the message stands there once more."""
    found = session(*turn("a"), LOOK)
    done = carried_out(found, triggered_by="overflow", preserve_recent_tokens=500)
    assert [entry.index for entry in done.view] == [None, None, 3, 4, None]


def test_a_lone_user_message_is_not_set_aside() -> None:
    done = carried_out(session(LOOK, say("assistant")), triggered_by="overflow")
    assert done.plan.indexes("summarize") == (0, 1)
    assert told(done)[-1] == ("user", MEDIA_LEFT_OUT + GO_ON)


def test_earlier_summaries_are_taken_out_and_the_newest_is_merged() -> None:
    older, newer = say("user", "w1", summary="first"), say("user", "w2", summary=" second ")
    found = session(*turn("a"), older, *turn("b"), newer, *turn("c"))
    done = carried_out(found, tail_turns=1)
    assert done.plan.fates[4] == "drop" and done.plan.fates[9] == "summarize"
    assert done.request.previous_summary == "second" and done.request.prompt == "opencode_update_d"
    assert "second" in done.request.instructions and "second" not in done.request.transcript
    assert "first" not in done.request.instructions + done.request.transcript


def test_an_earlier_summary_within_the_tail_stays() -> None:
    """It is out of the choice, but loading goes back to the tail's first message, whatever stands between."""
    found = session(*turn("a"), *turn("b"), say("user", "w", summary="s"), *turn("c"))
    done = carried_out(found, preserve_recent_tokens=1_500)
    assert done.plan.cut == 7 and done.plan.fates[8] == "keep" and done.request.previous_summary == "s"


def test_an_old_generation_reads_the_earlier_summary_as_an_answer() -> None:
    found = session(say("user", "wrapped", summary="earlier"), *turn("a"))
    request = carried_out(found, release="1.3.2").request
    assert request.previous_summary is None and request.transcript.startswith("[Assistant]: earlier\n")


def test_an_empty_earlier_summary_is_not_merged() -> None:
    found = session(say("user", "", summary="  "), *turn("a"))
    assert carried_out(found).request.prompt == "opencode_first_d"


def test_the_newest_release_sends_one_transcript_with_outputs_cut() -> None:
    request = carried_out(session(*turn("a", 2_001), LOOK)).request
    body = f'[Assistant tool call]: run({{"command":"ls"}})\n[Tool result]: {"r" * 2_000}\n[truncated]\n\n[Assistant]'
    assert request.transcript.startswith("<conversation>\n[User]: question a\n\n") and body in request.transcript
    assert "[User]: look\n[image/png left out: file]" in request.transcript and "base64" not in request.transcript
    assert [line.dropped_chars for line in request.lines if line.dropped_chars] == [1]


@pytest.mark.parametrize(
    ("release", "ending"), [("1.14.34", "r\n[500 more characters left out]"), ("1.3.2", "rrrr"), ("1.0", "rrrr")]
)
def test_how_older_releases_read_a_long_output(release: str, ending: str) -> None:
    request = carried_out(session(*turn("a", 2_500)), release=release).request
    assert next(line.text for line in request.lines if line.role == "tool").endswith(ending)


def test_a_result_without_a_call_is_in_no_list() -> None:
    done = carried_out(session(result("zz"), *turn("a")))
    assert done.plan.fates == ("drop",) + ("summarize",) * 4


def test_a_late_result_goes_with_its_call() -> None:
    found = session(say("user"), call("a"), say("user", "second"), result("a"), say("assistant"))
    made = plan(found, "opencode", 200_000, tail_turns=1)
    assert made.cut == 2 and made.fates == ("summarize", "summarize", "keep", "summarize", "keep")


def test_nothing_to_do() -> None:
    for empty in (session(), session(say("system")), session(result("a"))):
        made = plan(empty, "opencode", 200_000)
        assert made.cut is None and made.error is None


def test_a_summarizer_that_fails_ends_it_and_a_blank_summary_does_not() -> None:
    ladder = strategies.get("opencode").released_ladder
    assert [rung.kind for rung in ladder.rungs] == ["error"] and ladder.accept_blank


def test_many_turns_share_steps() -> None:
    made = plan(dialogue(5_000), "opencode", 200_000, preserve_recent_tokens=1_000_000)
    assert len(made.steps) < 100 and made.mode_used == "all"
