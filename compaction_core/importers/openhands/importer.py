"""OpenHands conversations: event lists of V0 (before 1.0), and events of its SDK (V1) as a list or one a line."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.openhands import v0 as openhands_v0
from compaction_core.importers.openhands import v1 as openhands_v1
from compaction_core.importers.rows import Row, Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.values import first_prompt, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Session, Thread, Warning
from compaction_core.words import count

_LISTS = ("events", "trajectory", "history")


class _Log(NamedTuple):
    """The events of one conversation."""

    rows: Sequence[Row]
    title: str = ""


def detect(source: Source) -> str | None:
    """Why this is of OpenHands: events with a ``kind`` of its SDK, or actions and observations with their source."""
    document = source.document
    if isinstance(document, dict) and _is_base_state(document):
        return "it is the base state of a conversation, whose events lie in files beside it"
    for log in _logs(document, source.head)[:3]:
        first = [row.value for row in log.rows[:20]]
        kinds = sum(str(value.get("kind")) in openhands_v1.MESSAGES | openhands_v1.BOOKKEEPING for value in first)
        if 2 * kinds > len(first):
            return "its rows are events of the OpenHands SDK"
        if 2 * sum(_is_v0(value) for value in first) > len(first):
            return "its rows are actions and observations of OpenHands"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session for each list of events; agents that work was delegated to are its threads."""
    rows = source.jsonl
    for log in _logs(source.document, rows.rows if rows else ()):
        yield _session(log, rows)


def _session(log: _Log, rows: Rows | None) -> Session:
    is_v1 = sum("kind" in row.value for row in log.rows) * 2 > len(log.rows)
    reader = openhands_v1.Reader() if is_v1 else openhands_v0.Reader()
    for row in log.rows:
        reader.take(row.value, row.line if row.line >= 0 else None)
    view = reader.view
    threads = {} if isinstance(reader, openhands_v1.Reader) else reader.threads
    models = (message.model for message in reversed(view.messages) if message.model)
    warnings = tuple(_warnings(reader))
    return Session(
        format="openhands",
        title=log.title or first_prompt(view.messages),
        version="V1" if is_v1 else "V0",
        model=next(models, None),
        tools=reader.tools,
        messages=tuple(view.messages),
        compactions=tuple(view.compactions),
        threads=tuple(
            Thread(id=name, messages=tuple(inner.view.messages))
            for name, inner in threads.items()
            if inner.view.messages
        ),
        integrity=notes.integrity(rows, reader.merged, reader.skipped, warnings),
    )


def _warnings(reader: openhands_v0.Reader | openhands_v1.Reader) -> Iterator[Warning]:
    if reader.unknown:
        told = ", ".join(f"{kind} ({number})" for kind, number in sorted(reader.unknown.items()))
        yield Warning(code="unknown_rows", text=f"Left out events of kinds that are not known: {told[:300]}.")
    if reader.view.unknown_events:
        text = f"Condensations forgot {count(reader.view.unknown_events, 'event')} that no message came from."
        yield Warning(code="forgotten_events", text=text)
    if reader.view.kept.cut:
        yield Warning(code="kept", text="What later condensations kept is not shown: too many messages in all.")


def _logs(document: Any, rows: Sequence[Row]) -> list[_Log]:
    """The event lists of the file: itself, in a wrapper, or one in each line (output.jsonl of an evaluation)."""
    if isinstance(document, list):
        return [_Log(_events(document))] if document else []
    if isinstance(document, dict):
        return [_wrapped(document)] if any(isinstance(document.get(key), list) for key in _LISTS) else []
    if rows and isinstance(rows[0].value.get("history"), list):
        return [_wrapped(row.value) for row in rows if isinstance(row.value.get("history"), list)]
    return [_Log(rows)] if rows else []


def _wrapped(value: dict[str, Any]) -> _Log:
    events = next(value[key] for key in _LISTS if isinstance(value.get(key), list))
    return _Log(_events(events), optional_text(value.get("instance_id")) or "")


def _events(values: list[Any]) -> list[Row]:
    """The events of a list; evaluations once wrote pairs of action and observation."""
    flat = [event for value in values for event in (value if isinstance(value, list) else [value])]
    return [Row(-1, event) for event in flat if isinstance(event, dict)]


def _is_v0(value: dict[str, Any]) -> bool:
    named = isinstance(value.get("action"), str) or isinstance(value.get("observation"), str)
    return named and isinstance(value.get("source"), str) and ("args" in value or "extras" in value)


def _is_base_state(document: dict[str, Any]) -> bool:
    agent = document.get("agent")
    return isinstance(agent, dict) and "kind" in agent and "execution_status" in document and "workspace" in document


IMPORTER = importers.add(Importer(name="openhands", label="OpenHands events", detect=detect, read=read, order=35))
