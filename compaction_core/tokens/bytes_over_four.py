"""The rule of thumb in bytes: four bytes of UTF-8 a token, rounded up.

Source: openai/codex ``utils/string/truncate.rs`` (b24d7f3c), 4 bytes a token. This is the bare rule, with an image as
its tokens; Codex's own estimate (``codex.py``) counts no images and takes encrypted reasoning by its length. A Chinese
character has 3 bytes and an emoji 4, so such text is counted at three to four times what characters / 4 make of it.
"""

from compaction_core.session import Part
from compaction_core.tokens.base import Basis, counters
from compaction_core.tokens.codex import utf8_length
from compaction_core.tokens.images import image_tokens

BYTES_PER_TOKEN = 4


class BytesOverFour:
    """ceil(UTF-8 bytes / 4) per message; the unit is a byte."""

    name = "bytes4_ceil"
    label = "bytes / 4, up"
    basis: Basis = "estimated"
    source = "as Codex weighs text: ceil(UTF-8 bytes / 4), utils/string/truncate.rs"

    def units(self, part: Part) -> int:
        """UTF-8 bytes of one part; an image counts as four times its tokens."""
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            return utf8_length(part.text)
        if part.kind == "tool_call":
            return utf8_length(part.name) + utf8_length(part.arguments)
        if part.kind == "image":
            return BYTES_PER_TOKEN * image_tokens(part)
        return utf8_length(part.text or "") if part.kind == "file" else utf8_length(part.raw)

    def tokens(self, units: int) -> int:
        """A quarter, rounded up."""
        return -(-units // BYTES_PER_TOKEN)


counters.add(BytesOverFour())
