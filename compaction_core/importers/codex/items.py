"""Items of OpenAI's Responses API, as Codex records them, joined into messages: one for each reply."""

import re
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address, image_of_base64
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.timeline import Timeline
from compaction_core.importers.shared.values import arguments, json_text, optional_text
from compaction_core.session import Flag, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult

_ROLES: dict[Any, Role] = {"system": "system", "developer": "developer", "user": "user", "assistant": "assistant"}
_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "tool_search_call", "tool_call")
_RESULTS = (
    "function_call_output",
    "function_result",
    "custom_tool_call_output",
    "local_shell_call_output",
    "tool_search_output",
    "tool_result",
)
COMPACTIONS = ("compaction", "compaction_summary", "context_compaction")
_BOOKKEEPING = ("ghost_snapshot",)
# How texts begin that Codex puts into the user's role itself.
_INJECTED = re.compile(
    r"\s*(<(environment_context|user_instructions|INSTRUCTIONS|turn_aborted|skill|user_shell_command|"
    r"subagent_notification|permissions instructions|collaboration_mode|personality_spec|apps_instructions|"
    r"skills_instructions|plugins_instructions|model_switch|goal_context|external_[^<>\s]+)>"
    r"|<(codex_internal_context|hook_prompt)\s|# AGENTS\.md instructions|Warning: (apply_patch was requested via "
    r"|The maximum number of unified exec processes|Your account was flagged))"
)


@dataclass
class _Reply:
    """An assistant message that later items may still join."""

    line: int | None
    timestamp: float | None
    model: str | None
    id: str | None
    parts: list[Part] = field(default_factory=list)


@dataclass
class Items:
    """Takes items in order and adds their messages to the timeline; ``close`` ends the reply that is open."""

    timeline: Timeline[Message] = field(default_factory=Timeline)
    model: str | None = None
    skipped: int = 0
    merged: int = 0
    last_reply: int | None = None
    """Slot of the last assistant message that ended."""
    _ids: CallIds = field(default_factory=CallIds)
    _reply: _Reply | None = None

    def take(self, item: dict[str, Any], line: int | None = None, timestamp: float | None = None) -> None:
        """Read one item."""
        kind = item.get("type") or ("message" if "role" in item else None)
        if kind in _BOOKKEEPING:
            self.skipped += 1
        elif kind == "message" and item.get("role") != "assistant":
            self._add(_said(item, line, timestamp))
        elif kind == "additional_tools":
            self._add(Message(role="developer", parts=(opaque(item),), timestamp=timestamp, line=line))
        elif kind == "agent_message":
            self._add(_told(item, line, timestamp))
        elif kind in COMPACTIONS:
            self._add(Message(role="assistant", parts=(opaque(item),), timestamp=timestamp, line=line))
        elif kind in _RESULTS:
            parts = self._result(item, kind == "tool_search_output")
            self._add(Message(role="tool", parts=parts, timestamp=timestamp, line=line))
        else:
            self._join(self._parts(item, kind), item, line, timestamp)

    def close(self) -> None:
        """End the reply that is open, if one is."""
        reply, self._reply = self._reply, None
        if reply is not None and reply.parts:
            made = Message(
                role="assistant",
                parts=tuple(reply.parts),
                id=reply.id,
                timestamp=reply.timestamp,
                model=reply.model,
                line=reply.line,
            )
            self.last_reply = self.timeline.add(made)

    def _add(self, message: Message) -> None:
        self.close()
        self.timeline.add(message)

    def _join(self, parts: list[Part], item: dict[str, Any], line: int | None, timestamp: float | None) -> None:
        if self._reply is None:
            self._reply = _Reply(line, timestamp, self.model, optional_text(item.get("id")))
        else:
            self.merged += 1
        self._reply.parts += parts
        self._reply.timestamp = timestamp or self._reply.timestamp  # when the reply was complete

    def _parts(self, item: dict[str, Any], kind: Any) -> list[Part]:
        """The parts an item adds to a reply."""
        if kind == "message":
            return content_parts(item.get("content"))
        if kind == "reasoning":
            return _thought(item)
        if kind in _CALLS:
            return [self._call(item, kind)]
        picture = item.get("result") if kind == "image_generation_call" else None
        return [image_of_base64(picture, "image/png")] if isinstance(picture, str) and picture else [opaque(item)]

    def _call(self, item: dict[str, Any], kind: Any) -> ToolCall:
        told = next((item[key] for key in ("arguments", "input", "action") if item.get(key) is not None), None)
        named = as_object(item.get("function"))  # as other APIs nest it
        told = named.get("arguments") if told is None else told
        name = optional_text(item.get("name")) or optional_text(named.get("name")) or str(kind).removesuffix("_call")
        space = optional_text(item.get("namespace"))
        name = f"{space}.{name}" if space else name
        identity = item.get("call_id") or item.get("id")
        return ToolCall(id=self._ids.of_call(identity, name), name=name, arguments=arguments(told))

    def _result(self, item: dict[str, Any], search: bool) -> tuple[Part, ...]:
        output = json_text(item.get("tools")) if search else item.get("output", item.get("result"))
        failed = False
        if isinstance(output, dict) and "type" not in output:
            failed = output.get("success") is False
            output = output.get("content", output)
        parts = content_parts(output)
        text = "\n".join(part.text for part in parts if isinstance(part, Text))
        others = [part for part in parts if not isinstance(part, Text)]
        call = self._ids.of_result(item.get("call_id") or item.get("id"))
        return (ToolResult(call_id=call, text=text, is_error=failed), *others)


def content_parts(content: Any) -> list[Part]:
    """The parts of a message's or an output's content: a string, one block or a list of them."""
    return [_block(block) for block in block_list(content) if block != ""]


def is_injected(parts: tuple[Part, ...]) -> bool:
    """Whether a user message begins with a text that Codex itself puts there."""
    first = next((part.text for part in parts if isinstance(part, Text)), "")
    return _INJECTED.match(first) is not None


def _block(block: Any) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind in ("input_text", "output_text", "summary_text", "reasoning_text") and isinstance(block.get("text"), str):
        return Text(text=block["text"])
    address = block.get("image_url") if kind == "input_image" else None
    return image_of_address(address) if isinstance(address, str) and address else part_of(block)


def _said(item: dict[str, Any], line: int | None, timestamp: float | None) -> Message:
    parts = tuple(content_parts(item.get("content")))
    named = item.get("role")
    role = _ROLES.get(named) if isinstance(named, str) else None
    flags: tuple[Flag, ...] = ("meta",) if role is None or (role == "user" and is_injected(parts)) else ()
    return Message(
        role=role or "user",
        parts=parts,
        id=optional_text(item.get("id")),
        timestamp=timestamp,
        flags=flags,
        line=line,
    )


def _told(item: dict[str, Any], line: int | None, timestamp: float | None) -> Message:
    """What another agent sent to this one."""
    parts = tuple(content_parts(item.get("content")))
    name = optional_text(item.get("author"))
    return Message(role="user", parts=parts, name=name, timestamp=timestamp, flags=("meta",), line=line)


def _thought(item: dict[str, Any]) -> list[Part]:
    """Readable reasoning, its summary first; what is encrypted is kept as the signature."""
    parts = [*content_parts(item.get("summary")), *content_parts(item.get("content"))]
    text = "\n\n".join(part.text for part in parts if isinstance(part, Text))
    signature = optional_text(item.get("encrypted_content"))
    return [Reasoning(text=text, signature=signature)] if text or signature else []
