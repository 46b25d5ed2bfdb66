"""Characters / 4 with a weight for East Asian text: one of its characters is a token of its own.

Source: OpenClaw ``src/utils/cjk-chars.ts`` (3a7cf546), ``estimateStringChars``: a character of the East Asian blocks
and fullwidth forms counts as four, every other UTF-16 unit as one, and a quarter of the sum is rounded up. Which parts
of a message count is as in characters / 4. Gemini CLI weighs otherwise: 1.5 for whatever is not ASCII.
"""

import re

from compaction_core.js import utf16_length
from compaction_core.session import Part
from compaction_core.tokens.base import Basis, counters
from compaction_core.tokens.images import image_tokens

WEIGHT = 4
_EAST_ASIAN = re.compile(
    "[\u2e80-\u9fff\ua000-\ua4ff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6\U00020000-\U0002fa1f]"
)


def weighted(text: str) -> int:
    """Quarters of a token of a text.

    >>> weighted("abcd"), weighted("中文"), weighted("😀"), weighted("𠀀")
    (4, 8, 2, 4)
    """
    if text.isascii():
        return len(text)
    heavy = _EAST_ASIAN.findall(text)
    # A character beyond the first plane is two UTF-16 units, but one that was found counts as one.
    return utf16_length(text) - sum(utf16_length(one) for one in heavy) + WEIGHT * len(heavy)


class CjkWeighted:
    """ceil(weighted characters / 4) per message; the unit is a quarter of a token."""

    name = "cjk_weighted"
    label = "characters / 4, East Asian ones / 1"
    basis: Basis = "estimated"
    source = "as OpenClaw weighs text: src/utils/cjk-chars.ts, 3a7cf546"

    def units(self, part: Part) -> int:
        """Quarters of a token of one part; an image counts as four times its tokens."""
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            return weighted(part.text)
        if part.kind == "tool_call":
            return weighted(part.name) + weighted(part.arguments)
        if part.kind == "image":
            return WEIGHT * image_tokens(part)
        return weighted(part.text or "") if part.kind == "file" else weighted(part.raw)

    def tokens(self, units: int) -> int:
        """A quarter, rounded up."""
        return -(-units // WEIGHT)


counters.add(CjkWeighted())
