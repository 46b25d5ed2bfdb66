"""Agent Framework 1.23.0's own estimate: a quarter of the characters of a message's JSON, rounded down, at least 1.

Source: agent-framework-core 1.23.0, ``_compaction.py`` (the default tokenizer over the serialized message). The JSON
has sorted keys, spaces behind commas and colons, and keeps other scripts as they are; role, message id and the keys of
every part count. A message that has no id gets one by its place in the list ("msg_0", "msg_1" …); the place is not
known here, so two digits are assumed, which moves few messages by one token. The framework drops a reasoning
signature from the JSON, and so does this.
"""

from compaction_core.js import json_characters
from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters

UNKNOWN_ID = "msg_00"
SEPARATOR = len(", ")


class AgentFrameworkEstimate:
    """max(1, characters of the JSON // 4); the unit is a character."""

    name = "agent-framework"
    label = "Agent Framework's estimate, characters of the JSON / 4"
    basis: Basis = "estimated"
    source = "agent-framework-core 1.23.0, _compaction.py"

    def units(self, part: Part) -> int:
        """Characters of one part's JSON, and of the comma in front of it."""
        if part.kind == "text" or part.kind == "file":
            return _TEXT + json_characters(part.text or "")
        if part.kind == "tool_result":
            return _RESULT + json_characters(part.call_id) + json_characters(part.text)
        if part.kind == "tool_call":
            return _CALL + json_characters(part.arguments) + json_characters(part.id) + json_characters(part.name)
        if part.kind == "reasoning":
            return _REASONING + json_characters(part.text)
        if part.kind == "image":
            return _IMAGE + json_characters(part.media_type or "image/png") + json_characters(part.source)
        return SEPARATOR + len(part.raw)

    def frame(self, message: Message) -> int:
        """The message's own keys; a list of one has no comma."""
        keys = _FRAME + len(message.role) + (json_characters(message.id) if message.id else _UNKNOWN)
        return keys - (SEPARATOR if message.parts else 0)

    def tokens(self, units: int) -> int:
        """A quarter, rounded down, at least one."""
        return max(1, units // 4)


def _part(fields: str) -> int:
    """A part's JSON without its values, and the comma in front; each part has empty ``additional_properties``."""
    return SEPARATOR + len('{"additional_properties": {}, ') + len(fields) + len("}")


_TEXT = _part('"text": , "type": "text"')
_RESULT = _part('"call_id": , "result": , "type": "function_result"')
_CALL = _part('"arguments": , "call_id": , "hosted": false, "name": , "type": "function_call"')
_REASONING = _part('"text": , "type": "text_reasoning"')
_IMAGE = _part('"media_type": , "type": "data", "uri": ')
_FRAME, _UNKNOWN = len('{"contents": [], "message_id": , "role": ""}'), json_characters(UNKNOWN_ID)


counters.add(AgentFrameworkEstimate())
