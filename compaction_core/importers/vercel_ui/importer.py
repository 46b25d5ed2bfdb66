"""Messages of the Vercel AI SDK: for screens (``UIMessage``, versions 4 to 6) and for models (``ModelMessage``)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.any_usage import made
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.documents import entries
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text, seconds, whole
from compaction_core.importers.source import Source
from compaction_core.importers.vercel_ui.parts import Parts
from compaction_core.session import Message, Role, Session, Usage, Warning
from compaction_core.words import count

_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool", "data": "user"}
_MODEL_PARTS = ("tool-call", "tool-result")
_LOOKED_AT = 20


def detect(source: Source) -> str | None:
    """Why these are messages of the AI SDK: a role with typed ``parts``, ``toolInvocations``, or its tool blocks."""
    for messages, _ in _chats(source, all_of_them=False):
        if any(_is_marked(message) for message in messages[:_LOOKED_AT]):
            return "its messages have typed parts, as the AI SDK writes them"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session for each list of messages."""
    rows = source.jsonl
    for messages, around in _chats(source):
        if any(_is_marked(message) for message in messages):
            yield session_of(messages, around, "vercel_ui", rows)


def session_of(values: list[dict[str, Any]], around: dict[str, Any], form: str, rows: Rows | None = None) -> Session:
    """The messages as a session; ``around`` is the object that holds the list."""
    parts = Parts()
    messages: list[Message] = []
    for value in values:
        messages += _messages(value, parts)
    tools = around.get("tools")
    models = (message.model for message in reversed(messages) if message.model)
    return Session(
        format=form,
        title=optional_text(around.get("title")) or first_prompt(messages),
        model=next(models, None) or optional_text(around.get("model")),
        tools=json_text(tools) if tools else None,
        messages=tuple(messages),
        integrity=notes.integrity(rows, skipped=sum(parts.skipped.values()), warnings=_warnings(parts)),
    )


def _chats(source: Source, *, all_of_them: bool = True) -> Iterator[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """Lists of messages: the document, the rows, or ``messages`` of an object."""
    listed = source.document if isinstance(source.document, list) else None
    if listed is not None and any(isinstance(item, list) for item in listed[:1]):
        yield from ((objects_in(item), {}) for item in listed)
        return
    loose: list[dict[str, Any]] = []
    for entry in entries(source, all_of_them=all_of_them):
        if "role" in entry:
            loose.append(entry)
        elif isinstance(entry.get("messages"), list):
            yield objects_in(entry["messages"]), entry
    if loose:
        yield loose, {}


def _is_marked(message: dict[str, Any]) -> bool:
    if message.get("role") not in tuple(_ROLES) or "info" in message:
        return False
    if isinstance(message.get("toolInvocations"), list):
        return True
    parts = message.get("parts")
    if isinstance(parts, list):
        return any(isinstance(part, dict) and isinstance(part.get("type"), str) for part in parts)
    content = message.get("content")
    return any(part.get("type") in _MODEL_PARTS and "toolCallId" in part for part in objects_in(content))


def _messages(value: dict[str, Any], parts: Parts) -> list[Message]:
    named = value.get("role")
    role = _ROLES.get(named, "user") if isinstance(named, str) else "user"
    details = as_object(value.get("metadata"))
    moments = (seconds(holder.get(key)) for holder in (value, details) for key in ("createdAt", "timestamp", "ts"))
    model = optional_text(details.get("model")) or optional_text(details.get("modelId"))
    return messages_of(
        parts.pieces(value, role),
        identity=optional_text(value.get("id")),
        timestamp=next((moment for moment in moments if moment is not None), None),
        model=model or optional_text(as_object(details.get("model")).get("id")),
        usage=_usage(details.get("usage") or details.get("totalUsage") or value.get("usage")),
        stop_reason=optional_text(details.get("finishReason")),
        flags=() if isinstance(named, str) and named in _ROLES and named != "data" else ("meta",),
    )


def _usage(value: Any) -> Usage | None:
    """Usage of versions 4 to 6: the input includes what was cached. None where nothing was counted."""
    told = as_object(value)
    details, output = as_object(told.get("inputTokenDetails")), as_object(told.get("outputTokenDetails"))
    read = whole(told.get("cachedInputTokens")) or whole(details.get("cacheReadTokens"))
    written = whole(details.get("cacheWriteTokens"))
    prompt = whole(told.get("inputTokens")) or whole(told.get("promptTokens"))
    answer = whole(told.get("outputTokens")) or whole(told.get("completionTokens"))
    reasoning = whole(told.get("reasoningTokens")) or whole(output.get("reasoningTokens"))
    return made(prompt, read, written, answer, reasoning)


def _warnings(parts: Parts) -> Iterator[Warning]:
    counted = {kind: n for kind, n in parts.skipped.items() if n}
    if counted:
        named = ", ".join(f"{kind[:40]} ({n})" for kind, n in sorted(counted.items())[:10])
        text = f"Left out {count(sum(counted.values()), 'part')} that no model is sent: {named}."
        yield Warning(code="not_sent", text=text)


IMPORTER = importers.add(Importer(name="vercel_ui", label="Vercel AI SDK messages", detect=detect, read=read, order=60))
