"""How a model call's prompt shows that the conversation before it was compacted."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.importers.shared.traces.chain_keys import matched, shared
from compaction_core.session import Message

_LOOSE = re.compile(r"summar|compact|condens|continued from|so far|previous|earlier|handoff", re.IGNORECASE)
_STRICT = re.compile(
    r"summary of (the |our |this |your )?(\w+ ){0,3}(conversation|messages|history|session|context|chat|discussion)"
    r"|summary>|continued from|(conversation|messages|history|context) (was|were|has been|have been) "
    r"(summari[sz]ed|compacted|condensed)",
    re.IGNORECASE,
)
_MARKED_WITHIN = 600
LONG = 80
"""Characters from which a text that stands inside another one is no accident."""


class GivenUp(NamedTuple):
    """What became of the old list: ``common`` entries at its start stayed, of the rest those in ``places``."""

    common: int
    places: dict[int, int]
    """Place in the new list, counted from ``common`` → place in the old one, counted from 0."""
    summary: str | None
    """The summary that the new message ``at`` holds, None where the prompt has none."""
    at: int = 0
    """Place of the summary, counted from ``common``."""


def given_up(
    old: list[int], new: list[int], prompt: Sequence[Message], answers: Sequence[str], said: Sequence[str]
) -> GivenUp | None:
    """The compaction between two prompts (their keys, and the messages of the new one), None where none shows.

    It shows in a first new message that reads like a summary or repeats one of ``answers`` (what other calls gave),
    or in a tail of old messages that went on while those before them are gone. A message that repeats what was
    ``said`` by the model or its tools is a transcript for a summarizer, not its summary.
    """
    common = shared(old, new)
    rest = prompt[common:]
    told = next((at for at, message in enumerate(rest) if message.summary is not None), None)
    if common == len(new):
        return None
    pairs = matched(old[common:], new[common:])
    places = {at: common + place for place, at in pairs}
    if told is not None:
        return GivenUp(common, places, rest[told].summary, told)
    first = pairs[0][1] if pairs else len(rest)
    text = _summary(rest[0], answers, said, bool(pairs)) if first else None
    gone = len(old) - common - len(pairs)
    shorter = len(new) < len(old)
    tail = bool(pairs) and gone > 0 and (shorter or text is not None)
    if not tail and not (shorter and text is not None):
        return None
    if text is None and len(pairs) < first:
        return None
    return GivenUp(common, places, text)


def _summary(message: Message, answers: Sequence[str], said: Sequence[str], tail: bool) -> str | None:
    """The summary a message holds, None if it is none."""
    if message.role == "tool" or message.calls:
        return None
    if any(len(text) >= LONG and text in message.text for text in said):
        return None
    told = next((text for text in answers if len(text) >= LONG and text in message.text), None)
    if told is not None:
        return told
    markers = _LOOSE if tail else _STRICT
    return message.text if markers.search(message.text[:_MARKED_WITHIN]) else None
