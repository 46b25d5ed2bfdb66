"""Masking of old tool outputs before each request, without any model.

Source: context/toolOutputMaskingService.js (0.61.0). The newest content is not looked at; going back, the output that
takes the sum past 50,000 tokens and every older one are candidates; below 30,000 tokens of candidates nothing is done;
one is replaced only where that makes it smaller.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from json.encoder import encode_basestring
from typing import NamedTuple

from compaction_core.js import utf16_length, utf16_slice
from compaction_core.session import Message
from compaction_core.strategies.gemini_cli.contents import Content
from compaction_core.tokens.gemini_cli import UNKNOWN, response_length

PROTECTED, PRUNABLE = 50_000, 30_000
TAG = "tool_output_masked"
EXEMPT = ("activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode")
SHELL = "run_shell_command"
PREVIEW = 250
PREVIEW_LINES = 10
"""Lines of a shell's output that stay in front and behind."""
_SECTION = re.compile(r"^(Output|Error|Exit Code|Signal|Background PIDs|Process Group PGID): ", re.MULTILINE)


class Masked(NamedTuple):
    """What the walk found."""

    rows: tuple[int, ...]
    """Messages with an output that may be masked, oldest first."""
    candidates: int
    """How many of the oldest of them lie beyond the protected tokens."""
    tokens: int
    """Tokens of the candidates."""
    texts: dict[int, str]
    """The new output of each message that is masked; empty where the candidates are too few tokens."""


def candidates(tokens: Sequence[int], protect: int) -> int:
    """How many of the oldest outputs are candidates; ``tokens`` is oldest first.

    >>> candidates([10, 10, 10], 15), candidates([10, 10, 10], 20), candidates([10], 10)
    (2, 1, 0)
    """
    return prunable((0, *accumulate(tokens)), protect)


def prunable(prefix: Sequence[int], protect: int, last: int | None = None) -> int:
    """``candidates`` of the first ``last`` outputs (all of them by default) by their prefix sums, in O(log n)."""
    total = prefix[-1] if last is None else prefix[last]
    return bisect_left(prefix, total - protect) if total > protect else 0


def eligible(
    messages: Sequence[Message], found: Sequence[Content], names: dict[int, str], protect_latest: bool
) -> Iterator[int]:
    """Messages with an output that may be masked, oldest first."""
    for content in found[:-1] if protect_latest else found:
        if content.results:
            yield from (row for row in content.rows if maskable(messages[row], names.get(row, UNKNOWN)))


def maskable(message: Message, tool: str) -> bool:
    """Whether a result may be masked: not of an exempt tool, and not masked already."""
    result = message.result
    return result is not None and tool not in EXEMPT and f"<{TAG}" not in result.text


def masked(
    messages: Sequence[Message],
    found: Sequence[Content],
    names: dict[int, str],
    count: Callable[[int], int],
    *,
    protect: int,
    minimum: int,
    protect_latest: bool,
) -> Masked:
    """Mask the outputs of ``found``; ``count`` gives the tokens of a message with a result."""
    rows = tuple(eligible(messages, found, names, protect_latest))
    tokens = [count(row) for row in rows]
    many = candidates(tokens, protect)
    total = sum(tokens[:many])
    texts: dict[int, str] = {}
    if total >= minimum:
        for row, size in zip(rows[:many], tokens[:many], strict=True):
            result = messages[row].result
            tool = names.get(row, UNKNOWN)
            text = snippet("" if result is None else result.text, tool)
            if (utf16_length(tool) + response_length(text)) // 4 < size:
                texts[row] = text
    return Masked(rows, many, total, texts)


def snippet(text: str, tool: str) -> str:
    """What stays of an output: a shell's sections, of any other tool both ends of its JSON."""
    if tool == SHELL:
        preview = _shell(text)
    elif len(text) <= 2 * PREVIEW and utf16_length(_json(text)) <= 2 * PREVIEW:
        preview = _json(text)
    else:  # each character prints as one or more, so so many of the text's ends are enough
        last = _json(text[-PREVIEW:])
        size = utf16_length(last)
        ends = utf16_slice(_json(text[:PREVIEW]), 0, PREVIEW), utf16_slice(last, size - PREVIEW, size)
        preview = "\n... [cut] ...\n".join(ends)
    return f"<{TAG}>\n{preview}\n\nThis output was too long to stay. The whole of it is in a file.\n</{TAG}>"


def _json(text: str) -> str:
    """The answer as JSON with an indent of two, as the release cuts it."""
    return f'{{\n  "output": {encode_basestring(text)}\n}}'


def _shell(text: str) -> str:
    """The sections of a shell's output, each whole but the output itself."""
    pieces = _SECTION.split(text)
    if len(pieces) < 3:
        return _lines(text)
    kept = [_lines(pieces[0].strip())] if pieces[0].strip() else []
    for name, body in zip(pieces[1::2], pieces[2::2], strict=True):
        kept.append(f"{name}: {_lines(body.strip()) if name == 'Output' else body.strip()}")
    return "\n".join(kept)


def _lines(text: str) -> str:
    """The first and last ten lines; whole with at most twenty."""
    lines = text.split("\n")
    if len(lines) <= 2 * PREVIEW_LINES:
        return text
    between = f"\n\n... [{len(lines) - 2 * PREVIEW_LINES} lines left out] ...\n\n"
    return "\n".join(lines[:PREVIEW_LINES]) + between + "\n".join(lines[-PREVIEW_LINES:])
