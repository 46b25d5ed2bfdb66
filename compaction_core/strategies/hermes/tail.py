"""Where Hermes' head ends and its tail starts.

Source: context_compressor.py (0.19.0). The walk counts tokens; then the cut moves so that no call is parted from its
results, and so that the user's last message and the last answer stay word for word.
"""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.session import Message

MOST_MESSAGES = 8
"""The tail holds so many messages whatever their size, if ``protect_last_n`` asks for as many."""
LEAST_MESSAGES = 3
SOFT = 1.5


class Row(NamedTuple):
    """What the search sees of a message."""

    role: str
    calls: tuple[str, ...] = ()
    """Ids of its calls."""
    result: str | None = None
    """Id of the call it answers."""
    says: bool = False
    """Whether it holds text."""
    summary: bool = False


def row_of(message: Message) -> Row:
    """A message as the search sees it."""
    calls: list[str] = []
    result, says = None, False
    for part in message.parts:
        if part.kind == "tool_call":
            calls.append(part.id)
        elif part.kind == "tool_result":
            result = part.call_id if result is None else result
        elif part.kind == "text":
            says = says or bool(part.text.strip())
    answers = result if message.role == "tool" else None
    return Row(message.role, tuple(calls), answers, says, message.summary is not None)


class Tail(NamedTuple):
    """The first message of the tail, and where the cut stood after each rule."""

    cut: int
    soft: int
    """Tokens the first walk may take."""
    floor: int
    """Messages that stay whatever their size."""
    walked: int
    taken: int
    """Tokens the first walk took."""
    again: int | None
    """Where the second walk, with the bare budget, stopped; None where the first did not take everything."""
    floored: int
    aligned: int
    user: int
    answer: int


def head_size(rows: Sequence[Row], protect_first_n: int) -> int:
    """Messages of the head before it is aligned: a system prompt, and the first ones."""
    return int(bool(rows) and rows[0].role == "system") + protect_first_n


def forward(rows: Sequence[Row], at: int) -> int:
    """The first message at or behind ``at`` that is no tool result."""
    while at < len(rows) and rows[at].role == "tool":
        at += 1
    return at


def backward(rows: Sequence[Row], at: int) -> int:
    """``at``, or the assistant's message whose results (or whose bare calls) end right before it."""
    if not 0 < at < len(rows):
        return at
    caller = at - 1
    while caller >= 0 and rows[caller].role == "tool":
        caller -= 1
    return caller if caller >= 0 and rows[caller].role == "assistant" and rows[caller].calls else at


def tail(rows: Sequence[Row], tokens: Sequence[int], start: int, budget: int, protect_last_n: int) -> Tail:
    """The tail of a list whose head ends before ``start``; the cut lies behind ``start``, even past the end."""
    n = len(rows)
    available = max(0, n - start - 1)
    least = max(LEAST_MESSAGES, min(protect_last_n, MOST_MESSAGES))
    floor = min(least, max(LEAST_MESSAGES, available - 2), available) if available > 1 else 0
    soft = int(budget * SOFT)

    walked, taken = n, 0
    for index in range(n - 1, start - 1, -1):
        if taken + tokens[index] > soft and n - index >= floor:
            break
        taken += tokens[index]
        walked = index
    again = _again(tokens, start, budget, floor) if walked <= start and 0 < taken <= soft else None

    cut = min(walked if again is None else again, n - floor)
    floored = cut if cut > start else max(n - floor, start + 1)
    aligned = backward(rows, floored)
    user = _with_user(rows, aligned, start)
    answer = _with_answer(rows, user, start)
    last = forward(rows, max(answer, start + 1))
    return Tail(last, soft, floor, walked, taken, again, floored, aligned, user, answer)


def _again(tokens: Sequence[int], start: int, budget: int, floor: int) -> int:
    """Where the bare budget ends; here the message that does not fit is the first of the tail."""
    n, taken = len(tokens), 0
    cut = n
    for index in range(n - 1, start - 1, -1):
        cut = index
        if taken + tokens[index] > budget and n - index >= floor:
            break
        taken += tokens[index]
    return cut


def _with_user(rows: Sequence[Row], cut: int, start: int) -> int:
    """The cut in front of the user's last message; behind its whole exchange if that opens the middle."""
    own = (i for i in range(len(rows) - 1, start - 1, -1) if rows[i].role == "user" and not rows[i].summary)
    last = next(own, None)
    if last is None or last >= cut:
        return cut
    if last > start:
        return last
    end = last + 1
    if end < len(rows) and rows[end].role == "assistant":
        end = forward(rows, end + 1)
    return max(end, start + 1)


def _with_answer(rows: Sequence[Row], cut: int, start: int) -> int:
    """The cut in front of the last answer with text, or of the last one of any kind."""
    answers = [i for i in range(len(rows) - 1, start - 1, -1) if rows[i].role == "assistant"]
    last = next((i for i in answers if rows[i].says), answers[0] if answers else None)
    if last is None or last >= cut:
        return cut
    return max(backward(rows, last), start + 1)
