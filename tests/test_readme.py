"""The README tells the truth: its commands, folders and Python run."""

import re
import shlex
from pathlib import Path

import pytest

from compaction_core.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
SHELL = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if "compaction-explorer" in line]


@pytest.mark.parametrize("line", [line for line in SHELL if " app " not in line])
def test_every_command_runs(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line)[3:]  # after: uv run compaction-explorer
    assert main([word.replace("session.jsonl", "already_compacted") for word in words]) == 0
    assert capsys.readouterr().out.strip()


def test_the_python_runs(tmp_path: Path) -> None:
    code = next(text for kind, text in BLOCKS if kind == "python")
    sample = ROOT / "sample_sessions" / "first_example.json"
    exec(code.replace('"session.jsonl"', repr(str(sample))), {})


def test_every_folder_and_file_it_names_is_there() -> None:
    named = re.findall(r"^\| (`[^|]+) \|", README, re.MULTILINE)
    paths = [path for cell in named for path in re.findall(r"`([^`]+)`", cell)]
    base = ROOT / "compaction_core"
    assert len(paths) > 10
    assert [path for path in paths if not ((ROOT / path).exists() or (base / path).exists())] == []
    assert (ROOT / "README.png").is_file()


def test_the_number_of_samples_is_right() -> None:
    from compaction_core.samples import samples

    words = {11: "eleven", 12: "twelve", 13: "thirteen"}
    assert f"{words[len(samples())]} sessions made for this project" in README
