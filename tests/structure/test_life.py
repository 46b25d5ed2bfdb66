"""Several compactions in a row, on sessions whose losses can be worked out by hand (test inputs t43 and t44)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from compaction_core.compaction import Compaction, compact
from compaction_core.findings import Finding
from compaction_core.passes import following
from compaction_core.session import Message, Session
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.structure.checkup import codes, examine
from compaction_core.structure.life import CODES, life, numbers, overlap, twice
from compaction_core.structure.lint import Case
from tests.make import dialogue, say, sessions

WORDS = [f"word{i}" for i in range(400)]


def cut(made: Session, at: int, text: str = "short") -> Compaction:
    """Everything before ``at`` becomes one summary with this text."""
    return compact(made, plan(made, "by-hand", 10_000, cut=at), text=text)


def on(made: Session, *more: Message) -> Session:
    """The same list, gone on."""
    return Session(format=made.format, messages=(*made.messages, *more))


def found(passes: Sequence[Compaction]) -> dict[str, Finding]:
    return {finding.code: finding for finding in life(passes)}


def without_request_for(done: Compaction, *places: int) -> Compaction:
    """The same compaction, whose summarizer never read these messages."""
    request = done.request
    left = [(i, m) for i, m in zip(request.indexes, request.messages, strict=True) if i not in places]
    told = request.model_copy(update={"indexes": tuple(i for i, _ in left), "messages": tuple(m for _, m in left)})
    return done.model_copy(update={"request": told})


def test_every_message_that_goes_is_in_a_summary() -> None:
    made = dialogue(12)
    first = cut(made, 6)
    second = cut(on(following(made, first), say("user"), say("assistant")), 5, "short again")
    assert "in-no-summary" not in found((first, second))


def test_a_message_that_no_summary_holds_is_named_by_its_number_in_the_session() -> None:
    """t43: pass 1 keeps #4 to #7; pass 2 takes them too, and its summarizer reads only what came later."""
    made = dialogue(8)
    first = cut(made, 4)
    longer = on(following(made, first), *dialogue(6).messages)
    second = cut(longer, 9)  # summary, #4–#7, then #8 to #11
    assert numbers((first, second))[1] == [None, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    skipping = without_request_for(second, 1, 2, 3, 4)
    one = found((first, skipping))["in-no-summary"]
    assert (one.severity, one.messages) == ("error", (4, 5, 6, 7))


def test_an_earlier_summary_that_is_dropped_breaks_the_chain() -> None:
    made = dialogue(8)
    first = cut(made, 4)
    second = cut(on(following(made, first), say("user"), say("assistant")), 3)
    assert "in-no-summary" not in found((first, second))
    lost = without_request_for(second, 0)
    assert "earlier summary" in found((first, lost))["in-no-summary"].text


def test_messages_that_go_without_any_summary_are_a_warning() -> None:
    made = dialogue(30)
    trimmed = compact(made, plan(made, "textbook-truncation", 100))
    assert trimmed.plan.indexes("drop")
    one = found((trimmed,))["in-no-summary"]
    assert one.severity == "warning" and one.messages == trimmed.plan.indexes("drop")


def lived(texts: Sequence[str]) -> list[Compaction]:
    """A session that grows by six messages between compactions, with these summaries."""
    made, passes = dialogue(8), []
    for text in texts:
        passes.append(cut(made, 4, text))
        made = on(following(made, passes[-1]), *dialogue(6).messages)
    return passes


def test_a_summary_that_grows_eight_and_a_half_times() -> None:
    """t44: five summaries, the last 8.6 times the first: 1,000 to 8,600 characters."""
    passes = lived(["x" * size for size in (1_000, 2_000, 4_000, 6_000, 8_600)])
    one = found(passes)["summary-grows"]
    assert one.severity == "warning" and "a factor of 8.6" in one.text and "1,000 → 2,000" in one.text
    assert "summary-grows" not in found(lived(["x" * 1_000, "x" * 1_900]))
    assert "summary-grows" not in found(lived(["x" * 1_000, "x" * 3_000, "x" * 2_500]))


def test_an_earlier_summary_word_for_word_inside_the_next() -> None:
    """40 words have 33 runs of 8; all of them stand in a text that holds the 40 words and 20 others."""
    earlier, later = " ".join(WORDS[:40]), " ".join(WORDS[100:110] + WORDS[:40] + WORDS[200:210])
    assert overlap(earlier, later) == 1.0
    assert "100% of the summary of pass 1" in found(lived([earlier, later]))["summary-nests"].text
    half = " ".join(WORDS[:24] + WORDS[300:316])
    assert overlap(earlier, half) == pytest.approx(17 / 33)
    assert "summary-nests" not in found(lived([earlier, " ".join(reversed(WORDS[:40]))]))
    assert overlap("", "anything") == 0.0 and overlap("two words", "some two words more") == 1.0


def test_a_pass_that_gains_nothing() -> None:
    made = dialogue(8)
    longer = cut(made, 4, "word " * 500)
    one = found((longer,))["pass-without-gain"]
    assert one.severity == "error" and "makes the list longer" in one.text
    nothing = compact(made, plan(made, "keep-all", 10_000))
    assert "takes nothing away" in found((nothing,))["pass-without-gain"].text
    assert "pass-without-gain" not in found((cut(dialogue(40, 400), 36),))


def test_compacting_twice_loses_where_nothing_was_said_in_between() -> None:
    """I8: the second pass takes #4 and #5 and the summary; with two more messages in between it is an ordinary pass."""
    made = dialogue(12)
    first = cut(made, 4)
    left = following(made, first)
    again = cut(left, 3)
    one = found((first, again))["compacting-twice-loses"]
    assert (one.severity, one.messages) == ("warning", (4, 5)) and "the summary of the pass before" in one.text
    ordinary = cut(on(left, say("user"), say("assistant")), 3)
    assert "compacting-twice-loses" not in found((first, ordinary))


def test_the_same_settings_once_more() -> None:
    """Letta Code's search over a list it has just compacted takes more of it; keep-all takes nothing again."""
    made = dialogue(40, 400)
    done = compact(made, plan(made, "letta-code", 4_000))
    assert "compacting-twice-loses" in found((done, twice(made, done)))
    still = compact(made, plan(made, "keep-all", 4_000))
    assert "compacting-twice-loses" not in found((still, twice(made, still)))


def test_a_check_tells_what_went_into_no_summary() -> None:
    """#1 is summarized, and the summarizer never read it; several passes are judged together."""
    made = dialogue(8)
    first = cut(made, 4)
    chosen = strategies.get("by-hand")

    def told(*passes: Compaction) -> list[tuple[str, tuple[int, ...]]]:
        case = Case(made, chosen, settle(chosen, {"cut": 4}), 9_000, at=8, plan=first.plan, passes=passes)
        return [(f.finding.code, f.finding.messages) for f in examine(case, []) if f.where == "passes"]

    assert told(first) == []
    assert told(without_request_for(first, 1)) == [("in-no-summary", (1,))]
    assert "compacting-twice-loses" in [code for code, _ in told(first, cut(following(made, first), 3))]
    assert set(CODES) <= set(codes())


def test_nothing_lived_nothing_found() -> None:
    assert life(()) == ()


@examples(max_examples=60, deadline=None)
@given(sessions(max_size=25), st.sampled_from(strategies.names()), st.integers(50, 3_000))
def test_any_life_of_any_strategy_can_be_judged(made: Session, name: str, window: int) -> None:
    """Codes are known, numbers are the session's, and nothing that a summary request held is called lost."""
    first = compact(made, plan(made, name, window))
    second = twice(made, first)
    assert [len(each) for each in numbers((first, second))] == [first.plan.end, second.plan.end]
    for finding in life((first, second)):
        assert finding.code in CODES and finding.text.endswith(".") and finding.advice.endswith(".")
        assert all(0 <= number < len(made.messages) for number in finding.messages)
        if finding.code == "in-no-summary":
            assert not set(finding.messages) & set(first.request.indexes)
