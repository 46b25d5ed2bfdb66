"""A setting from a file: ``--set NAME=@FILE``, for settings that are text."""

import json
from pathlib import Path
from typing import Any

import pytest

from compaction_core.cli import main
from compaction_core.cli.settings import parameters, reproduce
from compaction_core.errors import BadParameter
from compaction_core.strategies import strategies
from compaction_core.strategies.composed import presets


def test_a_recipe_is_read_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "recipe.yaml"
    file.write_text(presets.text("textbook-window"), encoding="utf-8")
    assert main(["plan", "first_example", "--strategy", "composed", "--set", f"recipe=@{file}", "--json"]) == 0
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert value["parameters"]["recipe"] == presets.text("textbook-window")


def test_a_file_that_is_not_there_and_a_recipe_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", "first_example", "--strategy", "composed", "--set", "recipe=@nowhere"]) == 2
    assert "Cannot read the setting from 'nowhere'" in capsys.readouterr().err
    assert main(["plan", "first_example", "--strategy", "composed", "--set", "recipe=selektor: 1"]) == 2
    said = capsys.readouterr().err
    assert "selektor = 1: Extra inputs are not permitted. There is: name, " in said and "Value error" not in said


def test_only_text_comes_from_a_file_and_text_that_starts_with_an_at_is_quoted() -> None:
    strategy = strategies.get("letta-code")
    assert parameters(strategy, ["clip_chars=@x"]) == {"clip_chars": "@x"}
    with pytest.raises(BadParameter, match="Cannot read"):
        parameters(strategy, ["prompt=@x"])
    command = reproduce("FILE", strategy="letta-code", window=None, parameters={"prompt": "@x"})
    assert """--set 'prompt="@x"'""" in command
    assert parameters(strategy, ['prompt="@x"']) == {"prompt": "@x"}
