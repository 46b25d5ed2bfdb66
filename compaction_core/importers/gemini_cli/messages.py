"""One record of Gemini CLI's chat recorder, or one entry of a checkpoint, as messages."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.shared.apis.any_usage import with_reasoning
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.gemini_parts import call_of, part_list, part_of, pieces
from compaction_core.importers.shared.values import optional_text, seconds, whole
from compaction_core.session import Flag, Message, Part, Reasoning, Text, ToolCall, ToolResult, Usage

_SUMMARY = "<state_snapshot>"
# How texts begin that Gemini CLI puts into the user's role itself.
_INJECTED = re.compile(r"\s*(This is the Gemini CLI|<session_context>|<hook_context>)")
_FAILED = ("error", "cancelled")


@dataclass
class Converter:
    """Makes messages of records in the order of the context; calls and results are told once."""

    summaries: set[str] = field(default_factory=set)
    """Ids of the records that are the summary of a compression."""
    repeated: int = 0
    _answered: set[str] = field(default_factory=set)
    _ids: CallIds = field(default_factory=CallIds)

    def messages(self, value: dict[str, Any], identity: str, line: int | None) -> list[Message]:
        """What a user said, or an answer with one message for each tool result."""
        kind = value.get("type")
        if kind == "gemini":
            found = [self._answer(value), *self._results(value)]
        elif kind == "note":
            text = Text(text=str(value.get("content")))
            found = [Message(role="user", parts=(text,), summary="", flags=("synthetic",))]
        else:
            found = self.said(value.get("content"), "user", identity in self.summaries)
        own, moment = optional_text(value.get("id")), seconds(value.get("timestamp"))
        return [replace(message, id=own, timestamp=moment, line=line) for message in found]

    def said(self, content: Any, role: str, compressed: bool = False) -> list[Message]:
        """The messages of a ``Content``: results first, without those that an answer before already holds."""
        found: list[Message] = []
        for piece in pieces(content, "assistant" if role == "model" else "user", self._ids):
            result = piece.parts[0]
            if isinstance(result, ToolResult) and result.call_id in self._answered:
                self.repeated += 1
                continue
            flags: tuple[Flag, ...] = ("meta",) if piece.role == "user" and _begins(piece.parts, _INJECTED) else ()
            made = Message(role=piece.role, parts=piece.parts, flags=flags)
            if piece.role == "user" and (compressed or made.text.lstrip().startswith(_SUMMARY)):
                made = replace(made, summary=made.text, flags=())
            found.append(made)
        return found

    def _answer(self, value: dict[str, Any]) -> Message:
        """Thoughts, content and calls; a call that stands in the content and in ``toolCalls`` is one call."""
        calls = [call_of(call, self._ids) for call in _calls(value)]
        told = {call.id for call in calls}
        parts = [*_thoughts(value), *(part_of(part, self._ids) for part in part_list(value.get("content")))]
        own = [part for part in parts if not (isinstance(part, ToolCall) and part.id in told)]
        return Message(
            role="assistant",
            parts=(*own, *calls),
            model=optional_text(value.get("model")),
            usage=usage_of(value.get("tokens")),
        )

    def _results(self, value: dict[str, Any]) -> list[Message]:
        found: list[Message] = []
        for call in _calls(value):
            identity, failed = optional_text(call.get("id")), call.get("status") in _FAILED
            responses = [
                piece.parts
                for piece in pieces(call.get("result"), "tool", self._ids)
                if isinstance(piece.parts[0], ToolResult)
            ]
            told = "\n".join(part for part in part_list(call.get("result")) if isinstance(part, str))
            if told and identity and not responses:
                responses = [(ToolResult(call_id=identity, text=told),)]
            own = [parts for parts in responses if getattr(parts[0], "call_id", None) == identity]
            for result, *rest in (own or responses)[:1]:
                assert isinstance(result, ToolResult)  # noqa: S101  # for the type checker: filtered above
                call_id = identity or result.call_id
                self._answered.add(call_id)
                changed = replace(result, call_id=call_id, is_error=failed or result.is_error)
                found.append(Message(role="tool", parts=(changed, *rest)))
        return found


def outputs(value: dict[str, Any]) -> dict[str, str]:
    """The text of each tool result of a record, by call id."""
    return {
        result.call_id: result.text for message in Converter()._results(value) if (result := message.result) is not None
    }


def usage_of(tokens: Any) -> Usage | None:
    """Tokens of one call: ``input`` includes ``cached``, ``thoughts`` are beside ``output``. None: nothing counted."""
    if not isinstance(tokens, dict):
        return None
    prompt, tool, total = whole(tokens.get("input")), whole(tokens.get("tool")), whole(tokens.get("total"))
    cached, thoughts = min(prompt, whole(tokens.get("cached"))), whole(tokens.get("thoughts"))
    output = with_reasoning(whole(tokens.get("output")), thoughts, prompt + tool, total, beside=True)
    found = Usage(input=prompt - cached, cache_read=cached, output=output, reasoning=thoughts)
    return found if found.total else None


def _begins(parts: tuple[Part, ...], pattern: re.Pattern[str]) -> bool:
    return isinstance(parts[0], Text) and pattern.match(parts[0].text) is not None


def _calls(value: dict[str, Any]) -> list[dict[str, Any]]:
    calls = value.get("toolCalls")
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def _thoughts(value: dict[str, Any]) -> list[Part]:
    """Thought summaries: a subject and a description each."""
    thoughts = value.get("thoughts")
    found: list[Part] = []
    for thought in thoughts if isinstance(thoughts, list) else ():
        if isinstance(thought, dict):
            told = (optional_text(thought.get(key)) for key in ("subject", "description"))
            text = "\n".join(line for line in told if line)
            found += [Reasoning(text=text)] if text else []
    return found
