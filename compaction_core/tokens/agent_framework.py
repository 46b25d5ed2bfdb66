"""Agent Framework 1.23.0's own estimate: a quarter of the characters of a message's JSON, rounded down, at least 1.

Source: agent-framework-core 1.23.0, ``_compaction.py`` (the default tokenizer over the serialized message). The JSON
has sorted keys, spaces behind commas and colons, and keeps other scripts as they are; role, message id and the keys of
every part count. A message that has no id gets one by its place in the list ("msg_0", "msg_1" …); the place is not
known here, so two digits are assumed, which moves few messages by one token. The framework drops a reasoning
signature from the JSON, and so does this.
"""

from json.encoder import encode_basestring

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
            return SEPARATOR + _size(text=part.text or "", type="text")
        if part.kind == "tool_result":
            return SEPARATOR + _size(call_id=part.call_id, result=part.text, type="function_result")
        if part.kind == "tool_call":
            return SEPARATOR + _size(
                arguments=part.arguments, call_id=part.id, hosted=False, name=part.name, type="function_call"
            )
        if part.kind == "reasoning":
            return SEPARATOR + _size(text=part.text, type="text_reasoning")
        if part.kind == "image":
            return SEPARATOR + _size(media_type=part.media_type or "image/png", type="data", uri=part.source)
        return SEPARATOR + len(part.raw)

    def frame(self, message: Message) -> int:
        """The message's own keys; a list of one has no comma."""
        keys = _FRAME + _length(message.id or UNKNOWN_ID) + _length(message.role)
        return keys - (SEPARATOR if message.parts else 0)

    def tokens(self, units: int) -> int:
        """A quarter, rounded down, at least one."""
        return max(1, units // 4)


def _size(**fields: str | bool) -> int:
    """One part's JSON; the framework writes an empty ``additional_properties`` into each."""
    return _EMPTY + sum(_PER_FIELD + len(name) + _length(value) for name, value in fields.items())


def _length(value: str | bool) -> int:
    return len(encode_basestring(value)) if isinstance(value, str) else len("true" if value else "false")


_EMPTY, _PER_FIELD = len('{"additional_properties": {}}'), len(', "": ')
_FRAME = len('{"contents": [], "message_id": , "role": }')


counters.add(AgentFrameworkEstimate())
