"""What a generated session is made of: the mix of categories, code that runs, edits that apply, words that vary."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from compaction_core.session import Reasoning, Session, Text
from compaction_core.synth import generate, scenario_names
from compaction_core.synth.building import paths
from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import fill, modules, scenario
from compaction_core.tokens import measure


def shares(session: Session) -> dict[str, float]:
    """Per cent of the o200k tokens by category, tool schemas counted as system."""
    measured = measure(session, "o200k_base")
    tokens = {str(name): count for name, count in measured.by_category().items()}
    tokens["system"] = tokens.get("system", 0) + measured.tools
    return {name: 100 * count / sum(tokens.values()) for name, count in tokens.items()}


@pytest.mark.parametrize("name", scenario_names())
def test_a_long_session_has_the_mix_of_a_real_one(name: str) -> None:
    """Coding agents' transcripts are about two thirds tool results, a seventh calls, a seventh prose and thought."""
    mix = shares(generate(5, scenario=name, messages=412, target_tokens=150_000, parallel_share=0.7))
    assert 58 < mix["tool_result"] < 73
    assert 11 < mix["tool_call"] < 18
    assert 6 < mix["assistant"] < 10
    assert 5 < mix["reasoning"] < 9
    assert 1.5 < mix["user"] < 4
    assert 2.5 < mix["system"] < 5


def test_the_share_of_tool_results_can_be_set() -> None:
    few, many = (
        shares(generate(5, messages=412, target_tokens=80_000, tool_result_share=share))["tool_result"]
        for share in (0.5, 0.9)
    )
    assert few < 60 < 75 < many


@pytest.mark.parametrize("name", scenario_names())
def test_every_edit_finds_its_passage_once_and_every_new_file_is_new(name: str) -> None:
    """The transcript's calls, applied to the repository of the start, never miss."""
    session = generate(8, scenario=name, messages=400, target_tokens=140_000)
    files = {path: "\n".join(lines) for path, lines in Project(scenario(name), Random(8)).files.items()}
    edited = 0
    for message in session.messages:
        for call in message.calls:
            given = json.loads(call.arguments)
            assert "git pull" not in given.get("command", ""), "code from elsewhere: choose another seed"
            if call.name == "write_file":
                assert given["path"] not in files
                files[given["path"]] = given["content"].rstrip("\n")
            if call.name == "edit_file":
                text = files[given["path"]]
                assert text.startswith(given["old"]) + text.count("\n" + given["old"]) == 1
                files[given["path"]] = text.replace(given["old"], given["new"], 1)
                edited += 1
    assert edited > 20


@pytest.mark.parametrize("name", scenario_names())
def test_no_sentence_comes_back_often(name: str) -> None:
    session = generate(11, scenario=name, messages=400, target_tokens=140_000)
    sentences: Counter[str] = Counter()
    for message in session.messages:
        for part in message.parts:
            if message.role in ("user", "assistant") and isinstance(part, Text | Reasoning):
                # what differs only in names and numbers counts as the same
                plain = re.sub(r"`[^`]*`|\b[A-Z]+-\d+\b|\d+", "…", part.text)
                sentences.update(x for x in re.split(r"(?<=[.?!:])\s+", plain) if len(x) > 40)
    assert len(sentences) > 250
    assert max(sentences.values()) <= 9
    assert sum(n for n in sentences.values() if n > 4) < 0.25 * sum(sentences.values())


def test_a_session_ends_with_its_last_piece_of_work_finished() -> None:
    for seed in range(6):
        roles = [message.role for message in generate(seed, messages=300).messages]
        assert "user user" not in " ".join(roles[-12:]), "the user asks for something and closes at once"


def test_new_modules_pass_their_own_tests(tmp_path: Path) -> None:
    """The package as it would be on disk, and a real run of the tests."""
    project = Project(scenario("auth_refactor"), Random(4))
    place = project.entities[3]
    source = project.text(place["path"])
    entity = source[source.index("@dataclass") : source.index("\n\n\n", source.index("def as_dict"))]
    head = "from dataclasses import asdict, dataclass, field\nfrom datetime import datetime, timezone\n\n"
    files = {f"{place['pkg']}/__init__.py": "", place["path"]: f"{head}{entity}\n"}
    for kind in modules().values():
        code, tests = paths(kind, place)
        files |= {code: fill(kind.code, place), tests: fill(kind.tests, place)}
        assert all(f"def {fill(name, place)}(" in files[tests] for name in kind.covered)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", ".", "tests"]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": "."}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d+ passed", done.stdout, re.MULTILINE)
