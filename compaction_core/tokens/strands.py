"""Strands 1.62.0's own estimate: a quarter of the characters of each text and half of those of a call's JSON, rounded
up piece by piece.

Source: strands-agents 1.62.0, models/model.py. Characters are code points; the JSON has blanks and escapes as Python
writes it by default. Images and documents count nothing, and neither do roles and ids.
"""

import json

from compaction_core.session import Part
from compaction_core.tokens.base import Basis, counters


class StrandsEstimate:
    """ceil(characters / 4) per text, ceil(JSON / 2) per call; the unit is a token."""

    name = "strands"
    label = "Strands' estimate, characters / 4"
    basis: Basis = "estimated"
    source = "strands-agents 1.62.0, models/model.py"

    def units(self, part: Part) -> int:
        """Tokens of one part."""
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            return -(-len(part.text) // 4)
        if part.kind == "tool_call":
            return -(-len(part.name) // 4) - (-len(_rewritten(part.arguments)) // 2)
        return 0

    def tokens(self, units: int) -> int:
        """Units are tokens."""
        return units


def _rewritten(arguments: str) -> str:
    """A call's input as Python writes it; a string where it is no JSON.

    >>> _rewritten('{"a":1}'), _rewritten("ä")
    ('{"a": 1}', '"\\\\u00e4"')
    """
    try:
        return json.dumps(json.loads(arguments))
    except (ValueError, RecursionError):
        return json.dumps(arguments)


counters.add(StrandsEstimate())
