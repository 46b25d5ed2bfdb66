"""Steps of an ATIF trajectory as messages, one for each observation result, with the boundaries between contexts."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.atif.parts import parts_of, plain, results_of, usage_of
from compaction_core.importers.shared import recorded
from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.values import arguments, optional_text, seconds
from compaction_core.session import (
    Flag,
    Message,
    Part,
    Reasoning,
    RecordedCompaction,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Usage,
    Warning,
)
from compaction_core.words import count


class Steps:
    """Reads the steps of one trajectory."""

    def __init__(self, steps: list[Any], model: str | None, line: int | None) -> None:
        self.messages: list[Message] = []
        self.compactions: list[RecordedCompaction] = []
        self._steps = [step for step in steps if isinstance(step, dict)]
        self._lost = len(steps) - len(self._steps)
        self._model, self._line = model, line
        self._ids = CallIds()
        self._last_boundary = max((at for at, step in enumerate(self._steps) if _replaces(step)), default=-1)
        self._copied = self._trimmed = 0

    def read(self) -> "Steps":
        """Read all steps; hand back the reader."""
        for at, step in enumerate(self._steps):
            if _replaces(step):
                self._boundary(step)
            else:
                self._step(step, step.get("is_copied_context") is True and at > self._last_boundary)
        return self

    def warnings(self) -> Iterator[Warning]:
        """What was left out, copied or trimmed."""
        if self._lost:
            text = f"Left out {count(self._lost, 'step')}: no object."
            yield Warning(code="no_message", text=text)
        if self._copied:
            text = f"{count(self._copied, 'step')} copied from an earlier part: no usage is counted for them."
            yield Warning(code="copied_context", text=text)
        if self._trimmed:
            steps = count(self._trimmed, "step")
            text = f"{steps} say that older context was trimmed, but not which; it is shown as if it had stayed."
            yield Warning(code="trimmed", text=text)

    def _boundary(self, step: dict[str, Any]) -> None:
        """Nothing before a boundary stays in the context: its observation takes the place (ATIF 1.7, section VII)."""
        texts = [text for result in results_of(step) if (text := plain(result.get("content")))]
        summary, moment = "\n".join(texts), seconds(step.get("timestamp"))
        said = plain(step.get("message")) or "The context was compacted here."
        made = recorded.note(f"{said} The file holds no summary at this step.", moment, self._line)
        if summary:
            made = Message(role="user", parts=(Text(text=summary),), timestamp=moment, summary=summary, line=self._line)
        self.compactions.append(
            RecordedCompaction(
                index=len(self.messages), trigger=optional_text(_management(step).get("type")), timestamp=moment
            )
        )
        self.messages.append(made)

    def _step(self, step: dict[str, Any], copied: bool) -> None:
        source = step.get("source")
        self._copied += copied
        parts = list(parts_of(step.get("message")))
        if source == "agent":
            self._agent(step, parts, copied)
        elif source == "system":
            self._trimmed += _management(step).get("boundary") == "truncate"
            leading = all(message.role == "system" for message in self.messages)
            self._add(step, "system" if leading else "user", parts, () if leading else ("meta",))
        else:
            handed_on = copied and bool(self.messages)  # after the task, copied texts were written by the program
            self._add(step, "user", parts, ("meta",) if handed_on or source != "user" else ())
        self._observations(step)

    def _agent(self, step: dict[str, Any], parts: list[Part], copied: bool) -> None:
        thinking = optional_text(step.get("reasoning_content"))
        calls = step.get("tool_calls")
        every = [*([Reasoning(text=thinking)] if thinking else []), *parts]
        every += [self._call(call) for call in (calls if isinstance(calls, list) else ())]
        by_program = step.get("llm_call_count") == 0  # since 1.7: no model was asked
        self._add(
            step,
            "assistant",
            every,
            ("synthetic",) if by_program else (),
            model=None if by_program else optional_text(step.get("model_name")) or self._model,
            usage=None if copied else usage_of(step.get("metrics")),
        )

    def _call(self, call: Any) -> Part:
        if not isinstance(call, dict):
            return opaque(call, "tool_call")
        name = optional_text(call.get("function_name")) or "unnamed"
        identity = self._ids.of_call(call.get("tool_call_id"), name)
        return ToolCall(id=identity, name=name, arguments=arguments(call.get("arguments")))

    def _observations(self, step: dict[str, Any]) -> None:
        """Results of calls; what agents without tool calls saw, they saw as a user message."""
        results = list(results_of(step))
        calls = self.messages[-1].calls if self.messages and step.get("source") == "agent" else ()
        named = {result.get("source_call_id") for result in results if isinstance(result.get("source_call_id"), str)}
        waiting = [call.id for call in calls if call.id not in named]
        for result in results:
            parts = list(parts_of(result.get("content")))
            reference = result.get("subagent_trajectory_ref")
            parts += [opaque(reference, "subagent_trajectory_ref")] if reference and not parts else []
            call = optional_text(result.get("source_call_id")) or (waiting.pop(0) if waiting else None)
            if call is None:
                self._add(step, "user", parts, ("meta",))
                continue
            text = "\n".join(part.text for part in parts if isinstance(part, Text))
            others = [part for part in parts if not isinstance(part, Text)]
            self._add(step, "tool", [ToolResult(call_id=call, text=text), *others], ())

    def _add(
        self,
        step: dict[str, Any],
        role: Role,
        parts: list[Part],
        flags: tuple[Flag, ...],
        model: str | None = None,
        usage: Usage | None = None,
    ) -> None:
        if not parts and role != "assistant":
            return
        number = step.get("step_id")
        made = Message(
            role=role,
            parts=tuple(parts),
            id=str(number)[:80] if isinstance(number, int | str) and role != "tool" else None,
            timestamp=seconds(step.get("timestamp")),
            model=model,
            usage=usage,
            flags=flags,
            line=self._line,
        )
        self.messages.append(made)


def _management(step: dict[str, Any]) -> dict[str, Any]:
    extra = step.get("extra")
    found = extra.get("context_management") if isinstance(extra, dict) else None
    return found if isinstance(found, dict) else {}


def _replaces(step: dict[str, Any]) -> bool:
    """Whether a step is a boundary: it says so since 1.7; before, it only names the trajectories that summarized."""
    if step.get("source") != "system":
        return False
    if _management(step):
        return bool(_management(step).get("boundary", "replace") == "replace")
    results = list(results_of(step))
    return bool(results) and all(result.get("subagent_trajectory_ref") for result in results)
