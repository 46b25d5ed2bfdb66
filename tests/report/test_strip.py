from hypothesis import given
from hypothesis import strategies as st

from compaction_core import measure, plan
from compaction_core.report.strip import strip
from compaction_core.session import Message, RecordedCompaction, Session, Text
from tests import make
from tests.make import dialogue, say
from tests.report.sessions import session


def test_ten_equal_messages_with_the_cut_at_five() -> None:
    # two columns a message; the first five are summarized (equality at #3 goes on)
    s = session(10)
    assert strip(plan(s, "letta-code", 1000), measure(s), width=20) == (
        "//////////==========",
        "          ^ cut: #5 is the first kept",
        "= keep 5   / summarize 5   (messages; a mark is about 40 tokens)",
    )


def test_nothing_kept_has_no_cut_mark() -> None:
    s = session(3)
    assert strip(plan(s, "letta-code", 1000), measure(s), width=6)[0] == "//////"
    assert len(strip(plan(s, "letta-code", 1000), measure(s), width=6)) == 2


def test_no_messages_and_weightless_ones() -> None:
    s = session(3)
    assert strip(plan(s, "letta-code", 1000, at=0), measure(s)) == ("(no messages)",)
    mute = Session(format="by hand", messages=(Message(role="user", parts=(Text(text=""),)),) * 3)
    assert strip(plan(mute, "letta-code", 1000), measure(mute))[0] == "///"


@given(st.integers(1, 30), st.integers(1, 120), st.integers(100, 4000))
def test_the_strip_is_never_wider_than_asked(size: int, width: int, window: int) -> None:
    s = session(size)
    made = plan(s, "letta-code", window)
    marks = strip(made, measure(s), width)[0]
    assert len(marks) == min(width, 81 * size)  # a mark is at least a token
    # object constancy: the order of the fates along the strip is their order in the list
    assert marks == "/" * marks.count("/") + "=" * marks.count("=")


def kept(*retained: int) -> Session:
    """Of #0–#7 some stayed beside the summary #8; twelve more messages; ten tokens each by Letta Code's count."""
    mark = RecordedCompaction(index=8, kept=retained)
    summary = say("user", "was", summary="was")
    return make.session(*dialogue(8).messages, summary, *dialogue(12).messages, compactions=(mark,))


def test_what_was_kept_from_before_stands_in_front_of_a_gap() -> None:
    s = kept(0, 3)
    made = plan(s, "letta-code", 100)
    marks, cut, before, legend = strip(made, measure(s, "letta-code"), width=40)
    gone = len(made.indexes("summarize"))
    front, rest = marks.split(" ")
    assert set(front) == {"/"} and len(front) == 6  # two of fifteen messages, by their tokens
    assert len(marks) == 40 and rest == "/" * rest.count("/") + "=" * rest.count("=")
    assert marks[cut.index("^")] == "=" and marks[cut.index("^") - 1] == "/"
    assert before == "kept from before: 2 of #0–#3"
    assert legend.startswith(f"= keep {15 - gone}   / summarize {gone} ")


@given(st.sets(st.integers(0, 7)), st.integers(1, 60), st.integers(30, 300))
def test_what_was_kept_never_makes_it_wider(retained: set[int], width: int, window: int) -> None:
    s = kept(*retained)
    made = plan(s, "letta-code", window)
    marks = strip(made, measure(s, "letta-code"), width)[0]
    assert len(marks) <= width and (" " in marks) == (bool(made.retained) and width > 2)
