"""CONTRIBUTING's worked example of a format works as it stands there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compaction_core.importers import importers, load

ROOT = Path(__file__).parents[2]
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
LOG = "\n".join(
    json.dumps(row)
    for row in (
        {"who": "me", "said": "How many lines has notes.txt?", "at": 1_767_225_600},
        {"who": "bot", "said": "Seven.", "at": 1_767_225_605},
        {"who": "clock", "said": "noon"},
    )
)


@pytest.fixture
def chatter() -> Iterator[None]:
    importers.names()  # the registry is complete before the example joins it
    exec(compile(EXAMPLE, "chatter.py", "exec"), {"__name__": "chatter"})
    yield
    del importers._members["chatter"]


@pytest.mark.usefixtures("chatter")
def test_the_worked_example_reads_its_format() -> None:
    session = load(LOG)
    assert session.format == "chatter" and session.title == "How many lines has notes.txt?"
    assert [(m.role, m.text, m.line) for m in session.messages] == [
        ("user", "How many lines has notes.txt?", 0),
        ("assistant", "Seven.", 1),
    ]
    assert session.messages[1].timestamp == 1_767_225_605 and session.integrity.skipped_rows == 1


@pytest.mark.usefixtures("chatter")
def test_it_takes_no_other_format_s_example() -> None:
    for path in (ROOT / "tests" / "importers" / "examples").iterdir():
        assert load(path).format != "chatter"
