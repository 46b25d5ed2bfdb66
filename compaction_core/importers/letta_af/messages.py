"""Stored messages of a Letta agent file (.af) as messages: one for each result."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compaction_core.importers.letta_af.envelopes import opened
from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_source
from compaction_core.importers.shared.values import arguments, optional_text, seconds
from compaction_core.session import Flag, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
    "summary": "user",
}


class Reader:
    """Reads the messages of one agent, in order; ``skipped`` counts those that never reach the model."""

    def __init__(self) -> None:
        self.skipped = 0
        self._ids = CallIds()

    def read(self, value: dict[str, Any]) -> list[Message]:
        """The messages of one stored message."""
        role = value.get("role")
        if role == "approval":
            role = "assistant" if value.get("tool_calls") else "tool"
        named = _ROLES.get(role) if isinstance(role, str) else None
        if named == "tool":
            return list(self._results(value))
        blocks = [self._part(block) for block in _content(value)]
        parts = [part for part in blocks if part is not None]
        known = {part.id for part in parts if isinstance(part, ToolCall)}
        calls = value.get("tool_calls")
        more = [self._call(call) for call in (calls if isinstance(calls, list) else ())]
        parts += [part for part in more if not isinstance(part, ToolCall) or part.id not in known]
        made = _message(value, named or "user", tuple(parts), () if named else ("meta",))
        return [with_envelope(made, role == "summary")] if made.role == "user" else [made]

    def _results(self, value: dict[str, Any]) -> Iterator[Message]:
        returns = value.get("tool_returns") or value.get("approvals")
        found = [one for one in returns if isinstance(one, dict)] if isinstance(returns, list) else []
        found = [one for one in found if "func_response" in one or "tool_return" in one or "status" in one]
        if value.get("role") == "approval" and not found:
            self.skipped += 1  # the answer to a request for approval is not sent to the model as a message
            return
        texts = [part.text for part in map(self._part, _content(value)) if isinstance(part, Text)]
        name = optional_text(value.get("name"))
        if len(found) < 2:
            failed = bool(found) and found[0].get("status") == "error"
            call = optional_text(value.get("tool_call_id")) or (found[0].get("tool_call_id") if found else None)
            text = "\n".join(texts) or (returned(found[0]) if found else "")
            result = ToolResult(call_id=self._ids.of_result(call, name or ""), text=text, is_error=failed)
            yield _message(value, "tool", (result,), (), name)
            return
        for one in found:
            call = self._ids.of_result(one.get("tool_call_id"))
            result = ToolResult(call_id=call, text=returned(one), is_error=one.get("status") == "error")
            yield _message(value, "tool", (result,), (), name)

    def _call(self, call: Any) -> Part:
        if not isinstance(call, dict):
            return opaque(call, "tool_call")
        function = call.get("function")
        body = function if isinstance(function, dict) else call
        name = optional_text(body.get("name")) or "unnamed"
        identity = self._ids.of_call(call.get("id") or call.get("tool_call_id"), name)
        return ToolCall(id=identity, name=name, arguments=arguments(body.get("arguments")))

    def _part(self, block: Any) -> Part | None:
        """One block of Letta's content; calls and returns that stand in it, too."""
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "reasoning" and isinstance(block.get("reasoning"), str):
            return Reasoning(text=block["reasoning"], signature=optional_text(block.get("signature")))
        if kind == "omitted_reasoning":
            return None
        if kind == "summarized_reasoning":
            pieces = [piece.get("text") for piece in block_list(block.get("summary")) if isinstance(piece, dict)]
            return Reasoning(text="\n".join(piece for piece in pieces if isinstance(piece, str)))
        if kind == "tool_call" and isinstance(block.get("name"), str):
            identity = self._ids.of_call(block.get("id"), block["name"])
            return ToolCall(id=identity, name=block["name"], arguments=arguments(block.get("input")))
        if kind == "tool_return":
            return Text(text=returned({"func_response": block.get("content")}))
        if kind == "image":
            return image_of_source(block.get("source")) or opaque(block)
        return part_of(block)


def with_envelope(made: Message, is_summary: bool = False) -> Message:
    """A user message with the summary that it holds, or the flag that nobody typed it."""
    texts = [part.text for part in made.parts if isinstance(part, Text)]
    envelopes = [opened(text) for text in texts]
    told = next((found for found in envelopes if found.summary is not None), None)
    if told is not None or is_summary:
        return replace(made, summary=told.summary if told is not None else made.text, flags=())
    injected = bool(texts) and len(texts) == len(made.parts) and all(found.injected for found in envelopes)
    return replace(made, flags=("meta",)) if injected else made


def _content(value: dict[str, Any]) -> list[Any]:
    content = value.get("content")
    blocks = block_list(value.get("text") if content is None else content)  # early v1 files have "text"
    return [block for block in blocks if block != ""]


def returned(one: dict[str, Any]) -> str:
    """The text of one tool return."""
    found = one.get("func_response", one.get("tool_return"))
    if isinstance(found, list):
        texts = [item.get("text") if isinstance(item, dict) else item for item in found]
        return "\n".join(text for text in texts if isinstance(text, str))
    return found if isinstance(found, str) else ""


def _message(
    value: dict[str, Any], role: Role, parts: tuple[Part, ...], flags: tuple[Flag, ...], name: str | None = None
) -> Message:
    return Message(
        role=role,
        parts=parts,
        name=name or optional_text(value.get("name")),
        id=optional_text(value.get("id")),
        timestamp=seconds(value.get("created_at")),
        model=optional_text(value.get("model")) if role == "assistant" else None,
        flags=flags,
    )
