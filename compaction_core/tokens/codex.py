"""Codex CLI's own estimate: a quarter of the UTF-8 bytes, rounded up once per message.

Source: openai/codex ``utils/string/truncate.rs`` (b24d7f3c) for texts, ``context_manager/history.rs`` for encrypted
reasoning and compaction blobs: three quarters of the encoded length, less 650. Images count nothing: the estimate
decides which user messages are kept, and only their text is. A Chinese character is three bytes, so Chinese text is
counted close to what a tokenizer says.
"""

from compaction_core.session import Part
from compaction_core.tokens.base import Basis, counters


def utf8_length(text: str) -> int:
    """UTF-8 bytes of a text.

    >>> utf8_length("añ中😀")
    10
    """
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def blob_bytes(encoded: int) -> int:
    """Bytes behind an encrypted blob of so many characters of base64, its fixed part taken off; at least 0.

    >>> blob_bytes(4000), blob_bytes(100)
    (2350, 0)
    """
    return max(0, encoded * 3 // 4 - 650)


class CodexEstimate:
    """ceil(UTF-8 bytes / 4) per message."""

    name = "codex"
    label = "Codex's estimate, bytes / 4"
    basis: Basis = "estimated"
    source = "openai/codex b24d7f3c, utils/string/truncate.rs"

    def units(self, part: Part) -> int:
        """UTF-8 bytes of one part."""
        if part.kind == "text" or part.kind == "tool_result":
            return utf8_length(part.text)
        if part.kind == "reasoning":
            return blob_bytes(len(part.signature)) if part.signature else utf8_length(part.text)
        if part.kind == "tool_call":
            return utf8_length(part.name) + utf8_length(part.arguments)
        if part.kind == "file":
            return utf8_length(part.text or "")
        return blob_bytes(len(part.raw)) if part.kind == "opaque" else 0

    def tokens(self, units: int) -> int:
        """A quarter, rounded up."""
        return -(-units // 4)


counters.add(CodexEstimate())
