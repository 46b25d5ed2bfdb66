"""The seeded generator: exact, repeatable, and true to the repository it invents."""

import ast
import hashlib
import json
import re
from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.errors import BadParameter
from compaction_core.importers import load
from compaction_core.session import Message, Reasoning, Session, Text, ToolCall
from compaction_core.synth import Recipe, claude_code_jsonl, generate, openai_json, scenario_names, with_compactions
from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import scenario
from tests.timing import timed

recipes = st.builds(
    Recipe,
    seed=st.integers(0, 2**32 - 1),
    scenario=st.sampled_from(scenario_names()),
    messages=st.integers(8, 90),
    quiet_share=st.sampled_from([0.0, 0.5]),
    parallel_share=st.sampled_from([0.0, 0.5, 1.0]),
    reasoning=st.booleans(),
    system=st.booleans(),
    pending=st.booleans(),
)


def chars(message: Message) -> int:
    return sum(len(p.name) + len(p.arguments) if isinstance(p, ToolCall) else len(p.text) for p in message.parts)


@settings(max_examples=60, deadline=None)
@given(recipes)
def test_every_recipe_gives_exactly_what_it_asks_for(recipe: Recipe) -> None:
    session = generate(recipe)
    assert session == generate(recipe)
    assert len(session.messages) == recipe.messages
    assert (session.messages[0].role == "system") == (session.tools is not None) == recipe.system
    assert session.orphans == ()
    assert len(session.unanswered) == recipe.pending
    if recipe.pending:
        assert session.unanswered[0][0] == recipe.messages - 1
    times = [m.timestamp for m in session.messages]
    assert times == sorted(times)
    assert recipe.reasoning or not any(isinstance(p, Reasoning) for m in session.messages for p in m.parts)


def test_the_same_seed_gives_the_same_session_on_every_machine() -> None:
    # A recorded digest: it changes only when the generator's words or rules change, never between machines.
    session = generate(Recipe(seed=7, messages=120))
    listed = [[m.role, [asdict(p) for p in m.parts], m.timestamp] for m in session.messages]
    assert hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:16] == "a6940f6691269913"


@pytest.mark.parametrize("name", scenario_names())
def test_results_follow_their_calls_and_ids_are_unique(name: str) -> None:
    session = generate(3, scenario=name, messages=400)
    ids = [call.id for m in session.messages for call in m.calls]
    assert len(ids) == len(set(ids))
    waiting: list[str] = []
    for message in session.messages:
        if message.result is not None:
            assert message.result.call_id == waiting.pop(0)
        else:
            assert not waiting
            waiting = [call.id for call in message.calls]
    for message in session.messages:
        for call in message.calls:
            assert isinstance(json.loads(call.arguments), dict)


@pytest.mark.parametrize("name", scenario_names())
def test_sessions_read_like_work_and_not_like_a_loop(name: str) -> None:
    session = generate(11, scenario=name, messages=400)
    said = Counter(p.text for m in session.messages for p in m.parts if isinstance(p, Text) and m.role != "tool")
    long = {text: n for text, n in said.items() if len(text) > 60}
    assert max(long.values()) <= 2, "a text of more than 60 characters comes back word for word"
    assert max(said.values()) <= 4
    assert len(said) > 0.85 * sum(said.values())
    assert not [text for text in said if "$" in text or "@@" in text]


def test_line_numbers_agree_between_tools() -> None:
    """What grep says stands on a line is what read_file then shows there."""
    session = generate(5, messages=400)
    found = shown = 0
    for index, message in enumerate(session.messages):
        for call in message.calls:
            if call.name != "grep":
                continue
            text = session.messages[session.result_of[index, call.id]].text
            hits = re.findall(r"^(\S+?):(\d+): (.*)$", text, re.MULTILINE)
            found += len(hits)
            for later in session.messages[index + 1 : index + 6]:
                shown += sum(f"{int(line):>6}\t{content}" in later.text for _, line, content in hits)
    assert found > 15
    assert shown > 10


def test_a_reported_fault_fails_first_and_passes_after_the_fix() -> None:
    session = generate(5, messages=400)
    failed: set[str] = set()
    mended = 0
    for message in session.messages:
        result = message.result
        if result is None:
            continue
        failing = set(re.findall(r"^FAILED \S+::(\S+) - ", result.text, re.MULTILINE))
        if re.search(r"^\d+ passed in", result.text, re.MULTILINE):
            mended += bool(failed)
            failed = set()
        failed |= failing
    assert mended >= 10


def test_commits_named_in_prose_were_made() -> None:
    session = generate(6, messages=400)
    made = {
        hash_ for m in session.messages if m.role == "tool" for hash_ in re.findall(r"-work ([0-9a-f]{7})\]", m.text)
    }
    named = {
        hash_
        for m in session.messages
        if m.role == "assistant"
        for hash_ in re.findall(r"\b(?:Commit |in |\()([0-9a-f]{7})\b", m.text)
    }
    assert len(made) > 15
    assert named and named <= made


@pytest.mark.parametrize("name", scenario_names())
@pytest.mark.parametrize("target", [40_000, 160_000])
def test_a_session_comes_near_its_target_size(name: str, target: int) -> None:
    total = sum(map(chars, generate(9, scenario=name, messages=412, target_tokens=target).messages)) / 4
    assert abs(total - target) < 0.1 * target


def test_tool_outputs_are_short_in_the_quiet_part() -> None:
    session = generate(9, messages=412, target_tokens=160_000, quiet_share=0.4)
    results = [chars(m) if m.role == "tool" else 0 for m in session.messages]
    quiet, rest = sum(results[:165]) / 165, sum(results[165:]) / 247
    assert quiet < rest / 4, "a quarter of the pace, and calls and prose take most of that"
    talk = [chars(m) if m.role == "assistant" else 0 for m in session.messages]
    assert sum(talk[:165]) / 165 > 0.6 * sum(talk[165:]) / 247, "calls and prose go on as ever"


def test_twenty_thousand_messages_take_seconds() -> None:
    session, took = timed(lambda: generate(1, messages=20_000))
    assert took < 30, "made in under 3 s on two cores"
    assert len(session.messages) == 20_000
    assert session.unanswered == session.orphans == ()


@pytest.mark.parametrize("wrong", [{"messages": 3}, {"seed": -1}, {"scenario": "gardening"}, {"length": 3}])
def test_a_setting_out_of_range_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadParameter, match=next(iter(wrong))):
        generate(**wrong)


@pytest.mark.parametrize("name", scenario_names())
def test_every_file_of_the_repository_is_python(name: str) -> None:
    project = Project(scenario(name), Random(2))
    for path, lines in project.files.items():
        if path.endswith(".py"):
            ast.parse("\n".join(lines), path)


def same(read: Session, made: Session) -> bool:
    return [(m.role, m.parts, m.summary) for m in read.messages] == [
        (m.role, m.parts, m.summary) for m in made.messages
    ]


@pytest.mark.parametrize("name", scenario_names())
def test_a_session_survives_the_openai_file(name: str) -> None:
    made = generate(2, scenario=name, messages=90, pending=True)
    read = load(openai_json(made, model="gpt-4o"))
    assert read.format == "openai_chat"
    assert same(read, made)
    assert read.tools is not None and json.loads(read.tools) == json.loads(made.tools or "")


def test_a_session_survives_the_claude_code_file_with_its_compactions_and_usage() -> None:
    made = with_compactions(generate(5, messages=160, system=False, target_tokens=70_000), limit=45_000, manual=(120,))
    read = load(claude_code_jsonl(made, "claude-sonnet-4-5"))
    assert same(read, made)
    assert read.compactions == made.compactions
    assert [c.trigger for c in made.compactions] == ["auto", "manual"]
    assert [m.usage for m in read.messages] == [m.usage for m in made.messages]
    assert read.integrity.warnings == ()


def test_usage_adds_up_to_the_context_and_falls_after_a_compaction() -> None:
    made = with_compactions(generate(5, messages=160, system=False, target_tokens=70_000), limit=45_000)
    compaction = made.compactions[0]
    assert compaction.tokens_before is not None and 45_000 < compaction.tokens_before < 55_000
    before = max(m.usage.context for m in made.messages[: compaction.index] if m.usage)
    after = next(m.usage.context for m in made.messages[compaction.index :] if m.usage)
    assert before <= 45_000 < compaction.tokens_before
    assert after == compaction.tokens_after
    assert made.unanswered == ()
