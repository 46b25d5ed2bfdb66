"""The rule of thumb: four characters a token, rounded as different systems round it."""

from compaction_core.session import File, Image, Opaque, Part, Reasoning, Text, ToolCall, ToolResult
from compaction_core.tokens.base import Basis, counters
from compaction_core.tokens.images import image_tokens


class CharsOverFour:
    """Characters (code points) / 4 per message, rounded up or half up."""

    basis: Basis = "estimated"

    def __init__(self, name: str, label: str, source: str, add: int) -> None:
        self.name, self.label, self.source, self._add = name, label, source, add

    def units(self, part: Part) -> int:
        """Characters of one part; an image counts as four times its tokens."""
        match part:
            case Text() | Reasoning() | ToolResult():
                return len(part.text)
            case ToolCall():
                return len(part.name) + len(part.arguments)
            case Image():
                return 4 * image_tokens(part)
            case File():
                return len(part.text or "")
            case Opaque():
                return len(part.raw)

    def tokens(self, units: int) -> int:
        """A quarter, rounded."""
        return (units + self._add) // 4


counters.add(CharsOverFour("chars4_ceil", "characters / 4, up", "as pi rounds it: Math.ceil(chars / 4)", 3))
counters.add(
    CharsOverFour("chars4_round", "characters / 4, nearest", "as opencode rounds it: Math.round(chars / 4)", 2)
)
