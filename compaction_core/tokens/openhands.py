"""What OpenHands counts: LiteLLM's count of a message list, by cl100k, which LiteLLM takes for most models.

Source: openhands-sdk 1.58.2, ``LLM.get_token_count``; LiteLLM ``token_counter``: 3 tokens per message, then role,
texts, call id and name, and of a call only its arguments. A model with a chat template or a tokenizer of its own is
counted by that in the release.
"""

from compaction_core.session import Message, Part, Text
from compaction_core.tokens.base import Basis, counters
from compaction_core.tokens.bpe import CL100K

PER_MESSAGE = 3
PER_NAME = 1


class OpenHandsCount:
    """cl100k tokens and 3 more per message; the unit is the token."""

    name = "openhands"
    label = "OpenHands' count by LiteLLM, cl100k + 3"
    basis: Basis = "measured"
    source = "openhands-sdk 1.58.2, LLM.get_token_count; LiteLLM token_counter"

    def units(self, part: Part) -> int:
        """Tokens of one part."""
        if part.kind == "tool_call":
            return _count(part.arguments)
        return CL100K.units(part)

    def frame(self, message: Message) -> int:
        """Tokens of a message besides its parts."""
        frame = PER_MESSAGE + _count(message.role)
        if message.name:
            frame += _count(message.name) + PER_NAME
        result = message.result
        return frame if result is None else frame + _count(result.call_id)

    def tokens(self, units: int) -> int:
        """Units are tokens."""
        return units


def _count(text: str) -> int:
    return CL100K.units(Text(text=text))


counters.add(OpenHandsCount())
