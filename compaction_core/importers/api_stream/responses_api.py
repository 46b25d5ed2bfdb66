"""Events of the OpenAI Responses API (``response.output_text.delta``, …) as one response.

After OpenAI's reference ("Streaming events"). The last event holds the response whole; where it is missing, or comes
without its output as from some backends, the items are those that were done, and of the others what came.
"""

from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.api_stream.answers import Answer, Value, error_text, extend, in_order, joined, update
from compaction_core.importers.shared.shapes import as_object

ENDS = ("response.completed", "response.incomplete", "response.failed")
_FIELDS = {
    "function_call_arguments": "arguments",
    "mcp_call_arguments": "arguments",
    "custom_tool_call_input": "input",
    "code_interpreter_call_code": "code",
}
_CONTENT = {"output_text": ("output_text", "text"), "refusal": ("refusal", "refusal")}


@dataclass
class ResponsesAnswer(Answer):
    """One response."""

    _items: dict[Any, Value] = field(default_factory=dict)
    _done: set[Any] = field(default_factory=set)
    _texts: dict[Any, dict[Any, Value]] = field(default_factory=dict)
    """By item and its list (``content`` or ``summary``): its parts by index."""

    def take(self, event: Value) -> None:
        """Read one event."""
        kind = str(event.get("type"))
        update(self.body, event.get("response"))
        told = error_text(event) or error_text(as_object(event.get("response")))
        if told is not None:
            self.errors.append(told)
        if kind in ENDS:
            self.ended = True
        elif kind in ("response.output_item.added", "response.output_item.done"):
            self._item(event, done=kind.endswith("done"))
        elif kind.endswith(".delta"):
            self._delta(kind.removeprefix("response.").removesuffix(".delta"), event)

    def _key(self, event: Value) -> Any:
        """An item's place, by its index; its id where it has none."""
        index = event.get("output_index")
        return index if isinstance(index, int) else str(event.get("item_id") or as_object(event.get("item")).get("id"))

    def _item(self, event: Value, *, done: bool) -> None:
        key = self._key(event)
        self._items[key] = dict(as_object(event.get("item")))
        if done:
            self._done.add(key)

    def _delta(self, name: str, event: Value) -> None:
        key = self._key(event)
        if name in _FIELDS:
            extend(self._items.setdefault(key, {"type": name.rpartition("_")[0]}), _FIELDS[name], event.get("delta"))
        elif name in _CONTENT:
            kind, text = _CONTENT[name]
            part = self._part(key, "content", event.get("content_index"), kind)
            extend(part, text, event.get("delta"))
        elif name == "reasoning_summary_text":
            extend(self._part(key, "summary", event.get("summary_index"), "summary_text"), "text", event.get("delta"))
        elif name == "reasoning_text":
            extend(self._part(key, "content", event.get("content_index"), name), "text", event.get("delta"))

    def _part(self, key: Any, listed: str, index: Any, kind: str) -> Value:
        return self._texts.setdefault((key, listed), {}).setdefault(index, {"type": kind})

    def whole(self) -> Value:
        """The response with its items in order."""
        output = self.body.get("output")
        if not (self.ended and isinstance(output, list) and output):
            for (key, listed), parts in self._texts.items():
                default: Value = {"type": "message", "role": "assistant"}
                if listed == "summary" or any(part["type"] == "reasoning_text" for part in parts.values()):
                    default = {"type": "reasoning", "summary": []}
                item = self._items.setdefault(key, default)
                if key not in self._done:
                    item[listed] = list(parts.values())
            output = joined(in_order(self._items))
        return {**self.body, "object": "response", "output": output}
