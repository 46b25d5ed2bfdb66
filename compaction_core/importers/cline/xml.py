"""Calls that Cline and Roo Code wrote as XML in text, and results that they wrote as text of the user.

Before native tool calls an answer held ``<read_file><path>…</path></read_file>`` and the next message
``[read_file for '…'] Result:`` with the output behind it (Cline 3, Roo Code 3). There are no ids.
"""

import re
from typing import Any, NamedTuple

from compaction_core.importers.shared.apis.blocks import part_of
from compaction_core.importers.shared.apis.call_ids import CallIds, is_result
from compaction_core.importers.shared.values import json_text
from compaction_core.session import Part, Text, ToolCall, ToolResult

_RESULT = re.compile(r"\[(\w{2,60})(?: for [^\n]*?)?\] Result:\s*")
_PARAMETER = re.compile(r"<(\w{1,60})>")
_MOST_CALLS = 50
_INJECTED = (
    "<environment_details>",
    "[ERROR] ",
    "[TASK RESUMPTION]",
    "[NOTE] ",
    "# TODO LIST",
    "# task_progress",
)
_ERROR = ("The tool execution failed with the following error", "Error:", "<error>")


class Told(NamedTuple):
    """A user message taken apart."""

    results: list[tuple[Part, ...]]
    said: list[Part]
    added: list[Part]
    """What the program added: the state of the editor, reminders."""


def called(parts: list[Part], following: Any, ids: CallIds) -> list[Part]:
    """The parts of an answer, with the XML of the tools that the following message answers as calls."""
    names = [found[1] for text in _texts(following) if (found := _RESULT.match(text))]
    made = list(parts)
    for name in names[:_MOST_CALLS]:
        for at in range(len(made) - 1, -1, -1):
            part = made[at]
            split = _split(part.text, name) if isinstance(part, Text) else None
            if split is None:
                continue
            before, inner, after = split
            call = ToolCall(id=ids.of_call(None, name), name=name, arguments=_arguments(inner))
            around = [Text(text=before)] if before.strip() else []
            made[at : at + 1] = [*around, call, *([Text(text=after)] if after.strip() else [])]
            break
    return made


def told(blocks: list[Any], ids: CallIds) -> Told:
    """A user message as results, what was typed, and what was added."""
    found = Told([], [], [])
    texts: list[str] = []
    beside: list[Part] = []
    current: str | None = None

    def close() -> None:
        nonlocal current
        if current is not None:
            text = "\n".join(texts)
            failed = text.lstrip().startswith(_ERROR)
            call = ids.of_result(None, current)
            found.results.append((ToolResult(call_id=call, text=text, is_error=failed), *beside))
        texts.clear()
        beside.clear()
        current = None

    for block in blocks:
        part = part_of(block)
        opening = _RESULT.match(part.text) if isinstance(part, Text) else None
        if isinstance(part, Text) and part.text.lstrip().startswith(_INJECTED):
            close()
            found.added.append(part)
        elif isinstance(part, Text) and opening:
            close()
            current = opening[1]
            texts += [part.text[opening.end() :]] if part.text[opening.end() :] else []
        elif current is None:
            found.said.append(part)
        elif isinstance(part, Text):
            texts.append(part.text)
        else:
            beside.append(part)
    close()
    return found


def _texts(blocks: Any) -> list[str]:
    listed = blocks if isinstance(blocks, list) else [blocks]
    values = [block.get("text") if isinstance(block, dict) and not is_result(block) else block for block in listed]
    return [value for value in values if isinstance(value, str)]


def _split(text: str, name: str) -> tuple[str, str, str] | None:
    opening, closing = f"<{name}>", f"</{name}>"
    start = text.find(opening)
    if start < 0:
        return None
    end = text.find(closing, start)
    inner = text[start + len(opening) : end if end >= 0 else len(text)]
    return text[:start].rstrip(), inner, text[end + len(closing) :] if end >= 0 else ""


def _arguments(inner: str) -> str:
    """The parameters as JSON; their values stay as they are written."""
    found: dict[str, str] = {}
    at = 0
    while (opening := _PARAMETER.search(inner, at)) is not None:
        closing = inner.find(f"</{opening[1]}>", opening.end())
        end = closing if closing >= 0 else len(inner)
        found[opening[1]] = inner[opening.end() : end].strip("\n")
        at = end + len(opening[1]) + 3
    return json_text(found)
