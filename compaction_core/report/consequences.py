"""What a wrapper's choices can lead to, read off the list that the model would get: what may happen, not what will."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from compaction_core.compaction import Compaction, ViewMessage
from compaction_core.words import an, count


def consequences(compaction: Compaction) -> tuple[str, ...]:
    """Sentences about role, place and company of the summary; none where nothing was summarized.

    What an API may refuse comes first, then how the model may read it.
    """
    view = compaction.view
    place = next((at for at, entry in enumerate(view) if entry.origin == "summary"), None)
    if place is None:
        return ()
    return (*_refused(view, place), *_read(compaction, place))


def own_count(compaction: Compaction) -> str:
    """That the wrapper prints another number of messages than became the summary; empty where it prints that one."""
    hidden, gone = compaction.wrapper.hidden, len(compaction.request.indexes)
    if hidden is None or hidden == gone or "{hidden}" not in compaction.wrapper.template:
        return ""
    became = count(gone, "message")
    return f"As released: the system's own count says {hidden:,} hidden where {became} became the summary."


def _refused(view: Sequence[ViewMessage], place: int) -> Iterator[str]:
    talk = [entry for entry in view if not entry.message.is_prompt]
    if not talk:
        yield (
            "No user or assistant message is left, only system ones: an API that takes the system text apart may "
            "refuse a request without any other message."
        )
        return
    yield from _in_a_row(view)
    first = next(at for at, entry in enumerate(view) if not entry.message.is_prompt)
    if view[place].message.is_prompt and place > first:
        yield (
            f"Role {view[place].message.role} at place {place}, behind other messages: some APIs take a system message "
            "only in front and may refuse it there or move it."
        )
    if view[first].message.role in ("assistant", "tool"):
        yield (
            f"The conversation opens with {an(view[first].message.role)} message: some APIs, Gemini's among "
            "them, expect the user first and may refuse it."
        )


def _in_a_row(view: Sequence[ViewMessage]) -> Iterator[str]:
    """Two of one speaker beside each other where the session had none."""
    pairs = [
        (at, one.message.role)
        for at, (one, two) in enumerate(pairwise(view))
        if one.message.role == two.message.role and one.message.role in ("user", "assistant") and _new(one, two)
    ]
    if not pairs:
        return
    at, role = pairs[0]
    more = f", and {count(len(pairs) - 1, 'more such pair')}" if len(pairs) > 1 else ""
    yield (
        f"Places {at} and {at + 1} are both {role} messages{more}: chat templates that insist on taking turns "
        "(Mistral's, Gemma's) may refuse that, some systems join the two into one."
    )


def _new(one: ViewMessage, two: ViewMessage) -> bool:
    """Whether the two did not stand beside each other before."""
    if "added" in (one.origin, two.origin):
        return True
    return one.index is None or two.index is None or two.index != one.index + 1


def _read(compaction: Compaction, place: int) -> Iterator[str]:
    view, wrapper = compaction.view, compaction.wrapper
    role = view[place].message.role
    last = compaction.request.indexes[-1]
    newer = sum(entry.index is not None and entry.index > last for entry in view[:place])
    if role == "assistant":
        yield (
            "Role assistant: the model may take the summary for words of its own and repeat it to the user as an "
            "answer."
        )
    elif role == "user" and not wrapper.reference_only:
        yield (
            "Role user, and nothing says that it is for reference only: the model may take what the summary says was "
            "asked for as an order of the user."
        )
    if place == len(view) - 1:
        behind = f", behind {count(newer, 'newer message')}" if newer else ""
        yield f"It stands last{behind}: until someone speaks again, it is what the model goes on from."
    elif newer:
        yield f"It stands behind {count(newer, 'newer message')}, so the order of the list is not that of the events."
    if place < len(view) - 1 and view[-1].origin == "added" and view[-1].message.role == "assistant":
        yield "The list ends in an assistant message that was added: nothing in it asks for an answer."
