"""Which lines fit: the limit is exact, no section starves."""

from hypothesis import given
from hypothesis import strategies as st

from compaction_core.extraction.budget import SHARES, Item, Section, fit
from compaction_core.extraction.words import count

TEXTS = st.sampled_from(["one two three", "src/登录/auth.py", "改成。", "x" * 45, "a", "“quote here”", "lib/core.ts"])
ITEMS = st.lists(st.builds(Item, text=TEXTS, group=st.sampled_from(["", "Files", "名称"]), place=st.integers(0, 2)))


def sections(items: dict[str, list[Item]]) -> list[Section]:
    return [Section(key=key, heading=key, none="None.", items=tuple(rows)) for key, rows in items.items()]


@given(st.fixed_dictionaries(dict.fromkeys(SHARES, ITEMS)), st.integers(1, 120))
def test_the_limit_is_never_passed(items: dict[str, list[Item]], words: int) -> None:
    assert count(fit(sections(items), words)) <= words


def test_items_of_a_group_share_a_line_and_empty_sections_say_so() -> None:
    rows = [Item(text="a.py", group="Files"), Item(text="said", place=-1), Item(text="b.py", group="Files")]
    assert fit(sections({"goals": rows, "next": []}), 99) == "## goals\n- said\n- Files: a.py, b.py\n\n## next\n- None."


def test_what_a_line_already_shows_is_not_listed_again() -> None:
    rows = [Item(text="see src/a.py"), *(Item(text=t, group="Files", unless_said=t) for t in ("src/a.py", "a.py"))]
    assert fit(sections({"goals": rows}), 99) == "## goals\n- see src/a.py\n- Files: a.py"


def test_a_long_section_leaves_room_for_the_others() -> None:
    many = [Item(text=f"word{n} and more") for n in range(200)]
    text = fit(sections({"goals": many, "details": many, "next": [Item(text="the one next step")]}), 100)
    assert "the one next step" in text
    assert text.count("word0 ") == 2
