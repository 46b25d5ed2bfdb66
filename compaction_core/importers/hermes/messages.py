"""One row of a Hermes session as messages: from its database and exports, or from an archive."""

import re
from dataclasses import replace
from typing import Any

from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.openai_message import message_of
from compaction_core.importers.shared.files.sqlite_store import value_of
from compaction_core.importers.shared.shapes import objects_in
from compaction_core.importers.shared.values import arguments, json_text, optional_text, seconds
from compaction_core.session import Message, Part, Reasoning, Text, ToolCall, ToolResult

_PREFIX = re.compile(r"\s*\[CONTEXT (?:COMPACTION|SUMMARY)[^\]]*\](?: Earlier turns were compacted[^\n]*)?:?\s*")
_MERGED = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]"  # the summary joined the message that stands before it
_END = "--- END OF CONTEXT SUMMARY"
_STRUCTURED = "\0json:"  # hermes_state.SessionDB._CONTENT_JSON_PREFIX


def state_of(row: dict[str, Any]) -> str:
    """``active``, ``compacted``, ``rewound`` or ``observed``: told as a word, or in two columns of the database."""
    told = optional_text(row.get("state"))
    if told:
        return told
    if row.get("compacted") in (1, True):
        return "compacted"
    return "rewound" if row.get("active") in (0, False) and "active" in row else "active"


def compacted(row: dict[str, Any]) -> dict[str, Any]:
    """The row of a session that went on in another one after a compaction."""
    return {**row, "active": 0, "compacted": 1} if state_of(row) == "active" else row


def summary_of(row: dict[str, Any]) -> str | None:
    """The summary that a row holds, without what is put around it; None where it holds none."""
    if row.get("role") == "tool":
        return None
    text = _plain(row.get("text") if "message_id" in row else content_of(row))
    text = text.partition(_MERGED)[2] or text
    found = _PREFIX.match(text)
    if found is None and not row.get("_compressed_summary"):
        return None
    return text[found.end() if found else 0 :].partition(_END)[0].strip()


def key_of(row: dict[str, Any]) -> str:
    """What tells two copies of one message from two messages: the call it answers, its calls, else its content."""
    call = row.get("tool_call_id")
    if row.get("role") == "tool" and optional_text(call):
        return json_text(["tool", call])
    calls = [call.get("id") for call in objects_in(decoded(row.get("tool_calls")))]
    if any(map(optional_text, calls)):
        return json_text([row.get("role"), calls])
    return json_text([row.get("role"), row.get("text"), row.get("content"), row.get("tool_results")])


def content_of(row: dict[str, Any]) -> Any:
    """A row's content: a string, or what a string with a mark in front holds as JSON."""
    content = row.get("content")
    if isinstance(content, str) and content.startswith(_STRUCTURED):
        found = value_of(content[len(_STRUCTURED) :])
        return content if found is None else found
    return content


def decoded(value: Any) -> Any:
    """A column that holds JSON as text."""
    return value_of(value) if isinstance(value, str) else value


def messages_of(row: dict[str, Any], ids: CallIds) -> list[Message]:
    """The message of a row, with those of its results in an archive; none where its role is unreadable."""
    if "message_id" in row or "tool_results" in row:
        made = _archived(row, ids)
    else:
        value = {**row, "content": content_of(row), "tool_calls": decoded(row.get("tool_calls"))}
        found, _ = message_of({**value, "id": str(row.get("id", ""))}, None, ids)
        made = [found] if found else []
    summary = summary_of(row)
    if made and summary is not None:
        made[0] = replace(made[0], summary=summary)
    return made


def _plain(content: Any) -> str:
    texts = [content] if isinstance(content, str) else [part.get("text") for part in objects_in(content)]
    return "\n".join(text for text in texts if isinstance(text, str))


def _archived(row: dict[str, Any], ids: CallIds) -> list[Message]:
    """A message of an archive: a message, or one for each of its results."""
    own, moment = optional_text(row.get("message_id")), seconds(row.get("timestamp"))
    thought, text = optional_text(row.get("reasoning")), optional_text(row.get("text"))
    parts: list[Part] = [Reasoning(text=thought)] if thought else []
    parts += [Text(text=text)] if text else []
    for call in objects_in(row.get("tool_calls")):
        name = optional_text(call.get("tool_name")) or "unnamed"
        told = call.get("arguments_json", call.get("arguments"))
        parts.append(ToolCall(id=ids.of_call(call.get("action_id"), name), name=name, arguments=arguments(told)))
    results = [_result(result, ids) for result in objects_in(row.get("tool_results"))]
    made = [Message(role="tool", parts=(result,), id=own, timestamp=moment) for result in results]
    if row.get("role") == "tool" and (results or not parts):
        return made
    base, _ = message_of({"role": row.get("role")}, None, ids)
    return [*([replace(base, id=own, timestamp=moment, parts=tuple(parts))] if base else []), *made]


def _result(value: dict[str, Any], ids: CallIds) -> ToolResult:
    told = next((value[key] for key in ("output", "output_preview") if isinstance(value.get(key), str)), "")
    failed = value.get("is_error") is True
    return ToolResult(call_id=ids.of_result(value.get("action_id")), text=told, is_error=failed)
