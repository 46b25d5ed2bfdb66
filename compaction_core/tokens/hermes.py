"""Hermes 0.19.0's own estimate: a quarter of the characters rounded down, and 10 more for each message.

Source: hermes-agent 0.19.0, ``agent/context_compressor.py`` (the estimate of a message for the tail budget). Characters
are code points. A call counts a quarter of what Python's ``str()`` makes of its dict, rounded down for each call, and
so do replayed reasoning fields; an image counts 1,600 tokens.
"""

from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters

PER_MESSAGE = 10
IMAGE_TOKENS = 1_600
CHARS_PER_TOKEN = 4


class HermesEstimate:
    """floor(characters / 4) + 10 per message; the unit is a character."""

    name = "hermes"
    label = "Hermes' estimate, characters / 4 + 10"
    basis: Basis = "estimated"
    source = "hermes-agent 0.19.0, agent/context_compressor.py"

    def units(self, part: Part) -> int:
        """Characters of one part; what is rounded by itself counts whole tokens of four."""
        if part.kind == "text" or part.kind == "tool_result":
            return len(part.text)
        if part.kind == "tool_call":
            function = {"name": part.name, "arguments": part.arguments}
            return _whole(len(str({"id": part.id, "type": "function", "function": function})))
        if part.kind == "reasoning":
            return _whole(len(part.text))
        if part.kind == "image":
            return IMAGE_TOKENS * CHARS_PER_TOKEN
        if part.kind == "file":
            return len(part.text or "")
        return _whole(len(part.raw))

    def frame(self, message: Message) -> int:  # noqa: ARG002
        """Ten tokens for role and keys."""
        return PER_MESSAGE * CHARS_PER_TOKEN

    def tokens(self, units: int) -> int:
        """A quarter, rounded down."""
        return units // CHARS_PER_TOKEN


def _whole(characters: int) -> int:
    """Characters of the whole tokens among them."""
    return characters // CHARS_PER_TOKEN * CHARS_PER_TOKEN


counters.add(HermesEstimate())
