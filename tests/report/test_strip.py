from hypothesis import given
from hypothesis import strategies as st

from compaction_core import measure, plan
from compaction_core.report.strip import strip
from compaction_core.session import Message, Session, Text
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
