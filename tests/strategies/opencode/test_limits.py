"""When it compacts and how much may stay: agents.md §1, trigger and selection."""

from dataclasses import replace

import pytest

from compaction_core.session import Session, Usage
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.opencode import limits
from compaction_core.strategies.opencode.generations import GENERATIONS
from compaction_core.strategies.planner import settle
from compaction_core.tokens import measure
from compaction_core.watching import Watch, watch
from tests.make import call, result, say, session

NEWEST, OLDEST = GENERATIONS["1.18.34"], GENERATIONS["1.0"]


def test_the_answer_takes_at_most_32_000_tokens_of_the_window() -> None:
    assert limits.usable(200_000, 64_000) == limits.usable(200_000) == limits.usable(200_000, 0) == 168_000
    assert limits.usable(200_000, 8_000) == 192_000
    assert limits.usable(16_000, 64_000) == 0


def test_reserved_counts_only_below_an_input_limit() -> None:
    assert limits.usable(200_000, 8_000, reserved=1_000) == 192_000
    assert limits.usable(400_000, 128_000, 272_000) == 252_000
    assert limits.usable(400_000, 8_000, 272_000) == 264_000, "by default no more than the output limit"
    assert limits.usable(400_000, 128_000, 272_000, 1_000) == 271_000


@pytest.mark.parametrize(
    ("release", "usable", "tokens"),
    [("1.18.34", 168_000, 15_000), ("1.14.34", 168_000, 8_000), ("1.18.34", 12_001, 3_000), ("1.18.34", 0, 2_000)],
)
def test_a_quarter_of_what_is_usable_may_stay(release: str, usable: int, tokens: int) -> None:
    assert limits.budget(GENERATIONS[release], usable, None) == tokens
    assert limits.budget(GENERATIONS[release], usable, 0) == 0


def used(total: int, cache_write: int = 0) -> Session:
    """One answer whose request the provider counted."""
    usage = Usage(input=total - cache_write, cache_write=cache_write)
    return session(say("user"), replace(call("a"), usage=usage), result("a"))


def watched(found: Session, **settings: object) -> Watch:
    strategy = strategies.get("opencode")
    return watch(found, strategy, measure(found, "opencode"), 200_000, settle(strategy, settings))


def test_it_fires_at_what_is_usable_and_before_generation_b_above_it() -> None:
    assert watched(used(167_999)).fired is None
    assert watched(used(168_000)).fired == 3, "the step ends with its tool result"
    assert watched(used(168_000), release="1.0").fired is None
    assert watched(used(168_001), release="1.0").fired == 3
    assert watched(used(999_999), auto=False).fired is None


def test_the_oldest_generation_does_not_count_cache_writes() -> None:
    assert watched(used(180_000, cache_write=20_000)).fired == 3
    assert watched(used(180_000, cache_write=20_000), release="1.0").fired is None


def test_a_tool_result_is_seen_only_with_the_next_usage() -> None:
    """opencode compares what the provider reported; nobody has reported the result yet."""
    huge = session(say("user"), replace(call("a"), usage=Usage(input=1_000)), result("a", "x" * 900_000))
    assert watched(huge).fired is None


def test_a_summary_is_not_looked_at() -> None:
    done = say("assistant", "s", summary="s", usage=Usage(input=190_000))
    assert watched(session(say("user"), done)).fired is None


def test_an_unknown_window_leaves_the_smallest_budget() -> None:
    start = next(s for s in plan(used(1), "opencode", None).steps if s.goal is not None)
    assert start.goal == 2_000
