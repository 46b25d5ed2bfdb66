"""Streamed answers saved to a file: server-sent events of four APIs, and their events as JSON.

Anthropic's Messages API, OpenAI's chat completions and Responses API, the Gemini API, and Ollama's JSON lines. The
events are put together into the answer that the API gives when nothing is streamed; that is read as any other of its
kind.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from compaction_core.importers import anthropic_messages, openai_chat
from compaction_core.importers.api_stream.answers import Answer, Value
from compaction_core.importers.api_stream.joining import Kind, answers_of, kind_of
from compaction_core.importers.api_stream.responses_api import ENDS
from compaction_core.importers.api_stream.sse import events_of, is_stream
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.gemini_api import importer as gemini_api
from compaction_core.importers.openai_responses import importer as openai_responses
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.source import Source
from compaction_core.session import Session, Warning

_LOOKED_AT = 5
_NAMES: dict[Kind, str] = {
    "messages": "Anthropic Messages events",
    "responses": "OpenAI Responses events",
    "chat": "OpenAI chat chunks",
    "ollama": "Ollama chat chunks",
    "gemini": "Gemini API chunks",
}
_READ: dict[Kind, Callable[[Source], Iterable[Session]]] = {
    "messages": anthropic_messages.read,
    "responses": openai_responses.read,
    "chat": openai_chat.read,
    "ollama": openai_chat.read,
    "gemini": gemini_api.read,
}


def detect(source: Source) -> str | None:
    """Why this is a saved stream: its text is server-sent events, or its rows are the events of one API."""
    if is_stream(source.data):
        kinds = [kind for event in events_of(source.data[:1_000_000]).events[:200] if (kind := kind_of(event.value))]
        return f"it is a stream of {_NAMES[kinds[0]]}" if kinds else None
    values = list(islice(_values(source), _LOOKED_AT))
    found = [kind_of(value) for value in values]
    first = found[0] if found else None
    if first is None or first == "gemini" or 2 * found.count(first) <= len(found):
        return None
    if first == "responses" and any(value.get("type") in ENDS for value in _values(source, all_of_them=True)):
        return None  # the last event holds the response whole
    return f"its entries are {_NAMES[first]}"


def read(source: Source) -> Iterator[Session]:
    """One session for each answer."""
    done = False
    if is_stream(source.data):
        events = events_of(source.data)
        values, done = [event.value for event in events.events], events.done
        cut = bool(events.unreadable) and events.unreadable[-1] >= events.lines - 1
        rows: Rows | None = Rows((), events.lines, tuple(events.unreadable), cut, "the data of an event is cut off")
    else:
        values = list(_values(source, all_of_them=True))
        rows = source.jsonl
    answers, skipped = answers_of(values)
    base = notes.integrity(rows, len(values) - skipped - len(answers), skipped)
    for number, (kind, answer) in enumerate(answers):
        last = number == len(answers) - 1
        told = [*base.warnings, *_warnings(answer, ended=answer.ended or (done and last and kind == "chat"))]
        for session in _READ[kind](Source.open(answer.whole())):
            warnings = (*told, *session.integrity.warnings)
            integrity = base.model_copy(update={"warnings": warnings})
            yield session.model_copy(update={"format": "api_stream", "integrity": integrity})


def _values(source: Source, *, all_of_them: bool = False) -> Iterator[Value]:
    document: Any = source.document
    if document is None:
        yield from (row.value for row in (source.rows.rows if all_of_them else source.head))
    else:
        yield from (one for one in (document if isinstance(document, list) else [document]) if isinstance(one, dict))


def _warnings(answer: Answer, *, ended: bool) -> Iterator[Warning]:
    for text in answer.errors:
        yield Warning(code="stream_error", text=f"The stream tells of an error: {text}")
    if not ended:
        text = "The stream ends before the answer does: what came is shown, and its token counts may be missing."
        yield Warning(code="cut_stream", text=text)


IMPORTER = importers.add(
    Importer(name="api_stream", label="Saved API stream (SSE or events)", detect=detect, read=read, order=14)
)
