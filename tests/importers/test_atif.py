"""ATIF: boundaries between contexts, copied context, sub-agents, and agents without tool calls."""

import json
from typing import Any

import pytest

from compaction_core.importers import load, load_all
from compaction_core.session import File, Image, Opaque, Session, Text, ToolCall, ToolResult, Usage

AGENT = {"name": "a", "version": "1", "model_name": "m"}
BOUNDARY = {"context_management": {"type": "compaction", "boundary": "replace"}}


def step(source: str, message: Any = "", **more: Any) -> dict[str, Any]:
    return {"source": source, "message": message, **more}


def trajectory(*steps: Any, **more: Any) -> dict[str, Any]:
    """A trajectory as the format asks for it: steps are numbered from 1."""
    numbered = [{"step_id": at, **one} if isinstance(one, dict) else one for at, one in enumerate(steps, 1)]
    return {"schema_version": "ATIF-v1.7", "agent": AGENT, "steps": numbered, **more}


def read(*steps: Any, **more: Any) -> Session:
    return load(json.dumps(trajectory(*steps, **more)))


def observation(*results: dict[str, Any]) -> dict[str, Any]:
    return {"results": list(results)}


ASKED = step("user", "Hi")


def test_a_boundary_replaces_all_before_it_by_its_observation() -> None:
    # ATIF 1.7, section VII: the observation and what follows are the whole context
    made = step("system", "Compacted.", observation=observation({"content": "They met."}), extra=BOUNDARY)
    session = read(step("system", "S"), ASKED, made, step("agent", "Go on."))

    assert [(message.role, message.summary) for message in session.messages] == [
        ("system", None),
        ("user", None),
        ("user", "They met."),
        ("assistant", None),
    ]
    assert [(c.index, c.kept, c.trigger) for c in session.compactions] == [(2, (), "compaction")]


@pytest.mark.parametrize("extra", [BOUNDARY, None], ids=["1.7", "before 1.7"])
def test_a_boundary_without_its_summary_is_a_note(extra: Any) -> None:
    elsewhere = {"subagent_trajectory_ref": [{"trajectory_path": "trajectory.summarization-1-summary.json"}]}
    session = read(ASKED, step("system", "Compacted.", observation=observation(elsewhere), extra=extra))

    assert (session.messages[1].summary, session.messages[1].flags) == ("", ("synthetic",))
    assert session.messages[1].text.startswith("Compacted.")
    assert [c.index for c in session.compactions] == [1]


def test_other_context_management_is_no_boundary() -> None:
    trimmed = {"context_management": {"type": "pruning", "boundary": "truncate"}}
    added = {"context_management": {"type": "injection", "boundary": "append"}}
    session = read(ASKED, step("system", "Trimmed.", extra=trimmed), step("system", "Know this.", extra=added))

    assert session.compactions == ()
    assert [message.flags for message in session.messages] == [(), ("meta",), ("meta",)]
    assert [warning.code for warning in session.integrity.warnings] == ["trimmed"]


def test_copied_context_counts_no_usage_twice() -> None:
    metrics = {"prompt_tokens": 10, "completion_tokens": 1}
    copied = {"is_copied_context": True}
    session = read(
        {**ASKED, **copied},
        step("user", "A handover.", **copied),
        step("agent", "Known.", metrics=metrics, **copied),
        step("agent", "New.", metrics=metrics),
        agent={**AGENT, "extra": {"continuation_index": 1}},
        continued_trajectory_ref="trajectory.cont-2.json",
    )

    assert [message.flags for message in session.messages] == [(), ("meta",), (), ()]
    assert [message.usage for message in session.messages[2:]] == [None, Usage(input=10, output=1)]
    assert [warning.code for warning in session.integrity.warnings] == ["continued", "continuation", "copied_context"]


def test_steps_before_a_boundary_keep_their_usage() -> None:
    # some writers mark all that a boundary in the same file replaced as copied
    old = step("agent", "Old.", metrics={"prompt_tokens": 10, "completion_tokens": 1}, is_copied_context=True)
    session = read(old, step("system", "", observation=observation({"content": "S"}), extra=BOUNDARY))

    assert session.messages[0].usage == Usage(input=10, output=1)


def test_calls_and_results() -> None:
    calls = [
        {"tool_call_id": "c1", "function_name": "f", "arguments": {"a": 1}},
        {"tool_call_id": "c2", "function_name": "g", "arguments": {}},
    ]
    results = observation({"source_call_id": "c2", "content": "2"}, {"content": "1"})
    metrics = {"prompt_tokens": 100, "completion_tokens": 7, "cached_tokens": 60}
    metrics["extra"] = {"reasoning_tokens": 5, "cache_creation_input_tokens": 30}
    made = step("agent", "Two.", tool_calls=calls, observation=results, metrics=metrics, model_name="m-1", step_id=2)
    session = read(ASKED, made)

    said = session.messages[1]
    assert said.calls == (ToolCall(id="c1", name="f", arguments='{"a":1}'), ToolCall(id="c2", name="g"))
    assert (said.model, said.id) == ("m-1", "2")
    # prompt_tokens count the cached ones and those written to the cache
    assert said.usage == Usage(input=10, cache_read=60, cache_write=30, output=7, reasoning=5)
    # a result that names no call belongs to the one that waits
    assert [m.result for m in session.messages[2:]] == [
        ToolResult(call_id="c2", text="2"),
        ToolResult(call_id="c1", text="1"),
    ]


def test_what_an_agent_without_calls_saw_is_a_message_nobody_typed() -> None:
    session = read(ASKED, step("agent", "ls", observation=observation({"content": "notes.txt"})))

    assert (session.messages[2].role, session.messages[2].flags) == ("user", ("meta",))


def test_a_step_that_asked_no_model() -> None:
    session = read(ASKED, step("agent", "Done.", llm_call_count=0))

    assert (session.messages[1].flags, session.messages[1].model) == (("synthetic",), None)


def test_content_parts() -> None:
    parts = [
        {"type": "text", "text": "T"},
        {"type": "image", "source": {"media_type": "image/png", "path": "images/1.png"}},
        {"type": "audio", "source": {"media_type": "audio/wav", "path": "audio/1.wav"}},
        {"type": "smell"},
    ]

    assert read(step("user", parts)).messages[0].parts == (
        Text(text="T"),
        Image(source="images/1.png", media_type="image/png"),
        File(name="audio/1.wav", media_type="audio/wav"),
        Opaque(type="smell", raw='{"type":"smell"}'),
    )


def test_embedded_trajectories_are_threads() -> None:
    inner = trajectory(step("user", "Deeper."), trajectory_id="t2")
    outer = trajectory(step("user", "Deep."), trajectory_id="t1", subagent_trajectories=[inner])
    session = read(ASKED, subagent_trajectories=[outer])

    assert [(thread.id, thread.messages[0].text) for thread in session.threads] == [("t1", "Deep."), ("t2", "Deeper.")]
    assert len(session.messages) == 1


def off_schema(session: Session) -> list[tuple[str, int | None]]:
    """Where the models of the ``atif`` package see a deviation, in the words after the introduction."""
    introduction = "Not as the atif package's models have it: "
    found = [warning for warning in session.integrity.warnings if warning.code == "off_schema"]
    return [(warning.text.removeprefix(introduction), warning.count) for warning in found]


def test_a_file_that_keeps_to_the_format_has_no_deviation() -> None:
    calls = [{"tool_call_id": "c", "function_name": "f", "arguments": {}}]
    parts = [{"type": "text", "text": "T"}, {"type": "image", "source": {"media_type": "image/png", "path": "1.png"}}]
    made = step("agent", parts, tool_calls=calls, observation=observation({"source_call_id": "c", "content": parts}))

    assert read({**ASKED, "timestamp": "2026-02-01T10:00:00Z"}, made).integrity.warnings == ()


def test_what_the_models_refuse_is_read_and_told_without_its_value() -> None:
    # a step number out of turn, times that are none, a field of a later release, an entry that is no step
    session = read(
        {**ASKED, "step_id": 9, "timestamp": "sk-yesterday", "novel": "sk-1"},
        7,
        {**ASKED, "timestamp": "sk-tomorrow"},
    )

    assert (session.messages[0].timestamp, session.messages[0].text) == (None, "Hi")
    assert off_schema(session) == [
        ("steps.0.timestamp is no ISO 8601 time (2 places in all, this is the first).", 2),
        ("steps.0.novel is no field of the format.", 1),
        ("steps.1 has the wrong type.", 1),
    ]
    assert "no_message" in {warning.code for warning in session.integrity.warnings}
    assert "sk-" not in repr(session.integrity)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([{**ASKED, "step_id": 2}], "steps.0.step_id does not go on from the step before; step numbers run 1, 2, 3 …."),
        ([{**ASKED, "step_id": 0}], "steps.0.step_id is below the smallest value allowed."),
        ([step("me", "Hi")], "steps.0.source is none of the values that the format lists."),
        ([{"source": "user"}], "steps.0.message is missing."),
        ([step("user", {"a": 1})], "steps.0.message has the wrong type."),
        ([step("user", [{"type": "smell"}])], "steps.0.message.0.type is none of the values that the format lists."),
        ([step("user", [{"type": "text"}])], "steps.0.message.0 has other fields than its type asks for."),
        ([step("user", "Hi", metrics={})], "steps.0.metrics belongs on steps of the agent alone."),
        (
            [step("agent", "", llm_call_count=0, metrics={})],
            "steps.0 has metrics or reasoning, and llm_call_count 0 says that no model was asked.",
        ),
        (
            [step("agent", "", tool_calls=[], observation=observation({"source_call_id": "c", "content": ""}))],
            "steps.0 has a result for a call that the step does not make.",
        ),
        (
            [step("system", "", observation=observation({"subagent_trajectory_ref": [{"session_id": "s"}]}))],
            "steps.0.observation.results.0.subagent_trajectory_ref.0 names neither trajectory_id nor trajectory_path.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_rule_of_the_format_in_plain_words(steps: list[Any], words: str) -> None:
    assert off_schema(read(ASKED | {"step_id": 1}, *steps) if "step_id" not in steps[0] else read(*steps)) == [
        (words if "step_id" in steps[0] else words.replace("steps.0", "steps.1"), 1)
    ]


def test_deviations_in_the_trajectories_of_sub_agents() -> None:
    unnamed, same = trajectory(step("user", "A")), trajectory(step("user", "B"), trajectory_id="t", agent={"name": "b"})

    assert off_schema(read(ASKED, subagent_trajectories=[unnamed])) == [
        ("subagent_trajectories.0 has no trajectory_id, which an embedded trajectory needs.", 1)
    ]
    assert off_schema(read(ASKED, subagent_trajectories=[same, same])) == [
        ("the file holds two trajectories of the same trajectory_id.", 1),
        ("subagent_trajectories.0.agent.version is missing (2 places in all, this is the first).", 2),
    ]


def test_a_file_of_a_later_release_says_so() -> None:
    (told,) = off_schema(read({**ASKED, "novel": 1}, schema_version="ATIF-v1.9"))

    assert told[0].endswith("They know ATIF up to 1.8, and the file says it follows a later one.")


def test_deviations_stay_short_and_quick_however_many_and_deep() -> None:
    inner = trajectory(*[{"source": "user", "n": 1}] * 300, **{f"k{at}": 1 for at in range(40)})
    for _ in range(200):
        inner = trajectory(trajectory_id="t", subagent_trajectories=[inner])
    found = off_schema(load(json.dumps(trajectory(ASKED, subagent_trajectories=[inner]))))

    assert 0 < len(found) <= 13
    assert sum(count or 0 for _, count in found) == 300 * 2 + 40 + 1  # the innermost has no trajectory_id
    assert max(len(text) for text, _ in found) < 400


def test_one_trajectory_a_line() -> None:
    lines = "\n".join(json.dumps(trajectory(step("user", str(n)))) for n in range(2))

    assert [(session.title, session.messages[0].line) for session in load_all(lines)] == [("0", 0), ("1", 1)]
