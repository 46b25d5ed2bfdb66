"""The shared corpus of real transcripts, where it lies beside the project."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from compaction_core.errors import CompactionError
from compaction_core.importers import importers, load_all
from compaction_core.session import Session

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
# Formats whose files are chat lists of the two APIs as they stand, and may be read as such.
CHAT_LISTS = {"litellm_log", "mini_swe_agent"}

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not beside the project")


def expected() -> dict[str, dict[str, object]]:
    if not CORPUS.is_dir():
        return {}
    return json.loads((CORPUS / "expect.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["claude_code/", "openai_chat/", "anthropic_messages/"])
@pytest.mark.parametrize("blind", [[], ["--blind"]], ids=["named", "blind"])
def test_the_grader_passes_our_formats(name: str, blind: list[str]) -> None:
    runner = f"{sys.executable} -m tests.corpus"
    command = [sys.executable, str(CORPUS / "grade.py"), "--runner", runner, "--only", name, *blind]
    graded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert graded.returncode == 0, graded.stdout + graded.stderr


@pytest.mark.parametrize(
    "name", [name for name, facts in expected().items() if facts.get("format") not in importers.names()]
)
def test_other_formats_are_refused_or_read_as_what_they_are(name: str) -> None:
    taken_for = set()
    try:
        taken_for = {session.format for session in load_all(CORPUS / name)}
    except CompactionError as error:
        assert 8 <= len(str(error)) <= 600
    folder = name.split("/")[0]
    either = expected()[name].get("format")
    allowed = set(either["one_of"]) if isinstance(either, dict) else set()
    assert taken_for <= ({"openai_chat"} if folder in CHAT_LISTS else allowed)


@pytest.mark.parametrize(
    "name", [name for name, facts in expected().items() if facts.get("format") in importers.names()]
)
def test_json_reads_back_equal(name: str) -> None:
    for session in load_all(CORPUS / name):
        assert Session.model_validate_json(session.model_dump_json()) == session
