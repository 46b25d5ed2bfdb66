"""Letta server 0.16.8's own estimate: the bytes of the JSON that a list of messages becomes, / 4, × 1.3.

Source: letta ``token_counter.py``, ApproxTokenCounter, with the safety margin of compaction (1.3); used for every
provider but Anthropic and Google, whose own counting services are asked. Python's ``json.dumps`` writes a blank after
each separator and escapes what is not ASCII: a Chinese character is 6 bytes, an emoji 12, so such text is counted at
several times what a tokenizer says, where Letta Code counts an eighth of it.

The estimate is made of a whole list. Units (bytes) add up over a list, two of them for the separator or the brackets
around each message; tokens, which are rounded, do not.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from compaction_core.session import Message, Part
from compaction_core.tokens.base import Basis, counters

MARGIN = 1.3
APPROVAL = "approval"
"""Letta's own role for a call that waits for a person's consent. Such a row is loaded as an injected user message of
that name; a model is sent it as an assistant message."""
IMAGE_ALONE = 12
"""Characters of the placeholder for a message that is one image."""
IMAGE_BESIDE = 15
"""Characters of the placeholder for one image beside other content; more images add a number and an s."""

LONG = 500
"""Characters from which on a text's length is remembered."""
REMEMBERED = 100_000
"""Most lengths that are remembered."""
_remembered: dict[tuple[int, int], int] = {}

_PLAIN = bytes(c for c in range(0x20, 0x7F) if c not in b'"\\')
_ASCII_OR_TAIL = bytes(range(0xC0))
_FOUR_BYTE_HEADS = bytes(range(0xF0, 0xF8))
_HIGH = bytes(range(0x80, 0x100))
_ROW = len('{"role": "", "content": }') + len(", ")
_CALL = len('{"id": "", "function": {"arguments": "", "name": ""}, "type": "function"}, ')


def tokens(units: int) -> int:
    """Tokens of a list whose JSON has so many bytes; 0 for an empty one.

    >>> tokens(len('[{"content": "q", "role": "user"}]'))
    11
    """
    return int(-(-units // 4) * MARGIN)


def list_tokens(rows: Sequence[Mapping[str, Any]]) -> int:
    """Tokens of messages as they are sent: every key counts, in whatever order."""
    return tokens(len(json.dumps(list(rows)))) if rows else 0


def escaped(text: str) -> int:
    """Length of a text inside a JSON string. A long text seen before is not counted again: planning follows counting.

    >>> escaped('a"\\n'), escaped("é"), escaped("😀"), escaped("\\x00")
    (5, 6, 12, 6)
    """
    if len(text) < LONG:
        return _counted(text)
    key = (len(text), hash(text))  # Python keeps a text's 64-bit hash with it; nothing can be read back from it
    length = _remembered.get(key)
    if length is None:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        length = _remembered[key] = _counted(text)
    return length


def _counted(text: str) -> int:
    """The length without writing the JSON, which would take several times as long."""
    raw = text.encode("utf-8", "surrogatepass")
    odd = raw.translate(None, _PLAIN)
    if not odd:
        return len(raw)
    heads = odd.translate(None, _ASCII_OR_TAIL)
    wide = len(heads) * 2 - len(heads.translate(None, _FOUR_BYTE_HEADS))  # an astral character is a pair
    special = odd.translate(None, _HIGH)
    unnamed = len(special.translate(None, b'"\\\n\r\t\b\f'))  # other control characters are written as \u0000
    return len(raw) - len(odd) + 6 * wide + 2 * len(special) + 4 * unnamed


def is_approval(message: Message) -> bool:
    """Whether a row has Letta's own role for a call that waits for consent, or for the answer to one."""
    return message.role == "user" and message.name == APPROVAL and "meta" in message.flags


class LettaServerEstimate:
    """int(ceil(bytes of JSON / 4) × 1.3)."""

    name = "letta-server"
    label = "Letta server's estimate, bytes of JSON / 4 × 1.3"
    basis: Basis = "estimated"
    source = "letta 0.16.8, token_counter.py (ApproxTokenCounter), safety margin 1.3"

    def units(self, part: Part) -> int:
        """Bytes that one part adds inside its message; an image is a placeholder, which the message counts."""
        if part.kind == "text" or part.kind == "reasoning":
            return escaped(part.text)
        if part.kind == "tool_result":
            return escaped(part.text) + len(', "tool_call_id": ""') + escaped(part.call_id)
        if part.kind == "tool_call":
            return _CALL + escaped(part.id) + escaped(part.name) + escaped(part.arguments)
        return escaped(part.text or "") if part.kind == "file" else 0

    def frame(self, message: Message) -> int:
        """Bytes of a message besides its parts: keys, role, name, quotes, and what stands between texts."""
        texts = calls = images = thoughts = 0
        for part in message.parts:
            kind = part.kind
            texts += kind == "text" or kind == "file" or kind == "tool_result"
            calls += kind == "tool_call"
            images += kind == "image"
            thoughts += kind == "reasoning"
        approval = is_approval(message)
        role = "assistant" if approval else message.role
        spoken = texts or images or role != "assistant"
        units = _ROW + len(role) + (2 + _between(texts, images) if spoken else len("null"))
        if calls:
            units += len(', "tool_calls": []') - len(", ")
        if thoughts:
            units += len(', "reasoning_content": ""') + 2 * (thoughts - 1)
        if message.name and not approval:
            units += len(', "name": ""') + escaped(message.name)
        return units

    def tokens(self, units: int) -> int:
        """A quarter, rounded up, with the margin; of one message or of a whole list."""
        return tokens(units)


def _between(texts: int, images: int) -> int:
    """Bytes between several texts, two escaped line breaks each, and of the images' placeholder."""
    units = 4 * max(0, texts - 1)
    if not images:
        return units
    if images == 1:
        return units + (1 + IMAGE_BESIDE if texts else IMAGE_ALONE)
    return units + (1 if texts else 0) + IMAGE_BESIDE + len(f"{images} s")


counters.add(LettaServerEstimate())
