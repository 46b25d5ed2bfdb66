"""The parts of one opencode message as messages: a tool part is a call and, when it ended, its result."""

import base64
import binascii
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.shared.apis.any_usage import with_reasoning
from compaction_core.importers.shared.apis.blocks import opaque
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import arguments, json_text, optional_text, seconds, whole
from compaction_core.session import File, Flag, Message, Part, Reasoning, Text, ToolCall, ToolResult, Usage

_ENDED = ("completed", "error")
_BOOKKEEPING = ("agent", "patch", "retry", "snapshot", "step-finish", "step-start")
_LONGEST_FILE = 10_000_000


@dataclass
class Parts:
    """Reads parts; gives every tool part a call id of its own (redacted files repeat one id)."""

    skipped: Counter[str] = field(default_factory=Counter)
    cleared: list[float] = field(default_factory=list)
    """When old results were blanked, one time a result, in seconds."""
    _ids: set[str] = field(default_factory=set)

    def typed(self, parts: list[dict[str, Any]]) -> tuple[list[Part], list[Part]]:
        """The parts of a user message: what was typed or attached, and what opencode added to it."""
        said: list[Part] = []
        added: list[Part] = []
        for part in parts:
            made = self._plain(part)
            if made is not None:
                (added if part.get("synthetic") is True or part.get("type") == "compaction" else said).append(made)
        return said, added

    def steps(self, parts: list[dict[str, Any]], info: dict[str, Any]) -> list[Message]:
        """The parts of an assistant message: one assistant message a step, each followed by its results."""
        found: list[Message] = []
        said: list[Part] = []
        results: list[Message] = []
        usage: Usage | None = None

        def close() -> None:
            nonlocal said, results, usage
            if said:
                found.append(Message(role="assistant", parts=tuple(said), usage=usage))
            found.extend(results)
            said, results, usage = [], [], None

        for part in parts:
            kind = part.get("type")
            if kind == "step-start" and results:
                close()
            if kind == "step-finish":
                usage = usage_of(part.get("tokens"))
            if kind == "tool":
                call, result = self._tool(part)
                said.append(call)
                results += [result] if result else []
                continue
            made = None if kind == "compaction" else self._plain(part)
            said += [made] if made is not None else []
        close()
        last = max((at for at, message in enumerate(found) if message.role == "assistant"), default=-1)
        total = usage_of(info.get("tokens"))
        if last >= 0 and total is not None and (len(found) == 1 or found[last].usage is None):
            found[last] = replace(found[last], usage=total)
        return found

    def _plain(self, part: dict[str, Any]) -> Part | None:
        kind = part.get("type")
        if kind in _BOOKKEEPING or part.get("ignored") is True:
            self.skipped[str(kind)] += 1
            return None
        if kind in ("text", "reasoning") and isinstance(part.get("text"), str):
            if not part["text"]:
                return None
            return Text(text=part["text"]) if kind == "text" else Reasoning(text=part["text"])
        if kind == "file":
            return file_part(part)
        return opaque(part, kind if isinstance(kind, str) else None)

    def _tool(self, part: dict[str, Any]) -> tuple[ToolCall, Message | None]:
        state = as_object(part.get("state"))
        told = optional_text(part.get("callID")) or optional_text(part.get("id")) or "call"
        identity, again = told, 0
        if identity in self._ids:
            identity = optional_text(part.get("id")) or told
        while identity in self._ids:
            again = again or len(self._ids)
            identity, again = f"{told}-{again}", again + 1
        self._ids.add(identity)
        name = optional_text(part.get("tool")) or "unnamed"
        call = ToolCall(id=identity, name=name, arguments=arguments(state.get("input")))
        if state.get("status") not in _ENDED:
            return call, None
        failed = state["status"] == "error"
        output = state.get("error") if failed else state.get("output")
        text = output if isinstance(output, str) else "" if output is None else json_text(output)
        times = as_object(state.get("time"))
        blanked = seconds(times.get("compacted")) if times.get("compacted") else None
        if blanked is not None:
            self.cleared.append(blanked)
        flags: tuple[Flag, ...] = ("pruned",) if times.get("compacted") else ()
        beside = tuple(file_part(file) for file in objects_in(state.get("attachments")))
        result = ToolResult(call_id=identity, text=text, is_error=failed)
        return call, Message(role="tool", parts=(result, *beside), timestamp=seconds(times.get("end")), flags=flags)


def file_part(part: dict[str, Any]) -> Part:
    """An attached file: an image, the text of a data URI, or a name."""
    kind, address = optional_text(part.get("mime")), optional_text(part.get("url")) or ""
    if kind and kind.startswith("image/") and address:
        return image_of_address(address, kind)
    name = optional_text(part.get("filename")) or address[:200] or "file"
    return File(name=name, media_type=kind, text=_data_text(address, kind or ""))


def _data_text(address: str, kind: str) -> str | None:
    head, comma, data = address.partition(",")
    readable = kind.startswith("text/") or kind == "application/json"
    if not comma or not head.startswith("data:") or not head.endswith(";base64") or not readable:
        return None
    try:
        return base64.b64decode(data[:_LONGEST_FILE]).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def usage_of(value: Any) -> Usage | None:
    """opencode's tokens: ``input`` already excludes what was cached. None where nothing was counted.

    ``reasoning`` is part of ``output`` in older releases and beside it in newer ones, which write a total.
    """
    tokens = as_object(value)
    cache = as_object(tokens.get("cache"))
    fresh, read, written = whole(tokens.get("input")), whole(cache.get("read")), whole(cache.get("write"))
    reasoning, total = whole(tokens.get("reasoning")), whole(tokens.get("total"))
    output = with_reasoning(whole(tokens.get("output")), reasoning, fresh + read + written, total, beside=False)
    found = Usage(input=fresh, cache_read=read, cache_write=written, output=output, reasoning=reasoning)
    return found if found.total else None
