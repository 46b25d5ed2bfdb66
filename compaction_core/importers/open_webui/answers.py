"""Answers of Open WebUI: items of the Responses API under ``output``, in older releases HTML inside the text.

``utils/middleware.py`` writes a thought as ``<details type="reasoning">`` with quoted lines, a call and its result as
``<details type="tool_calls">`` with the arguments and the result in its attributes, escaped.
"""

import html
import re
from collections.abc import Iterator
from typing import Any

from compaction_core.importers.openai_responses.items import Items
from compaction_core.importers.shared.apis.blocks import Piece
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import arguments, json_text
from compaction_core.session import Part, Reasoning, Text, ToolCall, ToolResult

_START = re.compile(r'<details type="(reasoning|tool_calls)"([^<>]*)>\n?(?:<summary>[^<]*</summary>\n?)?')
_END = "</details>"
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


def pieces(message: dict[str, Any], ids: CallIds) -> Iterator[Piece]:
    """One answer as pieces: each turn of the model, each result."""
    output = message.get("output")
    if isinstance(output, list) and output:
        made = Items(ids).take(output).finish()
        if made:
            yield from (Piece(each.role, each.parts, each.summary) for each in made)
            return
    content = message.get("content") or as_object(message.get("error")).get("content")
    yield from _of_text(content if isinstance(content, str) else "", ids)


def _of_text(text: str, ids: CallIds) -> Iterator[Piece]:
    said: list[Part] = []
    results: list[tuple[Part, ...]] = []
    for part, result in _parts(text, ids):
        if results and result is None:  # the model went on
            yield Piece("assistant", tuple(said))
            yield from (Piece("tool", each) for each in results)
            said, results = [], []
        said.append(part)
        results += [(result,)] if result is not None else []
    if said:
        yield Piece("assistant", tuple(said))
    yield from (Piece("tool", each) for each in results)


def _parts(text: str, ids: CallIds) -> Iterator[tuple[Part, ToolResult | None]]:
    """The parts in order; a call with its result, where it has one."""
    at = 0
    for start in _START.finditer(text):
        end = text.find(_END, start.end()) if start.start() >= at else at
        if end < 0:
            break
        if start.start() < at:
            continue
        if before := text[at : start.start()].strip("\n"):
            yield Text(text=before), None
        yield _detail(start, text[start.end() : end], ids)
        at = end + len(_END)
    if rest := text[at:].strip("\n"):
        yield Text(text=rest), None


def _detail(start: re.Match[str], body: str, ids: CallIds) -> tuple[Part, ToolResult | None]:
    if start[1] == "reasoning":
        lines = html.unescape(body).strip("\n").split("\n")
        return Reasoning(text="\n".join(line.removeprefix(">").removeprefix(" ") for line in lines)), None
    told = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(start[2])}
    name = told.get("name") or "unnamed"
    call = ToolCall(
        id=ids.of_call(told.get("id"), name), name=name, arguments=arguments(decoded(told.get("arguments")))
    )
    if told.get("done") == "false" or "result" not in told:
        return call, None
    result = decoded(told["result"])
    return call, ToolResult(call_id=call.id, text=result if isinstance(result, str) else json_text(result))
