"""Recipes as files: what is read, what is refused and how that is said, and the way back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import BadParameter
from compaction_core.strategies import strategies
from compaction_core.strategies.composed import files, presets
from compaction_core.strategies.composed.axes.base import Axis, choices, kind_of
from compaction_core.strategies.composed.recipe import AXES, Recipe, made, read, write
from tests.strategies.composed import table


def test_there_are_thirteen_axes_and_each_field_explains_itself() -> None:
    assert len(AXES) == 13
    waiting: list[type[Axis]] = [Recipe]
    seen: set[type[Axis]] = set()
    while waiting:
        record = waiting.pop()
        if record in seen:
            continue
        seen.add(record)
        assert record.__doc__
        for name, field in record.model_fields.items():
            assert name == "kind" or (field.title and field.description and not field.is_required()), (record, name)
            waiting += choices(field.annotation)
    assert len(seen) > 40


def test_an_empty_file_is_a_recipe_with_every_axis_as_usual() -> None:
    assert read("") == read("# nothing\n") == Recipe()


@pytest.mark.parametrize("name", presets.names())
def test_every_preset_comes_back_from_its_own_yaml(name: str) -> None:
    recipe = presets.preset(name)
    assert read(write(recipe)) == recipe
    assert recipe.about


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(
    name=st.sampled_from(presets.names()),
    words=texts,
    template=texts,
    prefixes=st.lists(texts, max_size=3),
    share=st.floats(0.001, 1),
    number=st.none() | st.integers(0, 10**9),
)
def test_any_change_comes_back(
    name: str, words: str, template: str, prefixes: list[str], share: float, number: int | None
) -> None:
    data: dict[str, Any] = presets.preset(name).model_dump()
    data |= {"about": words, "placement": {"template": template}, "settings": {"a": [1, None, True, words], "b": share}}
    data["selector"] = {"kind": "user_messages", "budget": number, "not_starting_with": prefixes}
    data["trigger"] = {"lines": [{"limit": {"kind": "share", "share": share, "at_least": number}}]}
    recipe = made(data)
    assert read(write(recipe)) == recipe


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("selector: {kind: last_messages, keep: -1}", r"selector\.keep = -1: .*There is: kind, keep\."),
        ("selector: {kind: nonsense}", r"selector = a dict: .*'last_messages'.*'tail_tokens'"),
        ("selektor: {kind: nothing}", r"selektor = .*not permitted.*There is: name, .*selector, "),
        (
            "trigger: {lines: [{limit: {kind: share, shre: 1}}]}",
            r"trigger\.lines\.0\.limit\.shre = 1: .*There is: kind, share, ",
        ),
        ("estimator: {counter: abacus}", r"estimator\.counter = 'abacus': .*choose one of: .*o200k_base"),
        ("prompt: {prompt: none}", r"prompt\.prompt = 'none': .*choose one of: .*textbook_summary"),
        ("range: {head: many}", r"range\.head = 'many'"),
        ("a: [", "no YAML in line 1"),
        ("a: 1\na: 2", "'a' stands there twice"),
        ("a: &x [1]\nb: *x", "an alias"),
        ("just words", "list of axes"),
        ("- 1", "list of axes"),
        ("a: \x00", "no YAML"),
        ("a: " + "9" * 5000, "no YAML"),
        ("a: 2001-99-99", "no YAML"),
        ("[" * 5000, "no YAML"),
        ("x" * (files.LARGEST + 1), r"64,001 characters, more than the 64,000"),
        ("!!python/object:os.system {}", "no YAML"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_there_is(text: str, said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        read(text)


def test_a_choice_is_named_by_its_kind() -> None:
    kinds = [kind_of(each) for each in choices(Recipe.model_fields["selector"].annotation)]
    assert kinds[:3] == ["nothing", "everything", "last_messages"] and len(set(kinds)) == len(kinds)


def test_written_is_what_differs_an_axis_a_paragraph() -> None:
    text = write(made({"name": "x", "anchors": {"last_user": True}}))
    assert text.startswith("name: x\n\n# 1. Trigger: When does it act?\n# trigger: as usual\n")
    assert "# 7. Anchors: What stays in any case?\nanchors:\n  last_user: true\n" in text


def test_the_readme_has_the_table_of_the_recipes_and_names_every_other_strategy() -> None:
    text = table.README.read_text(encoding="utf-8")
    assert text == table.written(text), "run: python -m tests.strategies.composed.table"
    expressed = {presets.preset(name).same_as for name in presets.names()}
    missing = text.partition("cannot be expressed")[2]
    for name in strategies.names():
        assert name == "composed" or name in expressed or f"`{name}`" in missing, name
        assert not (name in expressed and f"| `{name}` |" in missing), name
