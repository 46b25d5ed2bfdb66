"""One session by several counters."""

import pytest
from hypothesis import given, settings

from compaction_core.counting import compared, divergence
from compaction_core.counting.divergence import differences
from compaction_core.errors import UnknownName
from compaction_core.session import Session
from compaction_core.tokens import counters, measure
from tests.make import say, session, sessions


def test_totals_ratios_and_the_worst_message() -> None:
    """``the `` is a token and four characters; 重构登录 are four characters, one token by characters / 4."""
    made = session(say("user", "the " * 100), say("assistant", "重构登录模块" * 50), say("user", "the " * 10))
    found = divergence(made, ("chars4_ceil", "o200k_base", "cl100k_base"))
    ours, real, older = found.counted
    assert (ours.total, ours.basis) == (100 + 75 + 10, "estimated")
    assert real.total == found.total == measure(made).total and real.ratio == 1 and real.worst == ()
    assert ours.ratio == 185 / found.total and ours.band is not None and older.band is None
    assert ours.worst[0].message == 1 and ours.worst[0].tokens == 75
    assert ours.worst[0].gap == 75 - ours.worst[0].against < 0
    assert ours.by_category == {"user": 110, "assistant": 75}


def test_every_counter_is_there_without_names() -> None:
    found = divergence(session(say("user")))
    assert tuple(each.counter for each in found.counted) == counters.names()
    assert all(each.source for each in found.counted)


def test_counts_that_are_there_are_not_made_again() -> None:
    made = session(say("user", "one two three"))
    wrong = measure(made, "pi").model_copy(update={"columns": {"user": (77,)}})
    own = divergence(made, ("pi",), known=(wrong,)).of("pi")
    assert own is not None and own.total == 77


def test_the_reference_is_always_among_them() -> None:
    made = session(say("user", "one"))
    assert [each.counter for each in compared(measure(made), [measure(made, "pi")]).counted] == ["o200k_base", "pi"]


def test_an_unknown_counter_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="o200k_base"):
        divergence(session(say("user")), ("nonesuch",))


def test_a_session_without_messages() -> None:
    found = divergence(session())
    assert found.total == 0 and all(each.ratio is None or each.total == 0 for each in found.counted)


@settings(deadline=None, max_examples=20)
@given(sessions(max_size=12))
def test_worst_are_sorted_and_true(made: Session) -> None:
    own, real = measure(made, "letta-server"), measure(made)
    worst = differences(own, real, most=5)
    gaps = [abs(one.gap) for one in worst]
    assert gaps == sorted(gaps, reverse=True) and all(gaps)
    assert all((one.tokens, one.against) == (own.counts[one.message], real.counts[one.message]) for one in worst)
    rest = set(range(own.length)) - {one.message for one in worst}
    assert all(abs(own.counts[i] - real.counts[i]) <= (gaps[-1] if len(gaps) == 5 else 0) for i in rest)
