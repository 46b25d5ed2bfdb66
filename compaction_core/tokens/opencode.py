"""opencode's own estimate: a quarter of the characters of the JSON its model messages are written as, rounded.

Source: opencode 1.14.34 and 1.18.34: ``Math.round(length / 4)`` of ``JSON.stringify`` of the messages in the form of
the AI SDK. The release writes a whole list and rounds once, which ``strategies.opencode.wire`` does exactly; here each
message is a list of its own, so that a message has a count. Data URIs count in full, as they stand in that JSON.
"""

import json

from compaction_core.js import json_length, recompacted, utf16_length
from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters

LIST = len("[]")
TEXT = len('{"type":"text","text":}')
REASONING = len('{"type":"reasoning","text":}')
CALL = len('{"type":"tool-call","toolCallId":,"toolName":,"input":}')
RESULT = len('{"type":"tool-result","toolCallId":,"toolName":,"output":{"type":"text","value":}}')
FAILED = len('{"type":"tool-result","toolCallId":,"toolName":,"output":{"type":"error-text","value":}}')
FILE = len('{"type":"file","mediaType":,"data":}')
FRAME = len('{"role":"","content":[]}')


def input_length(arguments: str) -> int:
    """UTF-16 units of a call's input: compact JSON, or a JSON string where it is not valid JSON."""
    compact = recompacted(arguments)
    if compact is arguments and not _is_json(arguments):
        return json_length(arguments)
    return utf16_length(compact)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def part_length(part: Part) -> int:
    """UTF-16 units of one part of a message; 0 for what is not sent. A result is written without its tool's name."""
    match part.kind:
        case "text":
            return TEXT + json_length(part.text)
        case "reasoning":
            return REASONING + json_length(part.text)
        case "tool_call":
            return CALL + json_length(part.id) + json_length(part.name) + input_length(part.arguments)
        case "tool_result":
            frame = FAILED if part.is_error else RESULT
            return frame + json_length(part.call_id) + json_length(part.text)
        case "image":
            return FILE + json_length(part.media_type or "image/png") + json_length(part.source)
        case "file":
            if part.text is not None:
                return TEXT + json_length(part.text)
            return FILE + json_length(part.media_type or "text/plain") + json_length("")
        case "opaque":
            return utf16_length(part.raw)


def quarter(length: int) -> int:
    """``Math.round(length / 4)``."""
    return (length + 2) // 4


class OpencodeEstimate:
    """round(UTF-16 units of the message's JSON / 4)."""

    name = "opencode"
    label = "opencode's estimate, JSON characters / 4"
    basis: Basis = "estimated"
    source = "opencode 1.18.34, Token.estimate of JSON.stringify(model messages)"

    def units(self, part: Part) -> int:
        """UTF-16 units of one part and the comma behind it. A call's name counts twice: its result repeats it."""
        if part.kind == "text" and not part.text:
            return 0
        again = json_length(part.name) if part.kind == "tool_call" else 0
        return part_length(part) + again + 1

    def frame(self, message: Message) -> int:
        """The brackets of the list; the message's own, without the comma that its last part does not have."""
        written = any(part.kind != "text" or part.text for part in message.parts)
        return LIST + (FRAME + len(message.role) - 1 if written else 0)

    def tokens(self, units: int) -> int:
        """A quarter, rounded half up."""
        return quarter(units)


counters.add(OpencodeEstimate())
