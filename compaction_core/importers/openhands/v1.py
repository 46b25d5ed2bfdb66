"""Events of the OpenHands SDK (V1, releases 1.0 to 1.58) as messages."""

from collections import Counter
from typing import Any

from compaction_core.importers.openhands.usage import Meter
from compaction_core.importers.openhands.view import View
from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.apis.openai_message import call_part
from compaction_core.importers.shared.values import arguments, json_text, optional_text, seconds
from compaction_core.session import Flag, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult

MESSAGES = frozenset(
    {
        "SystemPromptEvent",
        "MessageEvent",
        "ActionEvent",
        "ObservationEvent",
        "UserRejectObservation",
        "AgentErrorEvent",
        "Condensation",
        "ACPToolCallEvent",
    }
)
BOOKKEEPING = frozenset(
    {
        "CondensationRequest",
        "CondensationSummaryEvent",
        "ConversationErrorEvent",
        "ConversationStateUpdateEvent",
        "HookExecutionEvent",
        "InterruptEvent",
        "LLMCompletionLogEvent",
        "PauseEvent",
        "StreamingDeltaEvent",
        "TokenEvent",
    }
)
_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}


class Reader:
    """Takes the events of one conversation in order."""

    def __init__(self) -> None:
        self.view = View()
        self.meter = Meter()
        self.tools: str | None = None
        self.skipped = 0
        self.merged = 0
        self.unknown: Counter[str] = Counter()
        self._ids = CallIds()
        self._open: dict[str, int] = {}
        self._reason: str | None = None
        self._started: set[str] = set()
        self._ended: set[str] = set()

    def take(self, event: dict[str, Any], line: int | None) -> None:
        """Read one event."""
        kind = event.get("kind")
        if kind == "SystemPromptEvent":
            self._system(event, line)
        elif kind == "MessageEvent":
            self._message(event, line)
        elif kind == "ActionEvent":
            self._action(event, line)
        elif kind in ("ObservationEvent", "UserRejectObservation", "AgentErrorEvent"):
            self._result(event, line)
        elif kind == "ACPToolCallEvent":
            self._foreign(event, line)
        elif kind == "Condensation":
            self.view.condense({"reason": self._reason, **event}, event, line)
            self._reason = None
        else:
            self._other(event, kind)

    def _other(self, event: dict[str, Any], kind: Any) -> None:
        self.skipped += 1
        if kind == "CondensationRequest":
            self._reason = optional_text(event.get("reason")) or "request"
        elif kind == "ConversationStateUpdateEvent" and event.get("key") == "stats":
            self.meter.read(event.get("value"))
        elif not isinstance(kind, str) or kind not in BOOKKEEPING:
            self.unknown[str(kind)[:40]] += 1

    def _system(self, event: dict[str, Any], line: int | None) -> None:
        parts = content_parts([event.get("system_prompt"), event.get("dynamic_context")])
        self._add(event, "system", parts, line)
        tools = event.get("tools")
        self.tools = json_text(tools) if isinstance(tools, list) and tools else self.tools

    def _message(self, event: dict[str, Any], line: int | None) -> None:
        told = event.get("llm_message")
        message = told if isinstance(told, dict) else {}
        named = message.get("role")
        role = _ROLES.get(named) if isinstance(named, str) else None
        role = role or ("assistant" if event.get("source") == "agent" else "user")
        parts = [*thinking_parts(message), *content_parts(block_list(message.get("content")))]
        calls = message.get("tool_calls")
        parts += [call_part(call, self._ids) for call in (calls if isinstance(calls, list) else ())]
        parts += content_parts(block_list(event.get("extended_content")))
        if role == "tool":
            call = self._ids.of_result(message.get("tool_call_id"))
            parts = [ToolResult(call_id=call, text="\n".join(p.text for p in parts if isinstance(p, Text)))]
        typed = role != "user" or event.get("source") == "user"
        self._add(event, role, parts, line, () if typed else ("meta",))

    def _action(self, event: dict[str, Any], line: int | None) -> None:
        response = optional_text(event.get("llm_response_id"))
        said = [*thinking_parts(event), *content_parts(block_list(event.get("thought")))]
        call = self._call(event)
        at = self._open.get(response) if response is not None else None
        if at is not None:
            self.merged += 1
            self.view.join(at, (*said, call), event.get("id"))
            return
        index = self._add(event, "assistant", [*said, call], line)
        if response is not None:
            self._open[response] = index

    def _call(self, event: dict[str, Any]) -> Part:
        call = event.get("tool_call")
        if isinstance(call, dict):
            return call_part({"id": event.get("tool_call_id"), **call}, self._ids)
        name = optional_text(event.get("tool_name")) or "unnamed"
        identity = self._ids.of_call(event.get("tool_call_id"), name)
        return ToolCall(id=identity, name=name, arguments=arguments(event.get("action")))

    def _result(self, event: dict[str, Any], line: int | None) -> None:
        kind, observation = event.get("kind"), event.get("observation")
        failed = kind != "ObservationEvent"
        if kind == "AgentErrorEvent":
            parts = content_parts([event.get("error")])
        elif kind == "UserRejectObservation":
            parts = content_parts([f"Rejected: {optional_text(event.get('rejection_reason')) or 'no reason given'}"])
        elif isinstance(observation, dict):
            content = observation.get("content", observation.get("output"))
            parts = content_parts(block_list(content)) if content is not None else [Text(text=json_text(observation))]
            failed = observation.get("is_error") is True
        else:
            parts = content_parts(block_list(observation))
        parts += content_parts(block_list(event.get("extended_content")))
        text = "\n".join(part.text for part in parts if isinstance(part, Text))
        others = [part for part in parts if not isinstance(part, Text)]
        call = self._ids.of_result(event.get("tool_call_id"))
        name = optional_text(event.get("tool_name"))
        self._add(event, "tool", [ToolResult(call_id=call, text=text, is_error=failed), *others], line, (), name)

    def _foreign(self, event: dict[str, Any], line: int | None) -> None:
        """A call that another agent behind the Agent Client Protocol made: told when it starts, changes and ends."""
        identity = optional_text(event.get("tool_call_id"))
        if identity is None or identity in self._ended:
            self.merged += 1
            return
        if identity not in self._started:
            self._started.add(identity)
            name = optional_text(event.get("title")) or optional_text(event.get("tool_kind")) or "unnamed"
            call = ToolCall(id=identity, name=name, arguments=arguments(event.get("raw_input")))
            self._add(event, "assistant", [call], line)
        else:
            self.merged += 1
        if event.get("status") in ("completed", "failed"):
            self._ended.add(identity)
            output = event.get("raw_output")
            text = output if isinstance(output, str) else "" if output is None else json_text(output)
            failed = event.get("is_error") is True or event.get("status") == "failed"
            self._add(event, "tool", [ToolResult(call_id=identity, text=text, is_error=failed)], line)

    def _add(
        self,
        event: dict[str, Any],
        role: Role,
        parts: list[Part],
        line: int | None,
        flags: tuple[Flag, ...] = (),
        name: str | None = None,
    ) -> int:
        made = Message(
            role=role,
            parts=tuple(parts),
            name=name,
            id=optional_text(event.get("id")),
            timestamp=seconds(event.get("timestamp")),
            model=self.meter.model if role == "assistant" else None,
            usage=self.meter.take() if role == "assistant" else None,
            flags=flags,
            line=line,
        )
        return self.view.add(made, event.get("id"))


def thinking_parts(value: dict[str, Any]) -> list[Part]:
    """Anthropic's thinking blocks, or the plain reasoning text, once."""
    blocks = value.get("thinking_blocks")
    if isinstance(blocks, list) and blocks:
        return [part_of(block) for block in blocks]
    plain = optional_text(value.get("reasoning_content"))
    return [Reasoning(text=plain)] if plain else []


def content_parts(blocks: list[Any]) -> list[Part]:
    """Text and images (several addresses in one block)."""
    parts: list[Part] = []
    for block in blocks:
        addresses = block.get("image_urls") if isinstance(block, dict) else None
        if isinstance(addresses, list):
            parts += [image_of_address(one) if isinstance(one, str) else opaque(one, "image") for one in addresses]
        elif isinstance(block, dict) and isinstance(block.get("text"), str):
            parts.append(Text(text=block["text"]))
        elif block is not None and block != "":
            parts.append(part_of(block))
    return parts
