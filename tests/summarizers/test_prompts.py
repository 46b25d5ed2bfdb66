"""Prompts as files: sections and limits are those of letta.md §1.9, §2.10 and agents.md §1, §4, §6."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import BadInput, UnknownName
from compaction_core.summarizers.prompts import VARIABLES, Prompt, prompt, prompt_names, read


@pytest.mark.parametrize(
    ("name", "kind", "words", "sections"),
    [
        ("letta_code_sliding_window", "either", 300, 5),
        ("letta_code_all", "either", 500, 7),
        ("letta_server_self_sliding_window", "either", 300, 5),
        ("letta_server_self_all", "either", 500, 7),
        ("opencode_first", "first", None, 7),
        ("opencode_anchored_update", "update", None, 7),
        ("opencode_first_d", "first", None, 5),
        ("opencode_update_d", "update", None, 5),
        ("pi_first", "first", None, 6),
        ("pi_update", "update", None, 6),
        ("pi_turn_prefix", "turn_prefix", None, 3),
        ("hermes_first", "first", None, 13),
        ("hermes_update", "update", None, 13),
    ],
)
def test_kinds_sections_and_limits(name: str, kind: str, words: int | None, sections: int) -> None:
    found = prompt(name)
    assert (found.kind, found.words, len(found.sections)) == (kind, words, sections)
    places = [found.text.index(section) for section in found.sections]
    headed = [line[3:] for line in found.text.split("\n") if line.startswith("## ")]
    assert headed == list(found.sections) or (not headed and places == sorted(places)), "in this order"
    assert words is None or f"at most {words} words" in found.filled()


@pytest.mark.parametrize("name", prompt_names())
def test_every_prompt_is_a_file_that_reads_back_equal(name: str) -> None:
    found = prompt(name)
    assert read(found.as_file(), name) == found
    assert found.title and found.source
    assert "{" not in found.filled(dict.fromkeys(VARIABLES, "x"))
    assert ("{previous_summary}" in found.text) == (found.kind == "update")


def test_no_two_prompts_have_one_title() -> None:
    assert len({prompt(name).title for name in prompt_names()}) == len(prompt_names())


def test_both_generations_of_a_system_ask_for_the_same_sections_first_and_later() -> None:
    for first, update in (
        ("opencode_first", "opencode_anchored_update"),
        ("opencode_first_d", "opencode_update_d"),
        ("pi_first", "pi_update"),
        ("hermes_first", "hermes_update"),
    ):
        assert prompt(first).sections == prompt(update).sections and prompt(first).limit == prompt(update).limit


def test_the_limits_on_the_answer_are_pi_s() -> None:
    """agents.md §4: ⌊0.8 × reserve⌋ for the history, ⌊0.5 × reserve⌋ for the prefix; the reserve is 16,384."""
    assert f"{16_384 * 8 // 10:,} tokens" in prompt("pi_first").limit
    assert f"{16_384 // 2:,} tokens" in prompt("pi_turn_prefix").limit


@given(st.text(), st.lists(st.text(), max_size=3), st.text(alphabet=st.characters(exclude_characters="\r")))
def test_any_prompt_reads_back_equal(title: str, sections: list[str], text: str) -> None:
    made = Prompt(name="n", title=title, kind="first", role="user", sections=tuple(sections), text=text.strip())
    assert read(made.as_file(), "n") == made


def test_only_the_known_variables_are_filled() -> None:
    made = Prompt(name="n", title="t", kind="first", role="user", words=9, text="{words} {focus} {other} {}")
    assert made.filled({"focus": "look at {words}"}) == "9 look at {words} {other} {}"


MATTER = "+++\ntitle = 'x'\nkind = 'first'\nrole = 'user'\n{more}\n+++\ntext"


@pytest.mark.parametrize(
    "text",
    [
        "no matter",
        "+++\ntitle = \n+++\nx",
        "+++\ntitle = 'x'\n+++\nx",
        MATTER.format(more="words = -1"),
        MATTER.format(more=f"words = {'9' * 5000}"),
        MATTER.format(more=f"x = {'[' * 5000}"),
        MATTER.format(more="unknown = 1"),
    ],
)
def test_a_broken_file_says_what_is_wrong(text: str) -> None:
    with pytest.raises(BadInput, match="prompt"):
        read(text, "n")


def test_an_unknown_prompt_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="letta_code_all"):
        prompt("nope")
