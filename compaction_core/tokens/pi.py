"""pi's own estimate: a quarter of the UTF-16 units, rounded up once per message.

Source: pi-coding-agent 0.73.1, compaction.js. Text, thinking, call names and compact arguments count. An image is 4,800
units beside a tool result and nothing in a user's message; an earlier summary counts as its bare text.
"""

from compaction_core.js import recompacted, utf16_length
from compaction_core.session import Image, Message, Part
from compaction_core.tokens.base import Basis, counters

IMAGE_UNITS = 4800


class PiEstimate:
    """ceil(UTF-16 units / 4) per message."""

    name = "pi"
    label = "pi's estimate, characters / 4"
    basis: Basis = "estimated"
    source = "pi-coding-agent 0.73.1, compaction.js"

    def units(self, part: Part) -> int:
        """UTF-16 code units of one part; whether an image counts is for ``frame`` to say."""
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            return utf16_length(part.text)
        if part.kind == "tool_call":
            return utf16_length(part.name) + utf16_length(recompacted(part.arguments))
        return utf16_length(part.text or "") if part.kind == "file" else 0

    def frame(self, message: Message) -> int:
        """What the parts do not tell: images beside a tool result, and a summary without its wrapper."""
        if message.summary is not None:
            return utf16_length(message.summary) - sum(map(self.units, message.parts))
        if message.role != "tool":
            return 0
        return IMAGE_UNITS * sum(isinstance(part, Image) for part in message.parts)

    def tokens(self, units: int) -> int:
        """A quarter, rounded up."""
        return -(-units // 4)


counters.add(PiEstimate())
