"""A whole compaction with a scripted summarizer: letta.md §2.6, §2.7, §2.9, §2.11."""

from collections.abc import Sequence
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from compaction_core.session import Message, Session, ToolCall
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.letta_server.carried import Carried, carry_out
from compaction_core.strategies.letta_server.parameters import LettaServerParameters
from compaction_core.strategies.letta_server.running import NOTHING_YET, Reply, Sent
from tests.make import dialogue, say, session, sessions

LIST = (say("system"), *dialogue(10).messages)
USERS = (say("system"), *[say("user")] * 6)


def run(mode: str, *outcomes: str, messages: Sequence[Message] = LIST, window: int = 1000, **options) -> Carried:
    """Compact; the summarizer's last outcome repeats."""
    calls = 0
    own = {k: options.pop(k) for k in ("prompt", "clip_chars", "prompt_acknowledgement") if k in options}

    def summarize(sent: Sent) -> Reply:
        nonlocal calls
        calls += 1
        outcome = outcomes[min(calls, len(outcomes)) - 1]
        return Reply(text=f"summary {calls}") if outcome == "ok" else Reply(failure=outcome)

    settings = LettaServerParameters.model_validate({"mode": mode, **own})
    return carry_out(messages, window, settings, summarize, **options)


def prompts(done: Carried) -> list[str]:
    return [sent.mode for sent in done.sent]


def test_the_sliding_window() -> None:
    """40% of 11 is 4: messages 1-3 go, the note says 11 − 9 = 2."""
    done = run("sliding_window", "ok")
    assert (done.kept, done.hidden, done.summary) == ((0, *range(4, 11)), 2, "summary 1")
    assert done.sent[0].roles == ("system", "user") and done.sent[0].request.indexes == (1, 2, 3)


def test_an_overflow_of_the_sliding_window_fails_after_three_requests_and_another_error_leads_to_all() -> None:
    assert (run("sliding_window", "overflow").error, len(run("sliding_window", "overflow").sent)) == ("overflow", 3)
    assert prompts(run("sliding_window", "error", "ok")) == ["sliding_window", "all"]
    assert run("all", "error").error == "error"


def test_any_error_of_the_second_request_leads_to_the_third() -> None:
    done = run("all", "overflow", "error", "ok")
    assert done.error is None and len(done.sent) == 3
    lost = run("sliding_window", "overflow", "overflow", "error", "ok")
    assert prompts(lost) == ["sliding_window"] * 3 + ["all"], "the last error is no overflow"


def test_the_ladder_of_the_self_modes() -> None:
    assert prompts(run("self_compact_all", "overflow", "overflow", "ok")) == [
        "self_compact_all",
        "self_compact_sliding_window",
        "all",
    ]
    assert run("self_compact_sliding_window", "overflow").error == "overflow"
    assert prompts(run("self_compact_sliding_window", "error", "ok")) == ["self_compact_sliding_window", "all"]
    assert run("self_compact_all", "ok", messages=USERS).mode_used == "self_compact_all"
    assert prompts(run("self_compact_all", "error", "ok", messages=USERS)) == ["self_compact_all", "all"]


def test_the_agent_is_sent_its_own_messages_and_a_placeholder_only_where_no_answer_stands_last() -> None:
    assert len(run("self_compact_all", "ok").sent[0].roles) == 11 + 1  # ends with an answer: only the prompt
    assert run("self_compact_all", "ok", messages=LIST[:-1]).sent[0].roles[-2:] == ("assistant", "user")
    assert len(run("self_compact_sliding_window", "ok").sent[0].roles) == 4 + 1 + 1


def test_a_list_without_messages_needs_no_call_in_the_self_modes_and_one_in_the_others() -> None:
    done = run("self_compact_all", "ok", messages=LIST[:1])
    assert (done.summary, done.sent, done.kept) == (NOTHING_YET, (), (0,))
    assert len(NOTHING_YET) == 29
    assert len(run("all", "ok", messages=LIST[:1]).sent[0].request.transcript) == 60
    grown = run("self_compact_sliding_window", "ok", messages=(LIST[0], LIST[2], *[say("user")] * 8))
    assert (grown.sent, grown.hidden, len(grown.kept)) == ((), -1, 10)


def test_the_second_pass_reads_only_what_was_kept() -> None:
    """The recorded data loss: messages 1-3 are in the first summary, which the second overwrites."""
    done = run("sliding_window", "ok", threshold=100)
    assert prompts(done) == ["sliding_window", "sliding_window"], "still the sliding window's prompt"
    assert [len(sent.request.indexes) for sent in done.sent] == [3, 7]
    assert "summary 1" not in done.sent[1].request.transcript
    assert (done.summary, done.kept, done.mode_used, done.hidden) == ("summary 2", (0,), "all", None)
    assert run("self_compact_sliding_window", "ok", threshold=100).mode_used == "self_compact_sliding_window"


def test_a_system_message_over_the_window_fails_only_if_the_result_is_checked() -> None:
    big = (say("system", "s" * 4000), *LIST[1:])
    assert run("all", "ok", messages=big, threshold=900).error == "system_prompt_too_big"
    assert run("all", "ok", messages=big).error is None
    below = (say("system", "s" * 2900), *LIST[1:])
    assert run("all", "ok", messages=below, threshold=900).error is None


def test_an_approval_is_protected_with_the_answer_of_its_step() -> None:
    waiting = Message(
        role="user", name="approval", flags=("meta",), parts=(ToolCall(id="c", name="ls", arguments="{}"),)
    )
    rows = (*LIST, waiting)  # #10 is an answer, #11 waits
    other = [*[None] * 10, "step-1", "step-2"]
    assert run("all", "ok", messages=rows).kept == (0, 10, 11)
    assert run("all", "ok", messages=rows, step_ids=other).kept == (0, 11)


def test_acknowledgement_own_prompt_and_clip() -> None:
    assert run("sliding_window", "ok", prompt_acknowledgement=True).sent[0].roles == ("system", "assistant", "user")
    assert prompts(run("sliding_window", "ok", prompt="mine")) == ["own"]
    assert prompts(run("sliding_window", "error", "ok", prompt="mine")) == ["own", "all"]
    done = run("sliding_window", "ok", clip_chars=3)
    assert (done.summary, done.clipped_chars) == ("sum... [6 characters clipped]", 6)


def test_an_empty_list_is_an_error() -> None:
    assert run("all", "ok", messages=()).error == "error"


@given(
    sessions(),
    st.sampled_from(["sliding_window", "all", "self_compact_sliding_window", "self_compact_all"]),
    st.integers(1, 2000),
    st.floats(0, 1.2),
)
def test_the_plan_is_what_is_carried_out_when_the_summarizer_answers(
    found: Session, mode: Literal["sliding_window"], window: int, ratio: float
) -> None:
    rows = session(say("system", "s" * 20), *[m for m in found.messages if not m.is_prompt])
    settings = LettaServerParameters(mode=mode, sliding_window_percentage=ratio)
    made = plan(rows, "letta-server", window, mode=mode, sliding_window_percentage=ratio)
    line = strategies.get("letta-server").threshold(window, settings)
    done = carry_out(rows.messages, window, settings, lambda _: Reply(text="s"), threshold=line)
    if len(rows.messages) == 1:
        assert made.cut is None  # the plan says so, instead of a summary of nothing
    elif done.error is not None:
        assert (done.error, made.cut) == ("system_prompt_too_big", None) and made.error is not None
    else:
        assert done.kept == made.indexes("keep") and done.mode_used == made.mode_used
        assert made.steps[-1].variables["tokens_after"] == done.tokens_after
