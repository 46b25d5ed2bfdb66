"""Which user messages stay, by agents.md §2: newest first within a budget, one of them cut in the middle."""

from dataclasses import replace

import pytest

from compaction_core.session import File, Image, Session, Text
from compaction_core.strategies.codex.keeping import PREFIX, is_candidate, select, shorten
from compaction_core.tokens import measure
from tests.make import call, result, say, session


@pytest.mark.parametrize(
    ("budget", "first", "shortened", "left"),
    [
        (100, 0, None, 0),  # 20 + 30 + 50 fit to the token
        (60, 1, 0, 10),  # 20 and 30 fit, 10 of the 50 are left
        (50, 1, None, 0),  # nothing is left, so the oldest is not even cut
        (19, 3, 2, 19),  # not even the newest fits
        (0, 3, None, 0),
    ],
)
def test_the_walk_from_the_newest(budget: int, first: int, shortened: int | None, left: int) -> None:
    assert select((50, 30, 20), budget) == (first, shortened, left)


def test_an_empty_message_fits_while_anything_is_left() -> None:
    assert select((0, 10), 11).first == 0
    assert select((0, 10), 10).first == 1  # at 0 the walk stops before it is looked at


def test_a_long_text_keeps_half_the_bytes_on_each_side() -> None:
    """200 bytes to 10 tokens: 40 bytes stay, 20 on each side, and ceil(160 / 4) = 40 tokens go."""
    cut = shorten("a" * 100 + "b" * 100, 10)
    assert cut == ("a" * 20, "b" * 20, 40)
    assert cut.text == "a" * 20 + "[40 tokens left out]" + "b" * 20


def test_a_character_is_never_halved() -> None:
    """One token is 4 bytes, 2 a side; a Chinese character has 3 and an emoji 4, so none fits."""
    assert shorten("中" * 10, 1) == ("", "", 7)  # ceil((30 - 4) / 4)
    assert shorten("中" * 10, 2) == ("中", "中", 6)  # 4 bytes a side
    assert shorten("😀" * 10, 3) == ("😀", "😀", 7)  # 6 bytes a side, ceil((40 - 12) / 4)


def test_what_fits_is_not_cut() -> None:
    assert shorten("x" * 40, 10) is None


def test_session_notes_and_earlier_summaries_are_no_candidates() -> None:
    assert is_candidate(say("user", "fix it"))
    assert not is_candidate(say("user", "<environment_context>\n</environment_context>"))
    assert not is_candidate(say("user", "# AGENTS.md instructions for x"))
    assert not is_candidate(say("user", "fix it", flags=("meta",)))
    assert not is_candidate(say("user", "so far", summary="so far"))
    assert not is_candidate(say("user", f"{PREFIX}\nso far"))
    assert not is_candidate(say("assistant"))


def test_the_estimate_counts_bytes() -> None:
    found: Session = session(say("user", "中中"), say("user", "x" * 9), call("a", text="ab"), result("a", "x"))
    assert measure(found, "codex").counts == (2, 3, 6, 1)  # 6, 9, 2 + 3 + 16 and 1 bytes


def test_the_estimate_leaves_images_out() -> None:
    parts = (Text(text="x" * 8), Image(source="data:"), File(name="a.txt", text="y" * 4))
    assert measure(session(replace(say("user"), parts=parts)), "codex").counts == (3,)
