"""Each reported usage with our count of the list that the model had at that call."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from compaction_core.reported.records import Call
from compaction_core.session import Message, Session
from compaction_core.tokens import Measured


def calls_of(session: Session, measured: Measured) -> tuple[list[Call], list[int]]:
    """Every call once, and the messages whose usage only repeats that of a call before them.

    The list of a call is what stands since the last recorded compaction, with the messages that it kept and the tool
    schemas. After a recorded clearing, every result before it that the file calls pruned counts as gone: which
    clearing took which is not recorded.
    """
    found: list[Call] = []
    repeats: list[int] = []
    before = _Before(session, measured)
    messages, counts = session.messages, measured.counts
    for index, message in enumerate(messages):
        usage = message.usage
        if usage is None:
            continue
        context = usage.input + usage.cache_read + usage.cache_write
        if not context and not usage.output:
            continue
        first = answer_start(messages, index)
        if found:
            last = found[-1]
            if last.message >= first:  # rows of one streamed answer: the last holds the final count of the output
                repeats.append(last.message)
                found.pop()
                context = context or last.context
            elif last.context == context and last.output == usage.output and messages[last.message].usage == usage:
                repeats.append(index)
                continue
        answer = counts[index] if first == index else _answered(messages, counts, first, index)
        start, counted = before.at(first)
        found.append(Call(index, first, start, message.model, context, counted, usage.output, answer, usage.reasoning))
    return found, repeats


def answer_start(messages: tuple[Message, ...], index: int) -> int:
    """The first message of the answer that ends with messages[index]: several rows may be one answer."""
    first = index
    while first and _same_answer(messages[first - 1], messages[index]):
        first -= 1
    return first


def silent(session: Session, calls: Sequence[Call]) -> Iterator[int]:
    """The last message of each answer that is part of no reported call: assistant messages in a row are one answer."""
    heard = -1
    ends = iter((*((call.first, call.message) for call in calls), (len(session.messages), len(session.messages))))
    first, end = next(ends)
    last = -1
    for index, message in enumerate(session.messages):
        while index > end:
            first, end = next(ends)
        if message.role != "assistant":
            if last > heard:
                yield last
            last = -1
        elif first <= index or (message.usage is not None and message.usage.total):
            heard = last = index
        elif message.summary is None and not {"synthetic", "error"} & {*message.flags}:
            last = index
    if last > heard:
        yield last


def _same_answer(before: Message, message: Message) -> bool:
    """An id of the provider's tells; without one, assistant messages in a row with one usage between them."""
    if before.id is not None and message.id is not None:
        return before.id == message.id
    if before.role != "assistant" or before.summary is not None or before.flags:
        return False
    return before.usage is None or before.usage == message.usage


def _answered(messages: tuple[Message, ...], counts: tuple[int, ...], first: int, last: int) -> int:
    return sum(counts[i] for i in range(first, last + 1) if messages[i].role == "assistant")


class _Before:
    """Tokens of the list before a message; each context's start is worked out once."""

    def __init__(self, session: Session, measured: Measured) -> None:
        counts, self._prefix = measured.counts, measured.prefix
        self._carried = {0: measured.tools}
        for start, kept in session.kept_before.items():
            stayed = (*(i for i in session.prompts if i < start), *kept)
            self._carried[start] = measured.tools + sum(counts[i] for i in stayed)
        self._starts = sorted(self._carried)
        self._clears = sorted(c.index for c in session.compactions if c.kind == "clear")
        self._pruned: tuple[int, ...] = ()
        if self._clears:
            results = measured.columns.get("tool_result", (0,) * measured.length)
            gone = (n if "pruned" in m.flags else 0 for n, m in zip(results, session.messages, strict=True))
            self._pruned = (0, *accumulate(gone))
        self._at = self._cleared = 0

    def at(self, index: int) -> tuple[int, int]:
        """Where the context before messages[index] starts, and its tokens; asked for in ascending order."""
        while self._at + 1 < len(self._starts) and self._starts[self._at + 1] < index:
            self._at += 1
        while self._cleared < len(self._clears) and self._clears[self._cleared] <= index:
            self._cleared += 1
        start = self._starts[self._at]
        counted = self._prefix[index] - self._prefix[start] + self._carried[start]
        if self._cleared:
            last = self._clears[self._cleared - 1]
            if last > start:
                counted -= self._pruned[last] - self._pruned[start]
        return start, counted
