"""The stream of ``codex exec --json``: events about items, rewritten as the items a rollout would hold.

It shows each item when it starts, changes and ends; the last state counts. The prompt is not part of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.codex.items import Items
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.values import json_text, optional_text

_OPEN = ("in_progress", "started", None)


@dataclass
class Stream:
    """Takes the events of one stream in file order."""

    items: Items = field(default_factory=Items)
    skipped: int = 0
    errors: list[str] = field(default_factory=list)

    def take(self, rows: Sequence[Row]) -> "Stream":
        """Read the events; hand back the reader."""
        latest: dict[tuple[int, str], tuple[int, dict[str, Any]]] = {}
        thread = 0
        for row in rows:
            value, item = row.value, row.value.get("item")
            thread += value.get("type") == "thread.started"
            if not isinstance(item, dict):
                self.skipped += 1
                self._failed(value)
                continue
            key = (thread, optional_text(item.get("id")) or f"line-{row.line}")
            self.items.merged += key in latest
            latest[key] = (latest[key][0] if key in latest else row.line, item)
        for (_, identity), (line, item) in latest.items():
            for made in _items(item, identity):
                self.items.take(made, line)
            if _kind(item) == "error":
                self._failed(item)
        self.items.close()
        return self

    def _failed(self, value: dict[str, Any]) -> None:
        error = value.get("error")
        told = optional_text(error.get("message") if isinstance(error, dict) else None)
        told = told or (optional_text(value.get("message")) if _kind(value) == "error" else None)
        if told:
            self.errors.append(told)


def _kind(item: dict[str, Any]) -> Any:
    return item.get("type") or item.get("item_type")


def _items(item: dict[str, Any], identity: str) -> Iterator[dict[str, Any]]:
    kind = _kind(item)
    if kind in ("agent_message", "assistant_message"):
        yield {"type": "message", "role": "assistant", "id": identity, "content": item.get("text")}
    elif kind == "reasoning":
        yield {"type": "reasoning", "id": identity, "summary": item.get("text")}
    elif kind == "command_execution":
        yield from _call(item, identity, "shell", {"command": item.get("command")}, item.get("aggregated_output"))
    elif kind == "file_change":
        yield from _call(item, identity, "apply_patch", {"changes": item.get("changes")}, item.get("status"))
    elif kind == "mcp_tool_call":
        name = ".".join(str(item[key]) for key in ("server", "tool") if optional_text(item.get(key)))
        yield from _call(item, identity, name, item.get("arguments"), _mcp(item))
    elif kind == "collab_tool_call":
        asked = {key: item[key] for key in ("prompt", "receiver_thread_ids") if key in item}
        name = optional_text(item.get("tool")) or "collab"
        yield from _call(item, identity, name, asked, json_text(item.get("agents_states")))
    elif kind != "error":
        yield item


def _call(item: dict[str, Any], identity: str, name: str, asked: Any, output: Any) -> Iterator[dict[str, Any]]:
    yield {"type": "function_call", "call_id": identity, "name": name, "arguments": asked}
    status = item.get("status")
    if status in _OPEN:
        return
    failed = status in ("failed", "declined") or item.get("exit_code") not in (0, None)
    content = output if output is not None else status
    yield {"type": "function_call_output", "call_id": identity, "output": {"content": content, "success": not failed}}


def _mcp(item: dict[str, Any]) -> Any:
    result, error = item.get("result"), item.get("error")
    if isinstance(result, dict) and result.get("content"):
        return result["content"]
    return optional_text(error.get("message")) if isinstance(error, dict) else None
