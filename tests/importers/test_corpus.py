"""The shared corpus of real transcripts, where it lies beside the project."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from compaction_core.errors import CompactionError
from compaction_core.importers import load_all
from compaction_core.session import Session
from tests.conftest import SHARED

ROOT = Path(__file__).parents[2]
CORPUS = SHARED / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not beside the project")


def files() -> list[str]:
    return sorted(json.loads((CORPUS / "expect.json").read_text(encoding="utf-8"))) if CORPUS.is_dir() else []


@pytest.mark.parametrize("blind", [[], ["--blind"]], ids=["named", "blind"])
def test_the_grader_passes_every_file(blind: list[str]) -> None:
    """``--blind`` gives the files neutral names: a format is known by its content."""
    command = [sys.executable, str(CORPUS / "grade.py"), "--runner", f"{sys.executable} -m tests.corpus", *blind]
    graded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert graded.returncode == 0, graded.stdout + graded.stderr


@pytest.mark.parametrize("name", files())
def test_json_reads_back_equal(name: str) -> None:
    try:
        sessions = load_all(CORPUS / name)
    except CompactionError as error:  # a file that may be refused is refused in one clear sentence
        assert 8 <= len(str(error)) <= 600
        return
    for session in sessions:
        assert Session.model_validate_json(session.model_dump_json()) == session
