"""ShareGPT conversations: ``from`` and ``value``, and the hybrids of it that training sets use."""

from collections.abc import Iterable, Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.traces.any_messages import messages_of
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Message, Session, Warning

_LISTS = ("conversations", "conversation", "messages", "items")
_ROLES = {
    "human": "user",
    "user": "user",
    "prompter": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "bard": "assistant",
    "bing": "assistant",
    "chatgpt": "assistant",
    "claude": "assistant",
    "model": "assistant",
    "function_call": "assistant",
    "tool_call": "assistant",
    "system": "system",
    "function": "tool",
    "function_response": "tool",
    "observation": "tool",
    "tool": "tool",
    "tool_response": "tool",
}
_OPEN, _CLOSE = "<tool_call>", "</tool_call>"


def detect(source: Source) -> str | None:
    """Why this is ShareGPT: entries with ``from`` and ``value`` under ``conversations`` or the like."""
    for _, value in _values(source, every=False):
        key, turns = _turns(value)
        if turns:
            return f"its {key} have from and value" if "from" in turns[0] else f"its {key} are lists of turns"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation."""
    rows = source.jsonl
    integrity = notes.integrity(rows)
    for line, value in _values(source, every=True):
        _, turns = _turns(value)
        if turns:
            yield _session(value, turns, line, integrity)


def _values(source: Source, *, every: bool) -> Iterable[tuple[int | None, Any]]:
    document = source.document
    if document is None:
        return ((row.line, row.value) for row in (source.rows.rows if every else source.head[:3]))
    listed = document if isinstance(document, list) else [document]
    return ((None, value) for value in (listed if every else listed[:3]))


def _turns(value: Any) -> tuple[str, list[dict[str, Any]]]:
    """The turns of a conversation and the key they stand under; only ``conversations`` may have role and content."""
    for key in _LISTS if isinstance(value, dict) else ():
        listed = value.get(key)
        if not isinstance(listed, list) or not listed:
            continue
        keys = [("from", "value")]
        keys += [("role", "content"), ("role", "value")] if key.startswith("conversation") else []
        turns = [turn for turn in listed if isinstance(turn, dict) and any(a in turn and b in turn for a, b in keys)]
        if 2 * len(turns) > len(listed):
            chosen = value.get("chosen")  # a pair to learn preferences from: the better answer ends the talk
            better = [chosen] if isinstance(chosen, dict) and any(a in chosen and b in chosen for a, b in keys) else []
            return key, [*turns, *better]
    return "", []


def _session(value: dict[str, Any], turns: list[dict[str, Any]], line: int | None, integrity: Integrity) -> Session:
    ids = CallIds()
    messages: list[Message] = []
    unknown: set[str] = set()
    system = next((text for key in ("system", "system_prompt") if (text := optional_text(value.get(key)))), None)
    if system is not None and turns[0].get("from", turns[0].get("role")) != "system":
        messages += messages_of({"role": "system", "content": system}, ids, line)
    for turn in turns:
        said = str(turn.get("from", turn.get("role")))
        unknown |= set() if said.lower() in _ROLES else {said[:40]}
        messages += messages_of(_chat(said, turn), ids, line)
    tools = decoded(value.get("tools") or value.get("functions") or value.get("tool"))
    text = f"Roles that are not known are shown as injected user messages: {', '.join(sorted(unknown))[:200]}."
    warnings = (*integrity.warnings, *((Warning(code="unknown_role", text=text, line=line),) if unknown else ()))
    title = optional_text(value.get("title"))
    return Session(
        format="sharegpt",
        title=title or first_prompt(messages),
        model=optional_text(value.get("model")),
        tools=json_text(tools) if tools else None,
        messages=tuple(messages),
        integrity=integrity.model_copy(update={"warnings": warnings}),
    )


def _chat(said: str, turn: dict[str, Any]) -> dict[str, Any]:
    """The turn as an OpenAI-style message; calls are written as JSON or, in a text, between tags."""
    content = turn.get("value", turn.get("content"))
    role = _ROLES.get(said.lower(), said)
    chat: dict[str, Any] = {
        "role": role,
        "content": content,
        **{k: turn[k] for k in ("id", "name", "tool_call_id") if k in turn},
    }
    if role != "assistant" or not isinstance(content, str):
        return {**chat, "tool_calls": turn.get("tool_calls")}
    if said.lower() in ("function_call", "tool_call"):
        calls = _calls(content)
        return {**chat, "content": None, "tool_calls": calls} if calls else chat
    text, calls = _tagged(content)
    return {**chat, "content": text, "tool_calls": calls or turn.get("tool_calls")}


def _calls(text: str) -> list[dict[str, Any]]:
    value = decoded(text)
    listed = value if isinstance(value, list) else [value]
    return [call for call in listed if isinstance(call, dict) and isinstance(call.get("name"), str)]


def _tagged(text: str) -> tuple[str, list[dict[str, Any]]]:
    """The text without the calls that stand between tags, and those calls."""
    kept, *pieces = text.split(_OPEN)
    found: list[dict[str, Any]] = []
    for piece in pieces:
        inner, closing, after = piece.partition(_CLOSE)
        calls = _calls(inner.strip()) if closing else []
        found += calls
        kept += after if calls else _OPEN + piece
    return kept.strip() if found else text, found


IMPORTER = importers.add(Importer(name="sharegpt", label="ShareGPT conversations", detect=detect, read=read, order=60))
