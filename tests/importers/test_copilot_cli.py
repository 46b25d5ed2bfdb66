"""Copilot CLI's event log, and the file per session that came before it."""

import json
from typing import Any

from compaction_core.importers import load
from compaction_core.session import File, Image
from tests.importers.lines import codes, loaded, texts

Row = dict[str, Any]


def event(kind: str, agent: str | None = None, **data: Any) -> Row:
    more = {"agentId": agent} if agent else {}
    return {"type": kind, "data": data, "id": "e", "timestamp": "2026-02-01T10:00:00Z", "parentId": None, **more}


def prompt(text: str, **more: Any) -> Row:
    return event("user.message", content=text, **more)


def answer(text: str, *calls: str, **more: Any) -> Row:
    requests = [{"toolCallId": call, "name": "bash", "arguments": {}} for call in calls]
    return event("assistant.message", content=text, toolRequests=requests, **more)


def test_the_prompt_is_what_the_model_saw_and_the_title_what_was_typed() -> None:
    session = loaded(prompt("Sort it.", transformedContent="<now>noon</now>\n\nSort it."), answer("Done."))
    assert session.messages[0].text == "<now>noon</now>\n\nSort it."
    assert session.title == "Sort it."


def test_what_skills_and_the_cli_send_is_marked() -> None:
    session = loaded(
        prompt("skill text", source="skill-pdf"), event("system.notification", content="done"), prompt("x")
    )
    assert [m.flags for m in session.messages] == [("meta",), ("meta",), ()]


def test_the_system_prompt_is_told_once_however_often_it_is_written() -> None:
    system = event("system.message", role="system", content="Be brief.")
    session = loaded(system, prompt("a"), system, prompt("b"), event("system.message", content="Be long."), prompt("c"))
    assert texts(session) == ["Be brief.", "a", "b", "Be long.", "c"]
    assert session.integrity.merged_rows == 1


def test_a_failed_call_tells_its_error() -> None:
    failed = event("tool.execution_complete", toolCallId="1", success=False, error={"message": "no such path"})
    session = loaded(
        prompt("a"), answer("", "1", outputTokens=7), event("tool.execution_start", toolCallId="1"), failed
    )
    result = session.messages[2].result
    assert result is not None and (result.text, result.is_error) == ("no such path", True)
    usage = session.messages[1].usage
    assert usage is not None and (usage.output, usage.context) == (7, 0)


def test_a_compaction_keeps_the_prompt_and_what_was_said_while_it_ran() -> None:
    session = loaded(
        event("system.message", role="system", content="Be brief."),
        prompt("a"),
        answer("b"),
        event("session.compaction_start"),
        answer("c"),
        event(
            "session.compaction_complete",
            success=True,
            preCompactionTokens=90_000,
            postCompactionTokens=12_000,
            summaryContent="Half done.",
            customInstructions="keep the paths",
        ),
        prompt("d"),
    )
    assert texts(session) == ["Be brief.", "a", "b", "c", "Half done.", "d"]
    (compaction,) = session.compactions
    assert (compaction.index, compaction.kept) == (4, (0, 3))
    assert (compaction.tokens_before, compaction.tokens_after, compaction.trigger) == (90_000, 12_000, "manual")
    assert session.messages[4].summary == "Half done."


def test_a_compaction_that_failed_is_none_and_one_without_text_has_a_note() -> None:
    assert not loaded(prompt("a"), event("session.compaction_complete", success=False, error="x")).compactions
    session = loaded(prompt("a"), event("session.compaction_complete", success=True))
    assert session.messages[1].summary == ""


def test_sub_agents_are_threads() -> None:
    session = loaded(prompt("a"), answer("look", agent="x-1"), answer("old way", parentToolCallId="call"), answer("b"))
    assert texts(session) == ["a", "b"]
    assert [(thread.id, len(thread.messages)) for thread in session.threads] == [("x-1", 1), ("call", 1)]


def test_models_windows_titles_and_dropped_messages() -> None:
    session = loaded(
        event("session.start", copilotVersion="1.0.64", selectedModel="m-1"),
        event("session.model_change", newModel="m-2"),
        prompt("a"),
        event("session.truncation", tokenLimit=128_000, messagesRemovedDuringTruncation=3),
        event("session.title_changed", title="Sorting"),
        event("from_the_future"),
        answer("b"),
    )
    assert (session.version, session.model, session.context_window) == ("1.0.64", "m-2", 128_000)
    assert session.title == "Sorting"
    assert codes(session) == ["truncated_context", "unknown_rows"]


def test_attachments() -> None:
    files = [
        {"type": "file", "displayName": "a.txt"},
        {"type": "blob", "mimeType": "image/png", "data": "iVBORw0KGgo="},
    ]
    parts = loaded(prompt("a", attachments=files)).messages[0].parts
    assert isinstance(parts[1], File) and parts[1].name == "a.txt"
    assert isinstance(parts[2], Image)


def test_the_older_file_holds_a_chat() -> None:
    chat = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes"}]
    session = load(json.dumps({"sessionId": "s", "chatMessages": chat, "timeline": []}).encode())
    assert (session.format, texts(session)) == ("copilot_cli", ["hi", "yes"])
