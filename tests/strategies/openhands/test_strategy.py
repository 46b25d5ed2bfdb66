"""OpenHands' condenser as a whole: frameworks.md 2. A message of ``say`` is 3 + 1 tokens and its text."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.errors import BadParameter
from compaction_core.session import Message, Session
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.openhands.preview import CLIPPED, caps, middle_cut
from compaction_core.tokens import measure
from compaction_core.watching import watch
from tests.make import call, dialogue, result, say, session


def loop(size: int) -> Session:
    """A prompt, a task, and so many calls with results: 2 + 2 * size events."""
    rows: tuple[Message, ...] = tuple(
        m for i in range(size) for m in (call(f"{i}", text="so"), result(f"{i}", "r" * 900))
    )
    return session(say("system"), say("user"), *rows)


def test_the_first_events_and_the_newest_stay() -> None:
    """22 events, at most 20: 20 // 2 - 2 - 1 = 7 at the end; place 15 is between call and result, so 16 it is."""
    found = loop(10)
    made = plan(found, "openhands", max_size=20)
    assert made.fates == (*["keep"] * 2, *["summarize"] * 14, *["keep"] * 6) and made.cut == 16
    view = compact(found, made, text="the summary").view
    assert [entry.index for entry in view] == [0, 1, None, *range(16, 22)]
    assert view[2].message.role == "user" and view[2].message.text == "the summary"


def test_the_window_is_a_limit_too() -> None:
    made = plan(dialogue(60), "openhands", 300)
    assert made.steps[0].goal == 150 and "more than 300" in made.steps[1].text
    kept = made.stats["tokens_kept"]
    assert kept < 150 and made.steps[-1].kept_tokens == kept


def test_below_all_limits_a_request_is_supposed() -> None:
    made = plan(dialogue(30), "openhands", 100_000)
    assert "supposes" in made.steps[1].text and made.fates == (*["keep"] * 2, *["summarize"] * 16, *["keep"] * 12)


def test_only_previews_reach_the_summarizer() -> None:
    found = session(
        say("user"), say("user"), say("user", "u" * 700), call("a", text="t" * 600), result("a", "r" * 700),
        say("user", "wrapped", summary="s" * 600), *dialogue(10).messages,
    )  # fmt: skip
    made = plan(found, "openhands", max_size=12)
    lines = {line.index: line for line in summary_request(found, made).lines}
    assert lines[2].text.count("u") == 497 + "message (user)\n  user".count("u") and lines[2].dropped_chars == 203
    assert "t" * 500 + "..." in lines[3].text and "command" not in lines[3].text
    assert "r" * 500 + "..." in lines[4].text and "r" * 501 not in lines[4].text
    assert "s" * 497 + "..." in lines[5].text and "s" * 498 not in lines[5].text and lines[5].dropped_chars == 103


def test_parallel_calls_are_events_of_their_own_for_the_summarizer() -> None:
    found = session(
        say("user"), say("user"), call("a", "b", text="so"), result("a"), result("b"), *dialogue(8).messages
    )
    made = plan(found, "openhands", max_size=10)
    line = next(line for line in summary_request(found, made).lines if line.index == 2)
    assert line.text.count("<EVENT>") == 2 and line.text.count("thought: so") == 1


def test_an_open_call_is_gone_without_a_summary() -> None:
    found = session(*dialogue(30).messages, call("a"))
    made = plan(found, "openhands", max_size=20)
    assert made.fates[-1] == "drop" and made.steps[1].text.startswith("Never seen by the model")


def test_failures_lead_to_a_hard_reset_with_shorter_texts() -> None:
    found = loop(10)
    made = plan(found, "openhands", condensation_request=True, summarizer_failures=4)
    assert made.fates == ("keep", *["summarize"] * 21) and made.cut == 22 and made.mode_used == "hard_reset"
    assert made.fallback_reason == "the summarizer failed" and not made.as_released
    request = summary_request(found, made)
    longest = max(len(event) for line in request.lines for event in line.text.split("\n</EVENT>") if event)
    first = summary_request(found, plan(found, "openhands", condensation_request=True, summarizer_failures=1))
    whole = max(len(line.text) for line in first.lines) - len("<EVENT>\n\n</EVENT>")
    expected = int(int(int(whole * 0.8) * 0.8) * 0.8)
    assert longest - len("<EVENT>\n") == expected and CLIPPED in request.transcript


def test_the_texts_of_a_hard_reset_shrink_by_a_fifth_each_time() -> None:
    assert [caps(("x" * 500, "x" * 100), attempts, 0.8) for attempts in range(1, 6)] == [None, 400, 320, 256, 204]
    assert middle_cut("a" * 300 + "b" * 300, 400) == "a" * 158 + CLIPPED + "b" * 158


def test_it_gives_up_only_where_it_must() -> None:
    gone = plan(dialogue(30), "openhands", condensation_request=True, summarizer_failures=6)
    assert gone.error is not None and gone.cut is None
    soft = plan(dialogue(30), "openhands", max_size=20, summarizer_failures=6)
    assert soft.error is None and soft.cut is None and set(soft.fates) == {"keep"}
    empty = plan(session(), "openhands")
    assert empty.cut is None and empty.error is None


def test_the_trigger_counts_events_and_looks_at_tokens() -> None:
    found, strategy = loop(10), strategies.get("openhands")
    measured = measure(found, "openhands")
    settings = strategy.parameters(max_size=20)
    context = context_of(found, measured, None, settings)
    assert strategy.watched(context) == tuple(range(1, 23)), "every event by the time it stands in the list"
    seen = watch(found, strategy, measured, None, settings)
    assert seen.unit == "events" and seen.threshold == 20 and seen.fired == 22
    by_tokens = watch(found, strategy, measured, measured.total - 1, strategy.parameters())
    assert by_tokens.fired == 22


def test_the_count_takes_only_the_arguments_of_a_call() -> None:
    """LiteLLM: 3 per message, role, texts, call id; {"command":"ls"} is 6 tokens of cl100k, "assistant" 1."""
    counts = measure(session(call("a")), "openhands").counts
    plain = measure(session(call("a", text="so")), "openhands").counts
    assert counts[0] == 3 + 1 + measure(session(say("user", '{"command":"ls"}')), "cl100k_base").counts[0]
    assert plain[0] == counts[0] + 1


def test_too_many_first_events_leave_no_room() -> None:
    with pytest.raises(BadParameter, match="keep_first"):
        plan(dialogue(4), "openhands", max_size=10, keep_first=4)
    with pytest.raises(BadParameter, match="keep_first"):
        plan(dialogue(4), "openhands", max_size=6)


def test_the_constructor_writes_what_differs() -> None:
    strategy = strategies.get("openhands")
    settings = strategy.parameters(max_size=80, keep_first=4, condensation_request=True, summarizer_failures=2)
    snippet = strategy.snippet(settings, 200_000)
    assert snippet is not None
    assert snippet.text.endswith("LLMSummarizingCondenser(\n    llm=llm,\n    max_size=80,\n    keep_first=4,\n)")
