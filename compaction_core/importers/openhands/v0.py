"""Events of OpenHands before its SDK (V0, releases 0.9 to 0.6x) as messages."""

from collections import Counter
from typing import Any

from compaction_core.importers.openhands import v0_texts as texts
from compaction_core.importers.openhands.view import View
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.apis.openai_message import usage_of
from compaction_core.importers.shared.values import json_text, optional_text, seconds
from compaction_core.session import Flag, Message, Part, Role, Text, ToolCall, ToolResult

_SAYS = ("message", "finish", "reject")
_BOOKKEEPING = ("null", "change_agent_state", "pause", "resume", "start", "stop", "recall", "streaming_chunk")
_REQUESTS = ("condensation_request", "loop_recovery")
_STATES = ("null", "agent_state_changed", "success", "user_rejected")


class Reader:
    """Takes the events of one conversation in order; ``threads`` has those of agents it delegated to."""

    def __init__(self) -> None:
        self.view = View()
        self.threads: dict[str, Reader] = {}
        self.tools: str | None = None
        self.skipped = 0
        self.merged = 0
        self.unknown: Counter[str] = Counter()
        self._ids = CallIds()
        self._open: dict[str, int] = {}
        self._calls: dict[str, str] = {}
        self._inner: list[tuple[str, Reader]] = []
        self._said = False

    def take(self, event: dict[str, Any], line: int | None) -> None:
        """Read one event; between a delegation and its result, the events are the other agent's."""
        told, cause = event.get("observation"), str(event.get("cause"))
        if self._inner and told == "delegate":
            at = next((n for n, (opened, _) in enumerate(self._inner) if opened == cause), len(self._inner) - 1)
            del self._inner[at:]
        target = self._inner[-1][1] if self._inner else self
        target._take(event, line)
        if event.get("action") == "delegate" and event.get("source") == "agent":
            identity = str(event.get("id"))
            inner = self.threads[f"delegate-{identity}"] = Reader()
            self._inner.append((identity, inner))

    def _take(self, event: dict[str, Any], line: int | None) -> None:
        action, observation = event.get("action"), event.get("observation")
        arguments = event.get("args")
        given = arguments if isinstance(arguments, dict) else {}
        if action == "system":
            self._add(event, "system", [Text(text=optional_text(given.get("content")) or "")], line)
            tools = given.get("tools")
            self.tools = json_text(tools) if isinstance(tools, list) and tools else self.tools
        elif action == "condensation":
            self.view.condense(given, event, line)
        elif isinstance(action, str) and action and action not in _BOOKKEEPING + _REQUESTS:
            self._action(event, action, given, line)
        elif isinstance(observation, str) and observation and observation not in _STATES:
            self._observation(event, observation, line)
        else:
            self.skipped += 1
            if not isinstance(action or observation, str):
                self.unknown["no action or observation"] += 1

    def _action(self, event: dict[str, Any], action: str, given: dict[str, Any], line: int | None) -> None:
        said = optional_text(given.get("content")) if action == "message" else texts.said(event, given)
        pictures = given.get("image_urls")
        pictures = pictures if isinstance(pictures, list) else []
        images = [image_of_address(one) for one in pictures if isinstance(one, str)]
        if event.get("source") != "agent":
            parts: list[Part] = [Text(text=said)] if said else []
            typed = action == "message"
            if not typed:
                parts.append(Text(text=f"{action} {json_text(given)}"))
            self._add(event, "user", [*parts, *images], line, () if typed else ("meta",))
            return
        call = self._call(event, action, given)
        response = texts.response(event)
        identity = optional_text(response.get("id"))
        at = self._open.get(identity) if identity is not None else None
        if at is not None and call is not None:
            self.merged += 1
            self.view.join(at, [call], event.get("id"))
            return
        written = texts.written(response)
        parts = [*texts.thinking(response), *([Text(text=written or said or "")] if written or said else []), *images]
        index = self._add(event, "assistant", [*parts, call] if call is not None else parts, line, (), response)
        if identity is not None:
            self._open[identity] = index

    def _call(self, event: dict[str, Any], action: str, given: dict[str, Any]) -> ToolCall | None:
        """The call behind an action, as the model wrote it; without function calling, the action itself is one."""
        metadata = event.get("tool_call_metadata")
        if not isinstance(metadata, dict):
            if action in _SAYS:
                return None
            identity = f"event-{event.get('id')}" if isinstance(event.get("id"), int | str) else None
            made = ToolCall(id=self._ids.of_call(identity, action), name=action, arguments=json_text(texts.bare(given)))
        else:
            name = optional_text(metadata.get("function_name")) or action
            call = self._ids.of_call(metadata.get("tool_call_id"), name)
            written = texts.arguments_of(event, call) or json_text(texts.bare(given))
            made = ToolCall(id=call, name=name, arguments=written)
        self._calls[str(event.get("id"))] = made.id
        return made

    def _observation(self, event: dict[str, Any], observation: str, line: int | None) -> None:
        if observation == "recall":
            recalled = texts.recalled(event.get("extras"))
            if recalled:
                self._add(event, "user", [Text(text=recalled)], line, ("meta",))
            else:
                self.skipped += 1
            return
        metadata = event.get("tool_call_metadata")
        told = metadata.get("tool_call_id") if isinstance(metadata, dict) else None
        call = optional_text(told) or self._calls.get(str(event.get("cause")))
        failed = observation == "error"
        text = texts.observed(event)
        if call is None:
            flags: tuple[Flag, ...] = ("meta", "error") if failed else ("meta",)
            self._add(event, "user", [Text(text=text)], line, flags)
            return
        self._add(event, "tool", [ToolResult(call_id=call, text=text, is_error=failed)], line)

    def _add(
        self,
        event: dict[str, Any],
        role: Role,
        parts: list[Part],
        line: int | None,
        flags: tuple[Flag, ...] = (),
        response: dict[str, Any] | None = None,
    ) -> int:
        number, told = event.get("id"), response or {}
        made = Message(
            role=role,
            parts=tuple(parts),
            id=str(number)[:80] if isinstance(number, int | str) else None,
            timestamp=seconds(event.get("timestamp")),
            model=optional_text(told.get("model")),
            usage=usage_of(told.get("usage")),
            stop_reason=texts.stop_reason(told),
            flags=flags,
            line=line,
        )
        return self.view.add(made, number)
