"""Prompts as files: sections and limits are those of letta.md §1.9, §2.10 and agents.md §1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import BadInput, UnknownName
from compaction_core.summarizers.prompts import VARIABLES, Prompt, prompt, prompt_names, read


@pytest.mark.parametrize(
    ("name", "words", "sections"),
    [
        ("letta_code_sliding_window", 300, 5),
        ("letta_code_all", 500, 7),
        ("letta_server_self_sliding_window", 300, 5),
        ("letta_server_self_all", 500, 7),
        ("opencode_anchored_update", None, 7),
    ],
)
def test_sections_and_limits(name: str, words: int | None, sections: int) -> None:
    found = prompt(name)
    assert (found.words, len(found.sections)) == (words, sections)
    assert all(section in found.text for section in found.sections)
    assert words is None or f"at most {words} words" in found.filled()


@pytest.mark.parametrize("name", prompt_names())
def test_every_prompt_is_a_file_that_reads_back_equal(name: str) -> None:
    found = prompt(name)
    assert read(found.as_file(), name) == found
    assert found.source and "{" not in found.filled(dict.fromkeys(VARIABLES, "x"))


@given(st.text(), st.lists(st.text(), max_size=3), st.text(alphabet=st.characters(exclude_characters="\r")))
def test_any_prompt_reads_back_equal(title: str, sections: list[str], text: str) -> None:
    made = Prompt(name="n", title=title, kind="first", role="user", sections=tuple(sections), text=text.strip())
    assert read(made.as_file(), "n") == made


def test_only_the_known_variables_are_filled() -> None:
    made = Prompt(name="n", title="t", kind="first", role="user", words=9, text="{words} {focus} {other} {}")
    assert made.filled({"focus": "look at {words}"}) == "9 look at {words} {other} {}"


@pytest.mark.parametrize("text", ["no matter", "+++\ntitle = \n+++\nx", "+++\ntitle = 'x'\n+++\nx"])
def test_a_broken_file_says_what_is_wrong(text: str) -> None:
    with pytest.raises(BadInput, match="prompt"):
        read(text, "n")


def test_an_unknown_prompt_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="letta_code_all"):
        prompt("nope")
