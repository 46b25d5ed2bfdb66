"""Every registered importer: it has a name, knows its own example and leaves the others' alone.

An importer's example is ``examples/<name>.*``, hand-written.
"""

from pathlib import Path

import pytest

from compaction_core.importers import importers, load_all
from compaction_core.importers.source import Source
from compaction_core.session import Session

EXAMPLES = {path.stem: path for path in sorted((Path(__file__).parent / "examples").iterdir())}
NAMES = importers.names()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_named_and_has_an_example(name: str) -> None:
    importer = importers.get(name)
    assert importer.name == name
    assert importer.label
    assert name in EXAMPLES, f"write a small {name} file by hand into tests/importers/examples"


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("name", NAMES)
def test_it_takes_its_own_example_and_no_other(name: str, example: str) -> None:
    why = importers.get(name).detect(Source.open(EXAMPLES[example]))
    assert bool(why) == (name == example), f"{name} on {example}: {why}"


@pytest.mark.parametrize("name", [importer.name for importer in importers])
def test_it_recognises_lines_by_the_first_of_them(name: str) -> None:
    source = Source.open(b'{"of": "no format"}\n' * 300)
    assert importers.get(name).detect(source) is None
    assert "rows" not in vars(source), "detect looks at `source.head`: every format is asked about every file"


@pytest.mark.parametrize("example", EXAMPLES)
def test_its_example_loads_and_json_reads_back_equal(example: str) -> None:
    for session in load_all(EXAMPLES[example]):
        assert session.format == example
        assert session.messages
        assert session.integrity.detected_by
        assert Session.model_validate_json(session.model_dump_json()) == session
        assert session.digest == Session.model_validate_json(session.model_dump_json()).digest


def test_the_same_talk_reads_alike_from_three_formats() -> None:
    """These examples tell one story: a question, a call, its result, an answer."""
    for example in ("claude_code", "openai_chat", "anthropic_messages"):
        (session,) = load_all(EXAMPLES[example])
        assert session.title == "How many lines has notes.txt?"
        assert [m.role for m in session.messages if m.calls] == ["assistant"]
        assert len(session.result_of) == 1
        assert session.messages[-1].text == "Seven."
