"""Whatever a trace holds as the input or output of a model call, as messages: lists, requests, replies, texts."""

from dataclasses import replace
from typing import Any

from compaction_core.importers.openai_responses.items import Items, is_item_list
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.traces.any_messages import ROLES, is_any_message, messages_of
from compaction_core.session import Message, ToolCall

_STEPS = 8
_WAITING = 100
_IN = ("messages", "contents", "input", "prompt", "prompts", "args", "kwargs", "question", "query", "state", "body")
_OUT = (
    "choices",
    "candidates",
    "generations",
    "messages",
    "output",
    "message",
    "content",
    "response",
    "text",
    "result",
    "answer",
    "body",
)
_SYSTEM = ("system", "instructions", "system_instruction", "systemInstruction", "system_prompt")
_CALL_KEYS = ("toolCallId", "toolName")


def prompt_messages(value: Any, ids: CallIds, line: int | None = None) -> list[Message]:
    """The messages of an input; empty where it holds none."""
    value = decoded(value)
    system = _system(value)
    found = _answered(_read(value, ids, line, "user", _IN))
    if system is None or not found or found[0].is_prompt:
        return found
    given = _read(system, ids, line, "system", ("parts", "text", "content"))
    return [*(replace(message, role="system") for message in given[:1]), *found]


def answer_messages(value: Any, ids: CallIds, line: int | None = None) -> list[Message]:
    """The messages of an output, a bare text being the assistant's; empty where it holds none."""
    return _read(decoded(value), ids, line, "assistant", _OUT)


def _answered(messages: list[Message]) -> list[Message]:
    """The messages with an id on results that lost theirs: that of the oldest call that waits, by name if it can."""
    waiting: list[ToolCall] = []
    for at, message in enumerate(messages):
        waiting += message.calls
        result = message.result
        if result is None:
            continue
        named = next((call for call in waiting if call.name == message.name), waiting[0] if waiting else None)
        if not result.call_id and named is not None:
            parts = (replace(result, call_id=named.id), *message.parts[1:])
            messages[at] = replace(message, parts=parts)
        answered = result.call_id or (named.id if named else "")
        waiting = [call for call in waiting if call.id != answered][-_WAITING:]
    return messages


def tools_of(value: Any) -> Any:
    """The tool schemas of a request, None where it has none."""
    value = decoded(value)
    if not isinstance(value, dict):
        return None
    for inner in (value, value.get("config"), value.get("kwargs"), value.get("body")):
        for key in ("tools", "functions", "toolConfig"):
            if isinstance(inner, dict) and inner.get(key):
                return decoded(inner[key])
    return None


def _system(value: Any) -> Any:
    for inner in (value, value.get("config") if isinstance(value, dict) else None):
        for key in _SYSTEM:
            if isinstance(inner, dict) and inner.get(key):
                return inner[key]
    return None


def _read(value: Any, ids: CallIds, line: int | None, role: str, keys: tuple[str, ...]) -> list[Message]:
    """Go down to where messages are, at most 8 steps."""
    for _ in range(_STEPS):
        value = decoded(value)
        if isinstance(value, str):
            return _plain(value, ids, line, role)
        if isinstance(value, list):
            found = _listed(value, ids, line, role)
            if found is not None or not value:
                return found or []
            value = value[0]
            continue
        if not isinstance(value, dict):
            return []
        if is_any_message(value):
            return messages_of(value, ids, line)
        inner = value.get("message")
        if isinstance(inner, dict) and is_any_message(inner):
            return messages_of({"finish_reason": value.get("finish_reason"), **inner}, ids, line)
        if role == "assistant" and isinstance(value.get("content"), list | str):
            return messages_of({"role": role, **value}, ids, line)
        value = next((value[key] for key in keys if value.get(key)), None)
    return []


def _listed(values: list[Any], ids: CallIds, line: int | None, role: str) -> list[Message] | None:
    """The messages of a list; None where its first entry has to be looked into."""
    if is_item_list(values):
        return Items(ids).take(values, line).finish()
    values = [_paired(item) for item in values]
    unwrapped = [item["message"] if _is_wrapped(item) else item for item in values]
    if any(is_any_message(item) for item in unwrapped):
        found: list[Message] = []
        for item in unwrapped:
            if isinstance(item, dict):
                waiting = bool(found) and (bool(found[-1].calls) or found[-1].role == "tool")
                found += messages_of(item, ids, line, pending=waiting)
            elif isinstance(item, str) and item:
                found += _plain(item, ids, line, "user")
        return found
    if values and all(isinstance(item, dict) and any(key in item for key in _CALL_KEYS) for item in values):
        return messages_of({"role": role, "tool_calls": values}, ids, line)
    if values and all(isinstance(item, dict) and isinstance(item.get("type"), str) for item in values):
        return messages_of({"role": role, "content": values}, ids, line)
    if len(values) > 1 and all(isinstance(item, str) for item in values):
        return [message for item in values for message in _plain(item, ids, line, role)]
    return None


def _paired(item: Any) -> Any:
    """LangChain also writes a message as a pair of role and text."""
    if isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item) and item[0] in ROLES:
        return {"role": item[0], "content": item[1]}
    return item


def _is_wrapped(item: Any) -> bool:
    return isinstance(item, dict) and "role" not in item and is_any_message(item.get("message"))


def _plain(text: str, ids: CallIds, line: int | None, role: str) -> list[Message]:
    return messages_of({"role": role, "content": text}, ids, line) if text.strip() else []
