"""Google ADK 2.13.0's own estimate: a quarter of the characters, rounded down.

Source: google-adk 2.13.0, ``apps/compaction.py``. Text, call names, and arguments and results as JSON count; JSON
writes other scripts as escapes, six characters each, so Chinese tool output is counted far above Chinese text. Roles,
ids and images count nothing. ADK rounds once, over the whole list; this rounds each message, as a ledger has to. A
tool's name counts with its result where the file repeats it there.
"""

import json

from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters

CHARS_PER_TOKEN = 4


class GoogleAdkEstimate:
    """floor(characters / 4); the unit is a character."""

    name = "google-adk"
    label = "Google ADK's estimate, characters / 4"
    basis: Basis = "estimated"
    source = "google-adk 2.13.0, apps/compaction.py"

    def units(self, part: Part) -> int:
        """Characters of one part."""
        if part.kind == "text" or part.kind == "reasoning":
            return len(part.text)
        if part.kind == "tool_result":
            return len(json.dumps({"result": part.text}))
        if part.kind == "tool_call":
            return len(part.name) + _arguments(part.arguments)
        return len(part.text or "") if part.kind == "file" else 0

    def frame(self, message: Message) -> int:
        """The tool's name of a result."""
        return len(message.name or "") if message.role == "tool" else 0

    def tokens(self, units: int) -> int:
        """A quarter, rounded down."""
        return units // CHARS_PER_TOKEN


def _arguments(raw: str) -> int:
    """Characters of the arguments, written again as JSON; none of an empty object."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return len(raw)
    return len(json.dumps(found)) if found else 0


counters.add(GoogleAdkEstimate())
