"""SWE-agent: tool results in user messages, demonstrations, elided observations, several agents."""

import json
from typing import Any

from compaction_core.importers import load
from compaction_core.session import Message, Session, ToolResult


def entry(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, "agent": "main", "message_type": "x", **more}


def call(identity: str) -> dict[str, Any]:
    return {"id": identity, "type": "function", "function": {"name": "f", "arguments": "{}"}}


def read(*history: dict[str, Any], **more: Any) -> Session:
    return load(json.dumps({"history": list(history), **more}))


def results(session: Session) -> list[ToolResult]:
    return [message.result for message in session.messages if message.result is not None]


ASKED = entry("user", "Fix it.", message_type="observation")


def test_a_user_message_that_answers_calls_is_a_result_for_each() -> None:
    said = entry("assistant", "Two.", tool_calls=[call("c1"), call("c2")])
    text = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    both = [ToolResult(call_id="c1", text="one"), ToolResult(call_id="c2", text="two")]

    assert results(read(ASKED, said, entry("user", text, tool_call_ids=["c1", "c2"]))) == both
    shared = read(ASKED, said, entry("tool", "both", tool_call_ids=["c1", "c2"]))
    assert results(shared) == [ToolResult(call_id="c1", text="both"), ToolResult(call_id="c2", text="")]


def test_only_the_task_was_typed() -> None:
    session = read(
        entry("system", "S"),
        entry("user", "This is how.", is_demo=True),
        entry("assistant", "As shown.", is_demo=True),
        ASKED,
        entry("assistant", "ls"),
        entry("user", "notes.txt", message_type="observation"),
    )

    assert [message.flags for message in session.messages] == [(), ("meta",), ("meta",), (), (), ("meta",)]
    assert session.title == "Fix it."


def test_observations_that_later_prompts_lost() -> None:
    history = [ASKED, entry("assistant", "a"), entry("user", "long"), entry("assistant", "b"), entry("user", "more")]
    history.append(entry("assistant", "c"))
    prompt = [*history[:2], entry("user", "Old environment output: (1 lines omitted)"), *history[3:5]]
    steps = [{"query": history[:1]}, {"query": history[:3]}, {"query": prompt}]
    session = read(*history, trajectory=steps)

    assert [message.flags for message in session.messages].index(("meta", "pruned")) == 2
    assert session.messages[2].text == "long"
    # the prompt of the answer at 5 was the first without it
    assert [(c.index, c.kind) for c in session.compactions] == [(5, "clear")]


def test_a_file_without_history_is_read_from_its_steps() -> None:
    first = [{"role": "system", "content": "S"}, {"role": "user", "content": "Fix it."}]
    ran = {"action": "ls", "observation": "notes.txt", "response": "I look.", "thought": "I look.", "query": first}
    session = load(json.dumps({"trajectory": [ran, {**ran, "response": "Again."}]}))

    assert [(m.role, m.text) for m in session.messages] == [
        ("system", "S"),
        ("user", "Fix it."),
        ("assistant", "I look."),
        ("user", "notes.txt"),
        ("assistant", "Again."),
        ("user", "notes.txt"),
    ]
    assert [warning.code for warning in session.integrity.warnings] == ["no_history"]


def test_a_second_agent_is_a_thread() -> None:
    session = read(ASKED, {**entry("user", "Review."), "agent": "reviewer"}, entry("assistant", "Done."))

    assert [message.text for message in session.messages] == ["Fix it.", "Done."]
    assert [(thread.id, len(thread.messages)) for thread in session.threads] == [("reviewer", 1)]


def test_configuration_as_object_or_string() -> None:
    config = {"agent": {"model": {"name": "gpt-4o"}}, "problem_statement": {"id": "repo-1"}}
    for told in (config, json.dumps(config)):
        session = read(ASKED, replay_config=told, info={"swe_agent_version": "1.1.0"})
        assert (session.model, session.title, session.version) == ("gpt-4o", "repo-1", "1.1.0")


def test_entries_that_are_none_are_counted() -> None:
    session = load(json.dumps({"history": [ASKED, 7]}))

    assert session.messages == (Message(role="user", parts=session.messages[0].parts),)
    assert [warning.code for warning in session.integrity.warnings] == ["no_message"]


def test_entries_without_an_agent_belong_to_the_first_one() -> None:
    history = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "task"},
        {"role": "assistant", "content": "r", "thought": "t", "action": "ls", "agent": "primary"},
    ]
    session = load(json.dumps({"history": history, "trajectory": [], "info": {}}))
    assert (len(session.messages), session.threads) == (3, ())
