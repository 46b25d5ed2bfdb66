"""The measure of every limit, and shortening."""

from hypothesis import given
from hypothesis import strategies as st

from compaction_core.extraction.words import cost, count, one_line, quote, shorten

TEXTS = st.lists(
    st.sampled_from(
        ["Fix it.", "src/auth.py", "先修复登录。", "docs/说明.md", "PR 12", "wait,", "a" * 90, "テスト", "#7"]
    )
).flatmap(lambda words: st.sampled_from([" ".join(words), "".join(words)]))


def test_two_characters_of_chinese_are_one_word() -> None:
    assert count("修复登录") == 2
    assert count("fix the login") == 3
    assert count("x" * 41) == 2  # 40 characters of a run are one word


def test_cost_adds_up() -> None:
    assert cost("修复 src/a.py now") == cost("修复") + cost("src/a.py") + cost("now")


@given(TEXTS | st.text(max_size=200), st.integers(3, 20))
def test_a_shortened_text_is_a_prefix_within_the_limit(text: str, words: int) -> None:
    short = shorten(text, words)
    assert count(short) <= words
    assert one_line(text).startswith(short.removesuffix("…").rstrip())


def test_nothing_is_cut_inside_an_identifier() -> None:
    assert shorten("please look at src/登录/auth.py now and then", 5) == "please look at …"
    assert shorten("one two three PR 12 four five", 5) == "one two three …"


def test_quotes_stand_on_one_line_in_one_pair_of_marks() -> None:
    assert quote("say “yes”\n## Goals", 20) == "“say ‘yes’ ## Goals”"
