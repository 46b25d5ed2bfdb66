"""Our messages as pi's entries, and what of them its last compaction had kept."""

from collections.abc import Sequence

from compaction_core.session import Message
from compaction_core.strategies.pi.cut import Kind


def kind_of(message: Message) -> Kind:
    """What entry pi has for a message."""
    if message.summary is not None:
        return "summary"
    return "assistant" if message.role == "assistant" else "tool" if message.role == "tool" else "user"


def carried(messages: Sequence[Message], kinds: Sequence[Kind]) -> tuple[int, int]:
    """(position of the last summary, first position behind it that the compaction had not kept); (-1, 0) without one.

    In pi's own file the kept messages stand before the compaction; in a list that a model sees they follow the summary
    and are not newer than it.
    """
    last = max((i for i, kind in enumerate(kinds) if kind == "summary"), default=-1)
    new = last + 1
    time = messages[last].timestamp if last >= 0 else None
    while time is not None and new < len(messages):
        own = messages[new].timestamp
        if own is None or own > time:
            break
        new += 1
    return last, new
