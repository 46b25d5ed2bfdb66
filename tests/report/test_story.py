from typing import Any

import pytest

from compaction_core.report import story
from compaction_core.report.story import outcome, why
from compaction_core.session import Session
from compaction_core.strategies import Decision, Effect, Plan, Step, plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.tokens import measure
from compaction_core.watching import Watch, watch
from tests.report.sessions import session


def told(s: Session, window: int | None, at: int | str | None = None, plans: bool = True, **parameters: Any) -> str:
    strategy = strategies.get("letta-code")
    seen = watch(s, strategy, measure(s, "letta-code"), window, settle(strategy, parameters))
    moment = seen.fired if at == "trigger" else at
    made = plan(s, "letta-code", window, at=moment, **parameters) if plans else None
    return story(s, measure(s), made, seen, strategy.label)


def test_the_trigger_fires_and_the_sliding_window_finds_a_cut() -> None:
    # threshold 1,000 - 200 = 800; the ninth message brings 900. 0.4 x 9 = 3.6 -> 4, back to #3; 600 kept < 700
    assert told(session(10), 1000, "trigger") == (
        "This session holds 10 messages and 810 tokens (o200k, measured). In a 1,000-token window, Letta Code "
        "would compact after #8: the first 3 messages (#0–#2) become one summary, 6 stay."
    )


def test_a_system_prompt_is_counted_apart() -> None:
    # the prompt's 100 tokens are overhead, so 900 is passed with #8 already: 9 rows less one
    assert told(session(10, prompt=True), 1000, "trigger").endswith(
        "would compact after #8: the first 3 messages (#1–#3) become one summary, 5 stay besides the system prompt."
    )


def test_a_session_that_never_reaches_the_line_names_the_largest_window_at_which_it_would() -> None:
    # 10 messages, 1,000 tokens, looked at after each: the line must lie below 1,000; 1,249 - 249 = 1,000 does not,
    # 1,248 - 249 = 999 does
    assert told(session(10), 2000, plans=False).endswith(
        "With a threshold of 1,600 tokens, Letta Code never compacts it; in a window of 1,248 tokens or less it would."
    )
    assert told(session(10), 2000).endswith(
        "In a 2,000-token window, Letta Code never compacts it; in a window of 1,248 tokens or less it would. "
        "So it is compacted by hand here, at its end: the first 3 messages (#0–#2) become one summary, 7 stay."
    )


def test_a_fallback_gives_its_reason() -> None:
    assert told(session(3), 300, "trigger").endswith(
        "In a 300-token window, Letta Code would compact after #2, but 3 messages are fewer than "
        "the 4 a sliding window needs, so everything is summarized instead: all 3 messages (#0–#2) become one "
        "summary, none stays."
    )


def test_mode_all_is_no_fallback() -> None:
    assert told(session(10), 1000, "trigger", mode="all").endswith(
        "after #8: all 9 messages (#0–#8) become one summary, none stays."
    )


def test_a_moment_chosen_by_hand_is_told_beside_the_trigger() -> None:
    # 6 messages: 0.4 x 6 = 2.4 -> 2, back to #1; 500 kept < 700
    assert told(session(10), 1000, 6).endswith(
        "In a 1,000-token window, Letta Code would compact after #8. "
        "Compacted by hand after #5: the first message (#0) becomes one summary, 5 stay."
    )


def test_before_the_first_message_there_is_nothing() -> None:
    assert told(session(10), 1000, 0).endswith("Before the first message there is nothing to compact.")


def test_recorded_compactions_say_where_the_context_starts() -> None:
    one = told(session(10, recorded=(4,)), 500)
    assert one.endswith(" The file records a compaction before that; since it, the context starts at #4.")
    two = told(session(10, recorded=(2, 6)), 500)
    assert two.endswith(" The file records 2 compactions before that; since the last one, the context starts at #6.")
    assert "The file records" not in told(session(10, recorded=(4,)), 500, at=3)


def test_an_unknown_window_has_no_threshold() -> None:
    # no window, no goal: the first legal cut, 0.4 x 10 = 4, back to #3
    assert told(session(10), None).endswith(
        "With the window unknown, Letta Code has no threshold to reach. "
        "So it is compacted by hand here, at its end: the first 3 messages (#0–#2) become one summary, 7 stay."
    )


def test_a_threshold_without_a_window_still_fires() -> None:
    assert "With a threshold of 450 tokens, Letta Code would compact after #4: the first" in told(
        session(10), None, "trigger", threshold_tokens=450
    )


def test_one_message_and_none() -> None:
    assert told(session(1), 1000, plans=False).startswith("This session holds 1 message and 81 tokens")
    empty = Session(format="by hand", messages=())
    assert story(empty, measure(empty), None, Watch(threshold=1, tokens=(), looked=(), fires=()), "X") == (
        "This session holds no messages."
    )


def by_hand(*effects: Effect, error: str | None = None) -> Plan:
    decision = Decision(cut=None, mode_used="x", error=error)
    step = Step(kind="decide", text="", line=0, effects=effects, decision=decision)
    return Plan(
        strategy="letta-code",
        version="0",
        parameters={},
        as_released=True,
        counter="letta-code",
        context_window=100,
        start=0,
        end=6,
        mode="x",
        steps=(step,),
    )


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (by_hand(), "nothing changes"),
        (by_hand(error="no cut fits."), "it gives up: no cut fits"),
        (by_hand(Effect(fate="clear", start=1, stop=2)), "1 message is cleared, 5 stay"),
        (
            by_hand(Effect(fate="truncate", start=0, stop=2), Effect(fate="drop", start=2, stop=5)),
            "2 messages are cut short, 3 messages are dropped, 1 stays",
        ),
        (
            by_hand(Effect(fate="summarize", start=1, stop=2), Effect(fate="summarize", start=4, stop=6)),
            "3 messages (#1, #4–#5) become one summary, 3 stay",
        ),
    ],
)
def test_every_fate_has_its_clause(made: Plan, said: str) -> None:
    assert outcome(made, session(6)) == said


def test_a_strategy_that_gives_up_says_why() -> None:
    seen = Watch(threshold=80, tokens=(100,) * 6, looked=(False,) * 5 + (True,), fires=(False,) * 5 + (True,))
    assert story(session(6), measure(session(6)), by_hand(error="no cut fits."), seen, "X").endswith(
        "In a 100-token window, X would compact after #5, but it gives up: no cut fits."
    )


def test_a_fallback_to_another_mode_does_not_claim_that_everything_goes() -> None:
    decision = Decision(cut=2, mode_used="drop_oldest", fallback_reason="no summary came back.")
    step = Step(kind="decide", text="", line=0, effects=(Effect(fate="drop", start=0, stop=2),), decision=decision)
    made = by_hand().model_copy(update={"steps": (step,)})
    seen = Watch(threshold=80, tokens=(100,) * 6, looked=(True,) * 6, fires=(False,) * 5 + (True,))
    assert story(session(6), measure(session(6)), made, seen, "X").endswith(
        "X would compact after #5, but no summary came back, so drop_oldest decides instead: "
        "2 messages are dropped, 4 stay."
    )


def test_a_trigger_that_counts_messages_says_so() -> None:
    never = Watch(threshold=40, unit="messages", tokens=(1, 2, 3, 4, 5, 6), looked=(True,) * 6, fires=(False,) * 6)
    said = story(session(6), measure(session(6)), by_hand(), never, "X")
    assert "With a threshold of 40 messages, X never compacts it." in said and "token window" not in said
    fired = never.model_copy(update={"threshold": 5, "fires": (False,) * 5 + (True,)})
    assert "With a threshold of 5 messages, X would compact after #5" in story(
        session(6), measure(session(6)), by_hand(), Watch.model_validate(fired.model_dump()), "X"
    )


def test_why_without_a_weighed_cut_is_the_last_word() -> None:
    everything = plan(session(10), "letta-code", 1000, mode="all")
    assert why(everything) == everything.steps[-1].text == "Nothing is kept word for word (mode all)."


@pytest.mark.parametrize(
    ("strategy", "window", "parameters"),
    [
        # none of them looks for the first cut below a goal
        ("pi", 1_000, {"keep_recent_tokens": 100}),
        ("codex", 1_000, {}),
        ("opencode", 1_000, {}),
        ("hermes", 1_000, {}),
        ("langchain-trim-messages", 1, {}),
        ("agent-framework-truncation", 300, {}),
        ("letta-code-as-described", 1_000, {"mode": "all"}),
    ],
)
def test_why_of_a_system_that_tries_no_ratios_is_its_last_word(
    strategy: str, window: int, parameters: dict[str, Any]
) -> None:
    made = plan(session(10), strategy, window, **parameters)
    assert why(made) == made.steps[-1].text


def test_why_counts_the_tries_of_a_ratio_search_only() -> None:
    # the server measures once more after its search: that is no try
    made = plan(session(20), "letta-server", 3_000)
    measured = [step for step in made.steps if step.kind == "measure"]
    assert measured[-1].candidate is None and "#None" not in why(made)
    assert why(made).startswith("Why there: ")


def test_a_cut_that_fits_and_is_refused_says_why() -> None:
    # 2 messages: the server's only cut lies at the end (letta.md: a cut at the last message is refused)
    made = plan(session(2), "letta-server", 3_000)
    assert made.fallback_reason is not None
    assert why(made).endswith(f", but {made.fallback_reason}.")


def test_all_messages_are_all_only_where_nothing_else_became_of_any() -> None:
    summarized = Effect(fate="summarize", start=0, stop=5)
    assert outcome(by_hand(summarized, Effect(fate="drop", start=5, stop=6)), session(6)) == (
        "the first 5 messages (#0–#4) become one summary, 1 message is dropped, none stays"
    )


def test_a_trigger_of_events_that_the_window_fired_is_told_by_the_window() -> None:
    seen = Watch(threshold=240, unit="events", tokens=(1, 2, 3, 4, 5, 6), looked=(True,) * 6, fires=(True,) * 6)
    made = by_hand()
    assert "In a 100-token window, X would compact after #0." in story(session(6), measure(session(6)), made, seen, "X")


def test_protected_messages_in_between_are_not_the_first() -> None:
    made = plan(session(10), "letta-code", 1000, protect=(1,))
    assert outcome(made, session(10)) == "4 messages (#0, #2–#4) become one summary, 6 stay"


def test_two_messages_are_both() -> None:
    assert told(session(2), 200, "trigger").endswith("both messages (#0–#1) become one summary, none stays.")
