"""The README tells the truth: its commands, folders and Python run."""

import json
import os
import re
import shlex
import subprocess
import sys
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
SHELL = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if line.startswith("uv run c")]


@pytest.mark.parametrize("line", [line for line in SHELL if " app " not in line])
def test_every_command_runs(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line)[3:]  # after: uv run compaction-explorer
    assert main([word.replace("session.jsonl", "already_compacted") for word in words]) == 0
    assert capsys.readouterr().out.strip()


def test_the_python_runs(tmp_path: Path) -> None:
    code = next(text for kind, text in BLOCKS if kind == "python")
    sample = ROOT / "sample_sessions" / "first_example.json"
    exec(code.replace('"session.jsonl"', repr(str(sample))), {})


def test_the_sketch_is_the_one_that_the_app_shows_and_it_loads() -> None:
    """1 + 1 + 3 + 40 × 2 messages; both calls are answered."""
    from compaction_core import load
    from compaction_core.importers.sketch import EXAMPLE
    from compaction_core.importers.sketch.rows import SPEAKERS

    (text,) = [text for kind, text in BLOCKS if kind == "yaml" and text.startswith("sketch: 1")]
    session = load(text)
    assert text == EXAMPLE and len(session.messages) == 85 and session.context_window == 200_000
    assert not session.orphans and not session.unanswered
    about = README.partition("## A conversation in a few lines")[2].partition("\n## ")[0]
    assert [name for name in SPEAKERS if f"`{name}`" not in about] == []


def _settings() -> str:
    (text,) = [text for kind, text in BLOCKS if kind == "yaml" and text.startswith("strategy:")]
    return text


def test_the_file_of_settings_names_every_key_and_is_taken(tmp_path: Path) -> None:
    from compaction_core.cli.configuration import KEYS, configured

    path = tmp_path / "check.yaml"
    path.write_text(_settings(), encoding="utf-8")
    assert set(configured(str(path))) == set(KEYS)
    assert main(["check", "long_coding", "--config", str(path)]) in (0, 1)


def test_the_loop_over_a_folder_runs(tmp_path: Path) -> None:
    """A result without a call is an error for both providers: the loop ends with 1."""
    (loop,) = [text for kind, text in BLOCKS if kind == "sh" and "for file in" in text]
    (tmp_path / "sessions").mkdir()
    (tmp_path / "check.yaml").write_text("window: 100000\nprovider: openai-chat\n", encoding="utf-8")
    for name, rows in {"good": [], "bad": [{"role": "tool", "tool_call_id": "gone", "content": "one"}]}.items():
        rows = [{"role": "user", "content": "list"}, *rows, {"role": "assistant", "content": "Done."}]
        (tmp_path / "sessions" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    here = loop.replace("uv run compaction-explorer", f"{shlex.quote(sys.executable)} -m compaction_core")
    done = subprocess.run(["sh", "-c", here], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 1
    good, bad = (
        json.loads((tmp_path / "sessions" / f"{name}.jsonl.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
        for name in ("good", "bad")
    )
    assert [row for row in good if row["level"] == "error"] == []
    (one,) = [row for row in bad if row["ruleId"] == "orphan-result"]
    assert one["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "sessions/bad.jsonl"}


def test_the_notebook_it_opens_is_there() -> None:
    (named,) = re.findall(r"^uv run --with jupyterlab jupyter lab (\S+)$", README, re.MULTILINE)
    assert (ROOT / named).is_file()


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
