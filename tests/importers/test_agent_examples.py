"""The examples of command-line agents tell one story: a question, a call, its result, an answer."""

from pathlib import Path

import pytest

from compaction_core.importers import load_all
from compaction_core.importers.source import Source
from compaction_core.session import Reasoning

EXAMPLES = Path(__file__).parent / "examples"
FILES = [
    "codex.jsonl",
    "copilot_cli.jsonl",
    "deepseek_harness.jsonl",
    "gemini_cli.json",
    "grok_cli.jsonl",
    "hermes.json",
    "pi.jsonl",
    "qwen_code.jsonl",
]


@pytest.mark.parametrize("name", FILES)
def test_the_same_talk_reads_alike(name: str) -> None:
    (session,) = load_all(EXAMPLES / name)
    assert session.title == "How many lines has notes.txt?"
    typed = [m for m in session.messages if m.role == "user" and "meta" not in m.flags]
    assert len(typed) == 1
    answers = [m for m in session.messages if m.role == "assistant"]
    assert [len(m.calls) for m in answers] == [1, 0]
    thoughts = [part.text for m in answers for part in m.parts if isinstance(part, Reasoning)]
    assert [text.endswith("Count them.") for text in thoughts] == [True]
    ((call, result),) = session.result_of.items()
    assert "wc -l notes.txt" in session.messages[call[0]].calls[0].arguments
    assert session.messages[result].text == "7 notes.txt"
    assert session.messages[-1].text == "Seven."
    assert not session.compactions
    assert not session.integrity.warnings


@pytest.mark.parametrize("name", FILES)
def test_they_are_recognised_without_their_names(name: str) -> None:
    bare = Source.open((EXAMPLES / name).read_bytes())
    assert bare.name == ""
    assert load_all(bare.data)[0].format == name.partition(".")[0]


@pytest.mark.parametrize("name", ["codex.jsonl", "gemini_cli.json", "qwen_code.jsonl"])
def test_input_excludes_the_cached_part_where_the_file_counts_it_in(name: str) -> None:
    (session,) = load_all(EXAMPLES / name)
    usage = session.messages[-1].usage
    assert usage is not None
    assert (usage.input, usage.cache_read, usage.context, usage.output) == (60, 1000, 1060, 4)


@pytest.mark.parametrize(("name", "told"), [("pi.jsonl", (1, 1010, 60)), ("deepseek_harness.jsonl", (60, 1000, 0))])
def test_input_stays_where_the_file_counts_the_cache_apart(name: str, told: tuple[int, int, int]) -> None:
    (session,) = load_all(EXAMPLES / name)
    usage = session.messages[-1].usage
    assert usage is not None
    assert (usage.input, usage.cache_read, usage.cache_write) == told
