"""Gemini CLI 0.61.0's own estimate: quarters of a token, added up over all parts and rounded down once.

Source: @google/gemini-cli-core 0.61.0, ``utils/tokenCalculation.js``. An ASCII character is a quarter of a token, any
other UTF-16 unit one and a half; a text over 100,000 units is a quarter a unit. A call and a tool's answer count their
JSON, an image 3,000 tokens, a PDF 25,800. Thoughts are not in the history and do not count.

A tool's answer carries the name of its tool. The counter knows it only where the file names it on the result; the
strategy looks it up at the call.
"""

from compaction_core.js import json_length, recompacted, utf16_length
from compaction_core.session import File, Message, Part, ToolCall
from compaction_core.tokens.base import Basis, counters

LONG_TEXT = 100_000
"""UTF-16 units above which a text is not looked at character by character."""
OTHER_UNITS = 6
IMAGE_UNITS, PDF_UNITS = 12_000, 103_200
UNKNOWN = "unknown"
"""The name of a tool whose call is not in the list."""


class GeminiCliEstimate:
    """floor(quarters / 4); the unit is a quarter of a token."""

    name = "gemini-cli"
    label = "Gemini CLI's estimate, by character class"
    basis: Basis = "estimated"
    source = "gemini-cli-core 0.61.0, utils/tokenCalculation.js"

    def units(self, part: Part) -> int:
        """Quarters of a token of one part, a tool's answer without its tool's name."""
        if part.kind == "text":
            return text_units(part.text)
        if part.kind == "tool_result":
            return response_length(part.text)
        if part.kind == "tool_call":
            return call_length(part)
        if part.kind == "image":
            return IMAGE_UNITS
        if part.kind == "file":
            return _file_units(part)
        return utf16_length(part.raw) if part.kind == "opaque" else 0

    def frame(self, message: Message) -> int:
        """The name of the tool, in front of its answer."""
        return utf16_length(message.name or UNKNOWN) if message.role == "tool" else 0

    def tokens(self, units: int) -> int:
        """A quarter, rounded down."""
        return units // 4


def text_units(text: str) -> int:
    """Quarters of a token of a text.

    >>> text_units("abcd"), text_units("中"), text_units("😀")
    (4, 6, 12)
    """
    if text.isascii():
        return len(text)
    length = utf16_length(text)
    if length > LONG_TEXT:
        return length
    ascii_ones = len(text.encode("ascii", "ignore"))
    return ascii_ones + OTHER_UNITS * (length - ascii_ones)


def response_length(text: str) -> int:
    """UTF-16 units of the JSON of ``{"output": text}``, a tool's answer."""
    return 11 + json_length(text)


def call_length(call: ToolCall) -> int:
    """UTF-16 units of the JSON of a part with a call."""
    return 40 + json_length(call.id) + json_length(call.name) + utf16_length(recompacted(call.arguments))


def _file_units(file: File) -> int:
    if file.text is not None:
        return text_units(file.text)
    if (file.media_type or "").startswith("application/pdf"):
        return PDF_UNITS
    return 42 + json_length(file.media_type or "") + json_length(file.name)


counters.add(GeminiCliEstimate())
