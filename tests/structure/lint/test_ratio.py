"""What a ratio means: the inputs t01 and t10 of the collected reports, worked out by hand.

A message of n times ``the `` has n tokens by Letta Code's estimate (characters / 4).
"""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.findings import Finding
from compaction_core.session import Session
from compaction_core.strategies import strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure.lint import Case
from compaction_core.structure.lint.ratio import Ratio
from tests.make import dialogue, say, session

TWENTY = dialogue(20, chars=400)
"""Ten turns of 100 + 100 tokens."""
GIANT = session(say("user", "the " * 90_000), *(say(("assistant", "user")[i % 2]) for i in range(20)))
"""One message of 90,000 tokens, then twenty of 10."""


def found(made: Session, window: int, at: int | None, strategy: str = "letta-code", **set_: Any) -> dict[str, Finding]:
    chosen = strategies.get(strategy)
    case = Case(made, chosen, settle(chosen, set_), window, at=at)
    return {finding.code: finding for finding in Ratio().check(case)}


def test_thirty_percent_first_tries_forty_and_takes_thirty_five() -> None:
    """t01: round(0.4 × 20) = 8, the last answer up to it is #7, and 1,300 tokens stay under the goal of 1,400."""
    one = found(TWENTY, 2_000, 20)["ratio-tried-later"]
    assert one.severity == "note" and one.messages is not None
    assert "is 30%" in one.text and "at 40%" in one.text and "7 of 20 messages go (35%)" in one.text


def test_the_letta_server_grows_its_ratio_first_too() -> None:
    assert "at 40%" in found(TWENTY, 2_000, 20, "letta-server")["ratio-tried-later"].text


def test_quiet_where_nothing_is_tried_or_the_ratio_is_tried_as_it_is() -> None:
    assert found(TWENTY, 2_000, 20, "letta-code-as-described") == {}
    assert found(TWENTY, 2_000, 20, mode="all") == {}
    assert found(TWENTY, 2_000, 20, sliding_window_percentage=1.0) == {}  # the loop does not start at 100%
    assert found(TWENTY, 2_000, 20, "pi") == {}  # no ratio
    assert found(TWENTY, 200_000, None) == {}  # nobody asks for it, and the line is far


def test_a_search_that_fails_tells_the_first_try_alone() -> None:
    """No answer of the model: nothing is cut, so no share of the messages is told."""
    one = found(session(*(say("user") for _ in range(8))), 50, 8)["ratio-tried-later"]
    assert "at 40%" in one.text and "go (" not in one.text


def test_a_third_of_the_messages_with_nearly_all_tokens() -> None:
    """t10: 7 of 21 messages have 90,000 + 60 of 90,200 tokens."""
    one = found(GIANT, 100_000, 21)["ratio-takes-most"]
    assert one.severity == "warning" and one.messages == tuple(range(7))
    assert "7 of 21 messages go (33%)" in one.text and "90,060 of 90,200 tokens (99.8%)" in one.text
    assert "140 stay" in one.text


def test_tokens_that_lie_evenly_are_not_told() -> None:
    assert "ratio-takes-most" not in found(TWENTY, 2_000, 20)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 89), st.integers(4, 30))
def test_what_is_told_is_the_ratio_and_a_tenth_more(percent: int, size: int) -> None:
    one = found(dialogue(size), 100 * size, size, sliding_window_percentage=percent / 100)["ratio-tried-later"]
    assert f"The ratio is {percent}%, and the first try of the search is at {percent + 10}%" in one.text


def test_a_ratio_that_is_no_share_is_told() -> None:
    """letta-code takes 7 for 1 and then tries nothing; a negative one for 0.1, which grows to 0.2 (compaction.ts)."""
    one = found(TWENTY, 2_000, 20, sliding_window_percentage=7)["ratio-out-of-range"]
    assert one.severity == "warning" and "of 7 (700%)" in one.text and "no cut is tried" in one.text
    assert "first try of the search is at 20%" in (
        found(TWENTY, 2_000, 20, sliding_window_percentage=-1.0)["ratio-out-of-range"].text
    )
    assert "no cut is tried" in (
        found(TWENTY, 2_000, 20, "letta-server", sliding_window_percentage=7)["ratio-out-of-range"].text
    )
    assert "ratio-out-of-range" in found(TWENTY, 200_000, None, sliding_window_percentage=7)  # a typing error, always
    assert found(TWENTY, 2_000, 20, mode="all", sliding_window_percentage=7) == {}
    assert "ratio-out-of-range" not in found(TWENTY, 2_000, 20, sliding_window_percentage=1.0)
