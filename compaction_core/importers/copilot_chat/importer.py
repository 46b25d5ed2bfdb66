"""GitHub Copilot Chat in VS Code: exported chats, ``chatSessions`` files (JSON) and their log (JSON lines)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.copilot_chat.log import Log
from compaction_core.importers.copilot_chat.request import Reader, model_of, typed_text
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.left_out import other_branches
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Session, Warning
from compaction_core.words import count

_MARKS = ("responderUsername", "requesterUsername", "initialLocation")


def detect(source: Source) -> str | None:
    """Why this is a VS Code chat: ``requests`` beside who answered, as a document or as the first state of a log."""
    if _is_chat(source.document):
        return "it holds requests and who answered them"
    first = source.head[0].value if source.head else {}
    return (
        "its first row is the state of a chat session" if first.get("kind") == 0 and _is_chat(first.get("v")) else None
    )


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    if _is_chat(source.document):
        yield _session(source.document, Log(), None)
        return
    log = Log().replay(source.rows.rows)
    yield _session(log.state, log, source.rows)


def _is_chat(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("requests"), list):
        return False
    requests = value["requests"]
    named = isinstance(requests[0], dict) and "requestId" in requests[0] if requests else False
    return named or any(key in value for key in _MARKS) or ("sessionId" in value and "version" in value)


def _session(state: dict[str, Any], log: Log, rows: Rows | None) -> Session:
    requests = objects_in(state.get("requests"))
    reader = Reader(_summaries(requests))
    for request in requests:
        reader.take(request)
    return Session(
        format="copilot_chat",
        title=optional_text(state.get("customTitle")) or next(filter(None, map(_title, requests)), ""),
        version=next((version for request in reversed(requests) if (version := _version(request))), None),
        model=next((model for request in reversed(requests) if (model := model_of(request, {}))), None),
        messages=tuple(reader.messages),
        compactions=tuple(reader.compactions),
        integrity=_integrity(rows, sum(reader.left_out.values()), tuple(_warnings(log, reader))),
    )


def _integrity(rows: Rows | None, skipped: int, warnings: tuple[Warning, ...]) -> Integrity:
    if rows is None:
        return Integrity(skipped_rows=skipped, warnings=warnings)
    return notes.integrity(rows, max(0, len(rows.rows) - 1), skipped, warnings)


def _summaries(requests: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Summaries by the id of the round they end with, wherever they were kept."""
    found: dict[str, dict[str, Any]] = {}
    for request in requests:
        details = as_object(as_object(request.get("result")).get("metadata"))
        for item in [*objects_in(details.get("summaries")), as_object(details.get("summary"))]:
            if isinstance(item.get("text"), str):
                found.setdefault(str(item.get("toolCallRoundId")), item)
        for item in objects_in(details.get("toolCallRounds")):
            if optional_text(item.get("summary")):
                found.setdefault(str(item.get("id")), {"text": item["summary"]})
    return found


def _title(request: dict[str, Any]) -> str:
    return one_line(typed_text(request))


def _version(request: dict[str, Any]) -> str | None:
    return optional_text(as_object(request.get("agent")).get("extensionVersion"))


def _warnings(log: Log, reader: Reader) -> Iterator[Warning]:
    yield from other_branches(log.replaced)
    if log.misfits:
        counted = count(len(log.misfits), "change")
        text = f"Left out {counted} of the log that fit nothing in the state (first at line {log.misfits[0]})."
        yield Warning(code="misfits", text=text, line=log.misfits[0])
    if reader.summaries:
        counted = count(len(reader.summaries), "summary", "summaries")
        yield Warning(code="summaries", text=f"Left out {counted} of rounds that the file does not hold.")
    if reader.left_out:
        named = ", ".join(f"{kind} ({n})" for kind, n in sorted(reader.left_out.items()))
        yield Warning(code="interface", text=f"Left out parts of the interface: {named}.")


IMPORTER = importers.add(
    Importer(name="copilot_chat", label="Copilot Chat (VS Code)", detect=detect, read=read, order=20)
)
