"""Where SummarizationMiddleware cuts, and what it counts: frameworks.md 1A."""

from compaction_core.strategies.langchain.counting import Report, scaled
from compaction_core.strategies.langchain.cut import Keep, cutoff, legal, search
from tests.make import call, result, say


def test_the_search_halves_until_the_earliest_end_that_fits() -> None:
    """Four messages of 10; 25 tokens: the middle 2 fits, then 1 does not."""
    found = search((0, 10, 20, 30, 40), 25)
    assert found.found == 2
    assert [(one.low, one.high, one.middle, one.tokens, one.fits) for one in found.rounds] == [
        (0, 4, 2, 20, True), (0, 2, 1, 30, False),
    ]  # fmt: skip


def test_a_cut_at_a_result_moves_back_to_its_call() -> None:
    messages = (say("user"), call("a", "b"), result("a"), result("b"), say("assistant"))
    assert legal(messages, 3) == (1, 1, None)


def test_a_cut_at_an_orphan_moves_behind_the_results() -> None:
    messages = (say("user"), result("x"), result("y"), say("assistant"))
    assert legal(messages, 1) == (3, None, 3)


def test_only_the_message_at_the_cut_is_looked_at() -> None:
    """[user, call, user, result, …] cut at 2 keeps an orphaned result (step 6 and the validity rule)."""
    messages = (say("user"), call("a"), say("user"), result("a"), say("assistant"))
    assert legal(messages, 2).cut == 2


def test_the_newest_message_stays_even_over_the_budget() -> None:
    messages = (say("user"), say("assistant"))
    assert cutoff(messages, (0, 10, 60), 60, Keep(None, 5)).cut == 1
    assert cutoff(messages[:1], (0, 50), 50, Keep(None, 5)).cut == 0


def test_the_scaled_count_decides_whether_to_cut_and_plain_sums_where() -> None:
    """40 tokens reported as 50: over a budget of 45, but the whole list fits by its plain sum, so the cut is 0."""
    messages = tuple(say(("user", "assistant")[i % 2]) for i in range(4))
    counts = (10, 10, 10, 10)
    total = scaled(counts, [None, Report("a", None), None, Report("a", 50)])[-1]
    assert total == 50
    found = cutoff(messages, (0, 10, 20, 30, 40), total, Keep(None, 45))
    assert found.cut == found.candidate == 0 and found.search is not None and found.search.found == 0


def test_scaling_stays_between_1_and_a_quarter_more() -> None:
    for said, expected in ((10, 200), (240, 240), (9_999, 250)):
        assert scaled((100, 100), (None, Report("a", said)))[-1] == expected
    assert scaled((100, 100), (None, Report("a", 220)))[-1] == 221, "200 x 1.1 is 220.00000000000003, rounded up"


def test_another_provider_or_none_ends_the_scaling() -> None:
    assert scaled((100, 100), (Report("a", 200), Report(None, None)))[-1] == 200
    assert scaled((100, 100), (Report(None, None), Report("a", 250)))[-1] == 250, "one before the first is passed over"
