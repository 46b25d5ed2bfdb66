"""The README tells the truth: its commands, folders and Python run."""

import json
import re
import shlex
from pathlib import Path

import pytest

from compaction_core.cli import main
from tests.conformance.select import BUILT
from tests.conformance.table import BEGIN, END, written
from tests.conftest import SHARED

ROOT = Path(__file__).parents[1]
HANDED = SHARED / "vectors"
REMAKE = "write the table anew: uv run python -m tests.conformance.table FOLDER"
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


def test_the_table_names_every_strategy_of_the_registry() -> None:
    from compaction_core.strategies import strategies

    table = README.partition(BEGIN)[2].partition(END)[0]
    assert [name for name in strategies.names() if f"`{name}`" not in table] == [], REMAKE


@pytest.mark.skipif(not HANDED.is_dir(), reason="the full set of cases is not on this machine")
def test_the_table_counts_the_recorded_cases() -> None:
    """That all of them pass is tests/conformance/test_vectors.py."""
    totals = {s: len(json.loads((HANDED / f"{s}.json").read_text(encoding="utf-8"))["cases"]) for s in BUILT}
    assert written(README, {system: (total, total) for system, total in totals.items()}) == README, REMAKE
