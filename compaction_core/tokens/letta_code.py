"""Letta Code 0.30.29's own estimate: a quarter of the UTF-16 units, rounded up once per message.

Source: letta-code ``local-context-estimate.ts`` lines 79-118 (v0.30.29, 2026-08-22). Text, thinking, call names
and compact arguments count; roles, ids and metadata do not; an image is 4,800 units (1,200 tokens). A Chinese
character is one unit, so Chinese text is counted at about an eighth of what a tokenizer says.
"""

from compaction_core.js import recompacted, utf16_length
from compaction_core.session import Part
from compaction_core.tokens.base import Basis, counters

IMAGE_UNITS = 4800


class LettaCodeEstimate:
    """ceil(UTF-16 units / 4) per message."""

    name = "letta-code"
    label = "Letta Code's estimate, characters / 4"
    basis: Basis = "estimated"
    source = "letta-code 0.30.29, local-context-estimate.ts:79-118"

    def units(self, part: Part) -> int:
        """UTF-16 code units of one part."""
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            return utf16_length(part.text)
        if part.kind == "tool_call":
            return utf16_length(part.name) + utf16_length(recompacted(part.arguments))
        if part.kind == "image":
            return IMAGE_UNITS
        return utf16_length(part.text or "") if part.kind == "file" else 0

    def tokens(self, units: int) -> int:
        """A quarter, rounded up."""
        return -(-units // 4)


counters.add(LettaCodeEstimate())
