"""LangChain's approximate count: a quarter of the characters, rounded up for each message, and 3 more.

Source: langchain-core 1.8.3, ``messages/utils.py``, ``count_tokens_approximately``. Characters are code points of the
text, of the role's name, of a ``name``, of a result's call id, and of what Python's ``repr`` makes of the list of
calls. An image counts 85 tokens flat; a block of another kind counts its ``repr``. For Anthropic's models the release
divides by 3.3 instead, and over whole lists it may scale by reported usage (``strategies/langchain/counting.py``).
"""

import json
from typing import Any

from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters

PER_MESSAGE = 3
IMAGE_TOKENS = 85
CHARS_PER_TOKEN = 4


class LangChainEstimate:
    """ceil(characters / 4) + 3 per message; the unit is a character."""

    name = "langchain"
    label = "LangChain's estimate, characters / 4 + 3"
    basis: Basis = "estimated"
    source = "langchain-core 1.8.3, messages/utils.py, count_tokens_approximately"

    def units(self, part: Part) -> int:
        """Characters of one part."""
        if part.kind == "text" or part.kind == "tool_result":
            return len(part.text)
        if part.kind == "tool_call":
            args = arguments(part.arguments)
            if args is None:
                return 0  # such a call is not in its list of calls
            # A list's repr: two brackets, and two characters between calls, so two for each call.
            return len(repr({"name": part.name, "args": args, "id": part.id, "type": "tool_call"})) + 2
        if part.kind == "reasoning":
            return len(repr({"type": "thinking", "thinking": part.text}))
        if part.kind == "image":
            return IMAGE_TOKENS * CHARS_PER_TOKEN
        if part.kind == "file":
            return len(part.text or "")
        return len(part.raw)

    def frame(self, message: Message) -> int:
        """Characters of role, name and call id, and the flat tokens of a message."""
        result = message.result
        call_id = 0 if result is None or message.role != "tool" else len(result.call_id)
        return PER_MESSAGE * CHARS_PER_TOKEN + len(message.role) + len(message.name or "") + call_id

    def tokens(self, units: int) -> int:
        """A quarter, rounded up."""
        return -(-units // CHARS_PER_TOKEN)


def arguments(text: str) -> dict[str, Any] | None:
    """A call's arguments; None where they are no JSON object."""
    try:
        found = json.loads(text, strict=False) if text else {}
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


counters.add(LangChainEstimate())
