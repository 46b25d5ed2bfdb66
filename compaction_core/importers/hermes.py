"""Hermes Agent: archived sessions (JSON, one state a message) and ``hermes sessions export`` (JSON or JSONL)."""

import re
from collections.abc import Iterator
from typing import Any

import orjson

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.call_ids import CallIds
from compaction_core.importers.shared.left_out import branches
from compaction_core.importers.shared.openai_message import message_of
from compaction_core.importers.shared.values import arguments, first_prompt, one_line, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import (
    Integrity,
    Message,
    Part,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Warning,
)

_EXPORTED = ("messages", "started_at", "source")
_SUMMARY = re.compile(r"\s*\[CONTEXT (COMPACTION|SUMMARY)[^\]]*\]\s*")
_NOTE = "The context was compacted about here. The file does not hold the summary."


def detect(source: Source) -> str | None:
    """Why this is a Hermes file: its producer, or a session row with its messages."""
    first = next(_sessions(source, all_lines=False), None)
    if first is None:
        return None
    return f"its producer is {str(first['producer'])[:40]}" if "producer" in first else "it is an exported session"


def _sessions(source: Source, *, all_lines: bool = True) -> Iterator[dict[str, Any]]:
    document = source.document
    if document is None:
        found: list[Any] = [row.value for row in (source.rows.rows if all_lines else source.head)]
    else:
        found = document if isinstance(document, list) else [document]
    for value in found:
        if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
            continue
        parts = value.get("segments")  # an export of a whole lineage holds each session again
        if isinstance(parts, list) and all(key in value for key in _EXPORTED):
            yield from (part for part in parts if isinstance(part, dict) and isinstance(part.get("messages"), list))
        elif str(value.get("producer")).startswith("hermes") or all(key in value for key in _EXPORTED):
            yield value


def read(source: Source) -> Iterator[Session]:
    """One session for each archived or exported one."""
    lined = source.document is None
    for value in _sessions(source):
        messages, compactions, warnings = _messages(value)
        models = (message.model for message in reversed(messages) if message.model)
        producer = optional_text(value.get("producer"))
        yield Session(
            format="hermes",
            title=one_line(optional_text(value.get("title")) or "") or first_prompt(messages),
            version=producer.partition("/")[2] or None if producer else None,
            model=optional_text(value.get("model")) or next(models, None),
            messages=messages,
            compactions=compactions,
            integrity=notes.integrity(source.rows, 0, 0, warnings) if lined else Integrity(warnings=warnings),
        )


def _messages(
    value: dict[str, Any],
) -> tuple[tuple[Message, ...], tuple[RecordedCompaction, ...], tuple[Warning, ...]]:
    """Messages with those that a compaction hid in front; rewound ones stay among these, or are left out."""
    ids = CallIds()
    rows = [row for row in value["messages"] if isinstance(row, dict)]
    states = [_state(row) for row in rows]
    last = max((at for at, state in enumerate(states) if state == "compacted"), default=-1)
    while 0 <= last < len(states) - 1 and states[last + 1] == "rewound":
        last += 1
    messages: list[Message] = []
    hidden: set[int] = set()
    left_out = 0
    prompt = optional_text(value.get("system_prompt"))
    if prompt and not any(row.get("role") == "system" for row in rows):
        messages.append(Message(role="system", parts=(Text(text=prompt),)))
    boundary = len(messages)
    for at, (row, state) in enumerate(zip(rows, states, strict=True)):
        if state == "rewound" and at > last:
            left_out += 1
            continue
        made = _message(row, ids)
        if state in ("compacted", "rewound"):
            hidden.update(range(len(messages), len(messages) + len(made)))
        messages += made
        boundary = len(messages) if at == last else boundary
    summary = next((at for at, m in enumerate(messages) if m.summary is not None and at not in hidden), None)
    if summary is None and hidden:
        note = Message(role="user", parts=(Text(text=_NOTE),), summary="", flags=("synthetic",))
        messages.insert(boundary, note)
        summary = boundary
    warnings = tuple(branches(left_out))
    if summary is None:
        return tuple(messages), (), warnings
    kept = tuple(at for at in range(summary) if at not in hidden)
    return tuple(messages), (RecordedCompaction(index=summary, kept=kept),), warnings


def _state(row: dict[str, Any]) -> str:
    """``active``, ``compacted``, ``rewound`` or ``observed``: told as a word, or in two columns of the database."""
    told = optional_text(row.get("state"))
    if told:
        return told
    if row.get("compacted") in (1, True):
        return "compacted"
    return "rewound" if row.get("active") in (0, False) and "active" in row else "active"


def _message(row: dict[str, Any], ids: CallIds) -> list[Message]:
    if "message_id" in row or "tool_results" in row:
        made = _archived(row, ids)
    else:
        calls = row.get("tool_calls")
        found, _ = message_of({**row, "tool_calls": _decoded(calls), "id": str(row.get("id", ""))}, None, ids)
        made = [found] if found else []
    text = made[0].text if made else ""
    if made and (row.get("_compressed_summary") or _SUMMARY.match(text)) and made[0].role != "tool":
        made[0] = made[0].model_copy(update={"summary": _SUMMARY.sub("", text, count=1)})
    return made


def _decoded(value: Any) -> Any:
    """A column that holds JSON as text."""
    if not isinstance(value, str):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return None


def _archived(row: dict[str, Any], ids: CallIds) -> list[Message]:
    """A message of an archive: a message, or one for each of its results."""
    details = {"id": optional_text(row.get("message_id")), "timestamp": seconds(row.get("timestamp"))}
    thought, text = optional_text(row.get("reasoning")), optional_text(row.get("text"))
    parts: list[Part] = [Reasoning(text=thought)] if thought else []
    parts += [Text(text=text)] if text else []
    for call in _dicts(row.get("tool_calls")):
        name = optional_text(call.get("tool_name")) or "unnamed"
        told = call.get("arguments_json", call.get("arguments"))
        parts.append(ToolCall(id=ids.of_call(call.get("action_id"), name), name=name, arguments=arguments(told)))
    results = [_result(result, ids) for result in _dicts(row.get("tool_results"))]
    made = [Message(role="tool", parts=(result,), **details) for result in results]
    if row.get("role") == "tool" and (results or not parts):
        return made
    base, _ = message_of({"role": row.get("role")}, None, ids)
    return [*([base.model_copy(update={**details, "parts": tuple(parts)})] if base else []), *made]


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _result(value: dict[str, Any], ids: CallIds) -> ToolResult:
    told = next((value[key] for key in ("output", "output_preview") if isinstance(value.get(key), str)), "")
    failed = value.get("is_error") is True
    return ToolResult(call_id=ids.of_result(value.get("action_id")), text=told, is_error=failed)


IMPORTER = importers.add(Importer(name="hermes", label="Hermes Agent JSON", detect=detect, read=read, order=35))
