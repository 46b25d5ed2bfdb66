"""Axis 7 at work: how far back a cut must lie, and which old messages stay before it."""

from compaction_core.session import Text
from compaction_core.strategies.composed.axes.cutting import Anchors
from compaction_core.strategies.composed.items import Listed


def is_open(found: Listed) -> bool:
    """Whether the last message is an answer whose calls wait for their results."""
    return bool(found.items) and found.items[-1].calls


def latest(found: Listed, anchors: Anchors) -> tuple[int, str]:
    """The last place where the cut may lie, and what holds it there; the end and "" where nothing does."""
    bounds = [(len(found), "")]
    held = anchors.least_tail + (anchors.open_call and is_open(found))
    if held:
        why = " and the open call" if anchors.open_call and is_open(found) and anchors.least_tail else ""
        words = f"the newest {held - bool(why):,}{why} stay" if anchors.least_tail else "the open call stays"
        bounds.append((max(0, len(found) - held), words))
    if anchors.last_user:
        bounds += [(i, "the user's newest message stays") for i in _newest(found, "user")]
    if anchors.last_answer:
        bounds += [(i, "the newest answer stays") for i in _newest(found, "assistant")]
    return min(bounds, key=lambda bound: bound[0])


def _newest(found: Listed, role: str) -> tuple[int, ...]:
    """The place of the newest message of a role that says something and is no summary; none if there is none."""
    for i in range(len(found) - 1, -1, -1):
        item = found.items[i]
        if item.role == role and not item.summary and _says(found, i):
            return (i,)
    return ()


def _says(found: Listed, place: int) -> bool:
    message = found.messages[found.items[place].rows[0]]
    if message.role == "user":
        return "meta" not in message.flags
    return any(isinstance(part, Text) and part.text for part in message.parts)


def recent_results(found: Listed, tail: int, budget: int) -> frozenset[int]:
    """Session indexes before ``tail`` of the newest tool results within ``budget`` tokens, with their batches."""
    context = found.context
    messages, counts = context.session.messages, context.measured.counts
    callers = {result: call for (call, _), result in context.session.result_of.items()}
    batch: dict[int, list[int]] = {}
    for result, call in callers.items():
        batch.setdefault(call, []).append(result)
    stay: set[int] = set()
    for row in reversed(context.rows):
        if messages[row].result is None or row in stay:
            continue
        budget -= counts[row]
        if budget < 0:
            break
        if row < tail:
            stay |= {callers[row], *batch[callers[row]]} if row in callers else {row}
    return frozenset(row for row in stay if context.start <= row < tail)
