"""How aider 0.86.2 counts a message of its chat history: the tokens of its JSON with role and text.

Source: aider-chat 0.86.2, models.py (``token_count``). aider takes the tokenizer of its weak model; here it is o200k.
The JSON's frame and the escaped text are counted apart and added. aider's history holds texts of the user and the
model alone: tool messages, calls, thinking, images and files count nothing.
"""

import json

from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters
from compaction_core.tokens.bpe import BpeCounter

TOKENIZER = BpeCounter("o200k_base", "o200k", "OpenAI's tokenizer since GPT-4o, by tiktoken")
"""One of its own, so that its memory of texts holds escaped ones."""


class AiderCount:
    """Tokens of ``{"role": …, "content": …}``; the unit is a token."""

    name = "aider"
    label = "aider's count, o200k of the JSON"
    basis: Basis = "measured"
    source = "aider-chat 0.86.2, models.py, with OpenAI's o200k tokenizer"

    def units(self, part: Part) -> int:
        """Tokens of a text as JSON writes it, ASCII only."""
        return TOKENIZER.count(json.dumps(part.text)[1:-1]) if part.kind == "text" else 0

    def frame(self, message: Message) -> int:
        """Tokens of role and keys; nothing for a message that aider's history cannot hold."""
        if message.role not in ("user", "assistant"):
            return 0
        return TOKENIZER.count(json.dumps({"role": message.role, "content": ""}))

    def tokens(self, units: int) -> int:
        """Units are tokens."""
        return units


counters.add(AiderCount())
