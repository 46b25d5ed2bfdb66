"""Chat lists of the two great APIs, wherever they stand: bare, in requests, replies, logs, training lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.call_ids import is_result
from compaction_core.importers.shared.shapes import may_hold
from compaction_core.importers.shared.values import optional_text
from compaction_core.importers.source import Source

Flavour = Literal["openai", "anthropic"]

_SAID = ("content", "tool_calls", "function_call", "refusal", "audio")
# Keys that say a file is of another format, even if it holds something like messages.
_FOREIGN = (
    "agentMode",
    "agents",
    "call_type",
    "chat_messages",
    "conversations",
    "core_memory",
    "dotted_order",
    "fncall_messages",
    "history",
    "in_context_message_indices",
    "latency_sec",
    "loglines",
    "mapping",
    "model_map_information",
    "nextMessageId",
    "observations",
    "producer",
    "projectHash",
    "proxy_server_request",
    "requests",
    "resourceSpans",
    "run_type",
    "samples",
    "steps",
    "trajectory",
    "trajectory_format",
)
_RESPONSE_ITEMS = ("message", "compaction", "item_reference", "reasoning")
_ANTHROPIC_BLOCKS = ("compaction", "container_upload", "document", "redacted_thinking", "search_result", "thinking")
_ANTHROPIC_CALLS = ("mcp_tool_use", "server_tool_use", "tool_result", "tool_use")
_REPLIES = ("response", "output", "completion", "result")
_REQUESTS = ("request", "body", "input", "kwargs", "params")
_OPENAI_ROLES = ("developer", "function", "system", "tool")


@dataclass(frozen=True)
class Chat:
    """One conversation as a file holds it: the request's list and, where there is one, the reply."""

    messages: list[Any]
    request: dict[str, Any]
    reply: dict[str, Any] | None = None
    lines: tuple[int, ...] = ()
    """0-based line of each message, or of all; empty for a JSON document."""

    def line(self, at: int) -> int | None:
        """The line message ``at`` stands on, None where the file is one document."""
        return self.lines[min(at, len(self.lines) - 1)] if self.lines else None

    @property
    def model(self) -> str | None:
        """The model of the reply, or the one asked for."""
        asked = optional_text(self.request.get("model"))
        return optional_text(self.reply.get("model")) or asked if self.reply else asked


def chats(source: Source, *, all_lines: bool = True) -> Iterator[Chat]:
    """Every chat of the file; with ``all_lines=False`` only of its first rows, to recognise it."""
    document = source.document
    if document is not None:
        yield from _of_document(document)
        return
    rows = source.rows.rows if all_lines else source.head
    if any(str(row.value.get("role")).startswith("_") for row in source.head):  # Kimi CLI's marks between messages
        return
    if rows and all(is_message(row.value) for row in rows[:3]) and not _has_types(rows[:3]):
        said = [row for row in rows if is_message(row.value)]
        yield Chat([row.value for row in said], {}, None, tuple(row.line for row in said))
        return
    for row in rows:
        chat = chat_of(row.value, (row.line,))
        if chat is not None:
            yield chat


def chat_of(value: Any, lines: tuple[int, ...] = ()) -> Chat | None:
    """The chat in one JSON value: a list of messages, a message, a request, a reply, or both."""
    if isinstance(value, list):
        return Chat(value, {}, None, lines) if is_message_list(value) else None
    if not isinstance(value, dict) or any(key in value for key in _FOREIGN):
        return None
    if "agent" in value and "sessionId" in value:  # Cline keeps its own bookkeeping around the list
        return None
    if is_message(value) and value.get("type") != "message":
        return Chat([value], {}, None, lines)
    reply = next((found for found in _nested(value, _REPLIES) if _is_reply(found)), None)
    for request in _nested(value, _REQUESTS):
        messages = next((request[key] for key in ("messages", "traj") if isinstance(request.get(key), list)), None)
        if messages is not None and (is_message_list(messages) or not messages):
            preferred = value.get("preferred_output")
            more = preferred if isinstance(preferred, list) and is_message_list(preferred) else []
            return Chat([*messages, *more], request, reply, lines)
    return Chat([], {}, reply, lines) if reply is not None else None


def is_message(value: Any) -> bool:
    """Whether a value is a chat message of either API."""
    if not isinstance(value, dict) or not isinstance(value.get("role"), str) or value.get("type") == "function_call":
        return False
    if "id" in value and isinstance(value.get("created"), int) and isinstance(value.get("content"), list):  # goose's
        return False
    return any(key in value for key in _SAID) and not any(key in value for key in ("parts", "toolInvocations", "info"))


def is_message_list(values: list[Any]) -> bool:
    """Whether most values are messages, and none is an item of the Responses API or a Vercel part."""
    if not may_hold(values):
        return False
    for value in values:
        kind = value.get("type") if isinstance(value, dict) else None
        if isinstance(kind, str) and (kind in _RESPONSE_ITEMS or kind.endswith(("_call", "_output"))):
            return False
        if isinstance(value, dict) and ("parts" in value or "toolInvocations" in value):
            return False
        if any(_kind(block).startswith("tool-") for block in _blocks(value)):
            return False
    return 2 * sum(1 for value in values if is_message(value)) > len(values)


def flavour(chat: Chat) -> Flavour:
    """Whose API the chat speaks; plain text without any sign is the commoner one, OpenAI's."""
    if chat.reply is not None and "choices" in chat.reply:
        return "openai"
    if any(_is_openai(message) for message in chat.messages):
        return "openai"
    told = chat.reply is not None or ("system" in chat.request and "messages" in chat.request)
    return "anthropic" if told or any(_is_anthropic(message) for message in chat.messages) else "openai"


def _of_document(document: Any) -> Iterator[Chat]:
    chat = chat_of(document)
    if chat is not None:
        yield chat
    elif isinstance(document, list) and may_hold(document):
        yield from (found for item in document if (found := chat_of(item)) is not None)


def _nested(value: dict[str, Any], keys: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The value itself, what it wraps under the keys, and the ``body`` or ``message`` of that."""
    yield value
    for key in keys:
        inner = value.get(key)
        if isinstance(inner, dict):
            yield inner
            yield from (inner[name] for name in ("body", "message") if isinstance(inner.get(name), dict))


def _is_reply(value: dict[str, Any]) -> bool:
    choices = value.get("choices")
    if isinstance(choices, list) and choices:
        return isinstance(choices[0], dict) and isinstance(choices[0].get("message"), dict)
    told = value.get("type") == "message" and value.get("role") == "assistant"
    return told and isinstance(value.get("content"), list) and ("usage" in value or "stop_reason" in value)


def _has_types(rows: tuple[Row, ...]) -> bool:
    return any("type" in row.value for row in rows)


def _blocks(message: Any) -> list[Any]:
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, list) else []


def _kind(block: Any) -> str:
    kind = block.get("type") if isinstance(block, dict) else None
    return kind if isinstance(kind, str) else ""


def _is_openai(message: Any) -> bool:
    if not isinstance(message, dict):
        return False
    if message.get("role") in _OPENAI_ROLES or any(key in message for key in ("tool_calls", "function_call")):
        return True
    return any(_kind(block) in ("image_url", "input_audio", "input_text", "file") for block in _blocks(message))


def _is_anthropic(message: Any) -> bool:
    for block in _blocks(message):
        kind = _kind(block)
        if kind in _ANTHROPIC_BLOCKS or kind in _ANTHROPIC_CALLS or is_result(block):
            return True
        if kind == "image" and "source" in block:
            return True
    return False
