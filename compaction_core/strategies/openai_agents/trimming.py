"""How ToolOutputTrimmer shortens one tool output.

Source: openai-agents 0.24.0, extensions/tool_output_trimmer.py. Characters are code points. Our header has the length
of the released one, so that "only if shorter" decides alike. The definitions that a tool search returns are not told
apart from other outputs in a transcript; the trimmer would strip their prose.
"""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Image, Message

UNKNOWN = "unknown_tool"
SHORTEST = "[Shorter]"


class Limits(NamedTuple):
    """The trimmer's two lengths, in characters."""

    max_output_chars: int
    preview_chars: int


def trimmed(message: Message, name: str, limits: Limits) -> str | None:
    """What stands in place of a tool message's output; None where it stays.

    With images beside it the output is a list of parts, and their addresses count too.
    """
    images = [part.source for part in message.parts if isinstance(part, Image)]
    return _structured(message.text, images, name, limits) if images else _plain(message.text, name, limits)


def _plain(text: str, name: str, limits: Limits) -> str | None:
    if len(text) <= limits.max_output_chars:
        return None
    header = f"[Cut: {name} gave {len(text)} characters, the first {limits.preview_chars} follow]"
    shorter = f"{header}\n{text[: limits.preview_chars]}..."
    return shorter if len(shorter) < len(text) else None


def _structured(text: str, images: Sequence[str], name: str, limits: Limits) -> str | None:
    """A list of parts becomes one text that fits ``max_output_chars`` whatever it is."""
    length, most = len(text) + sum(map(len, images)), limits.max_output_chars
    if length <= most:
        return None
    if most < len(SHORTEST):
        return SHORTEST[:most]
    shown = min(len(text), limits.preview_chars, max(0, most - len(SHORTEST) - 1))
    body = f"\n{text[:shown]}" if shown else ""
    if shown < len(text) and len(SHORTEST) + len(body) + 3 <= most:
        body += "..."
    preview = f", {shown} of the text shown" if text else ""
    left_out = f"{len(images)} {'image' if len(images) == 1 else 'images'} left out"
    headers = (
        f"[Shorter: {name} gave {length} characters{preview}, {left_out}]",
        f"[Shorter: {name}, {left_out}]",
        f"[Shorter: {left_out}]",
        f"[Shorter: {name}]",
        SHORTEST,
    )
    return next(header + body for header in headers if len(header) + len(body) <= most)
