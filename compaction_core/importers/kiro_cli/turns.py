"""Conversations of Amazon Q Developer CLI and of Kiro's first engine: turns of what was sent and what came back.

``ConversationState`` of ``crates/chat-cli/src/cli/chat/conversation.rs`` (aws/amazon-q-developer-cli). ``history``
holds entries with ``user`` and ``assistant`` (in older files pairs of both); what was compacted is gone from it, its
summary stands in ``latest_summary``.
"""

from typing import Any

from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import arguments, json_text, optional_text, seconds
from compaction_core.session import Message, Part, RecordedCompaction, Text, ToolCall, ToolResult

Value = dict[str, Any]


def is_conversation(value: Any) -> bool:
    """Whether a value is such a conversation."""
    listed = value.get("history") if isinstance(value, dict) and "conversation_id" in value else None
    return isinstance(listed, list) and all("user" in as_object(one) or isinstance(one, list) for one in listed[:3])


def conversation_of(value: Value) -> tuple[list[Message], list[RecordedCompaction]]:
    """The messages, the summary of what is gone in front of them."""
    ids = CallIds()
    messages: list[Message] = []
    compactions: list[RecordedCompaction] = []
    told = value.get("latest_summary")
    summary = optional_text(told[0]) if isinstance(told, list) and told else optional_text(told)
    if summary is not None:
        compactions.append(RecordedCompaction(index=0))
        messages.append(Message(role="user", parts=(Text(text=summary),), summary=summary))
    for entry in as_list(value.get("history")):
        user, assistant, about = _entry(entry)
        messages += _sent(user, ids)
        messages += _answered(assistant, about, ids)
    messages += _sent(as_object(value.get("next_message")), ids)
    return messages, compactions


def _entry(entry: Any) -> tuple[Value, Value, Value]:
    if isinstance(entry, list):
        pair = [*map(as_object, entry[:2]), {}, {}]
        return pair[0], pair[1], {}
    told = as_object(entry)
    return as_object(told.get("user")), as_object(told.get("assistant")), as_object(told.get("request_metadata"))


def _sent(user: Value, ids: CallIds) -> list[Message]:
    """Results first, then what a person typed; a prompt may come with calls that it cancelled."""
    content = as_object(user.get("content"))
    moment = seconds(user.get("timestamp"))
    found: list[Message] = []
    typed: list[Part] = []
    for kind, body in content.items():
        inner = as_object(body)
        for result in objects_in(inner.get("tool_use_results")):
            failed = str(result.get("status")).lower() == "error"
            call = ids.of_result(result.get("tool_use_id"))
            part = ToolResult(call_id=call, text=result_text(result.get("content")), is_error=failed)
            found.append(Message(role="tool", parts=(part,), timestamp=moment))
        prompt = optional_text(inner.get("prompt")) if kind in ("Prompt", "CancelledToolUses") else None
        typed += [Text(text=prompt)] if prompt else []
    return [*found, *([Message(role="user", parts=tuple(typed), timestamp=moment)] if typed else [])]


def _answered(assistant: Value, about: Value, ids: CallIds) -> list[Message]:
    kind = next((key for key in ("ToolUse", "Response") if isinstance(assistant.get(key), dict)), None)
    if kind is None:
        return []
    body = assistant[kind]
    text = optional_text(body.get("content"))
    parts: list[Part] = [Text(text=text)] if text else []
    for call in objects_in(body.get("tool_uses")):
        name = optional_text(call.get("name")) or "unnamed"
        parts.append(ToolCall(id=ids.of_call(call.get("id"), name), name=name, arguments=arguments(call.get("args"))))
    if not parts:
        return []
    return [
        Message(
            role="assistant",
            parts=tuple(parts),
            id=optional_text(body.get("message_id")),
            timestamp=seconds(about.get("stream_end_timestamp_ms")),
            model=optional_text(about.get("model_id")),
        )
    ]


def result_text(content: Any) -> str:
    """The text of a result: its blocks are ``{Text}`` and ``{Json}``, later ``{kind, data}``."""
    if isinstance(content, str):
        return content
    return "\n".join(map(_block, as_list(content)))


def _block(item: Any) -> str:
    told = as_object(item)
    value = next((told[key] for key in ("Text", "Json", "data", "text", "content") if key in told), item)
    return value if isinstance(value, str) else json_text(value)
