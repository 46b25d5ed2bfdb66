"""Events of the Anthropic Messages API (``message_start``, ``content_block_delta``, …) as one message.

After the API's page "Streaming messages" (platform.claude.com); deltas are joined as Anthropic's SDKs join them.
"""

from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.api_stream.answers import Answer, Value, error_text, extend, in_order, joined, update
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.shapes import as_object

KINDS = (
    *("message_start", "content_block_start", "content_block_delta", "content_block_stop"),
    *("message_delta", "message_stop", "ping", "error"),
)
_TEXTS = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "signature",
    "compaction_delta": "content",
}


@dataclass
class MessagesAnswer(Answer):
    """One message of the Messages API."""

    _blocks: dict[Any, Value] = field(default_factory=dict)

    def take(self, event: Value) -> None:
        """Read one event."""
        kind = event.get("type")
        if kind == "message_start":
            update(self.body, event.get("message"))
            self.body["usage"] = dict(as_object(self.body.get("usage")))
        elif kind == "content_block_start":
            self._blocks[_index(event)] = dict(as_object(event.get("content_block")))
        elif kind == "content_block_delta":
            self._delta(_index(event), as_object(event.get("delta")))
        elif kind == "message_delta":
            update(self.body, event.get("delta"))
            update(self.body, {"context_management": event.get("context_management")})
            update(self.body.setdefault("usage", {}), event.get("usage"))
        elif kind == "message_stop":
            self.ended = True
        elif kind == "error":
            self.errors.append(error_text(event) or "")

    def _delta(self, index: Any, delta: Value) -> None:
        kind = delta.get("type")
        if kind == "input_json_delta":
            block = self._blocks.setdefault(index, {"type": "tool_use", "id": f"block-{index}", "name": "unnamed"})
            extend(block, "", delta.get("partial_json"))
            return
        key = _TEXTS.get(kind) if isinstance(kind, str) else None
        if key is not None:
            made = "thinking" if key in ("thinking", "signature") else "compaction" if key == "content" else "text"
            extend(self._blocks.setdefault(index, {"type": made}), key, delta.get(key))
        elif kind == "citations_delta":
            block = self._blocks.setdefault(index, {"type": "text", "text": ""})
            block["citations"] = [*(block.get("citations") or ()), delta.get("citation")]

    def whole(self) -> Value:
        """The message, its blocks in order; the arguments of a call that was cut stay the text that came."""
        content = [_finished(joined(block)) for block in in_order(self._blocks)]
        return {"usage": {}, **self.body, "type": "message", "role": "assistant", "content": content}


def _index(event: Value) -> Any:
    index = event.get("index")
    return index if isinstance(index, int) else 0


def _finished(block: Value) -> Value:
    told = block.get("")
    if not told:
        return block
    value = parse(told.encode("utf-8", "replace"))
    rest = {key: inner for key, inner in block.items() if key}
    return {**rest, "input": value if isinstance(value, dict) else told}
