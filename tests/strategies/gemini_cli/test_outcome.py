"""What comes of a compression, by agents.md §5: the conditions a plan only states."""

from compaction_core.strategies.gemini_cli.contents import contents
from compaction_core.strategies.gemini_cli.outcome import Outcome, outcome
from compaction_core.strategies.gemini_cli.shortening import Shortened
from tests.make import dialogue

FOUND = contents(dialogue(20).messages, range(20))
SIZES = (77, 78) * 10


def done(
    new: int = 100, replies: tuple[str, str] = ("one", "two"), failed: bool = False, force: bool = False
) -> Outcome:
    return outcome(
        FOUND,
        SIZES,
        Shortened({}, None, 0),
        counts=(1_000, 500, new),
        limit=2_000,
        threshold=0.5,
        fraction=0.7,
        force=force,
        failed_before=failed,
        replies=replies,
    )


def test_two_requests_and_a_new_list() -> None:
    assert done() == Outcome("compressed", (15, 16), 6, 8, ("user", "model"), ())


def test_a_blank_second_answer_leaves_the_first() -> None:
    assert done(replies=("one", " \n")).status == "compressed"
    assert done(replies=(" ", "two")).status == "compressed"
    assert done(replies=(" ", "")).status == "failed_empty_summary"


def test_a_larger_list_is_thrown_away_and_an_equal_one_is_not() -> None:
    assert done(new=1_001) == Outcome("failed_inflated", (15, 16))
    assert done(new=1_000).status == "compressed"


def test_after_a_failure_only_a_forced_run_asks_again() -> None:
    assert done(failed=True) == Outcome("content_truncated", length=20)
    assert done(failed=True, force=True).status == "compressed"
