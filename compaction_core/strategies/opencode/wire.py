"""How large a run of entries is: opencode writes it as JSON for the AI SDK and takes a quarter of the characters.

Our own writing of that form; its lengths equal those of the release on every case recorded from it. Where no case
says so it is an estimate: images and files (written with their whole data URI), reasoning (without its signature).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from compaction_core.js import json_length
from compaction_core.session import Message, ToolCall
from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode.entries import Entry
from compaction_core.tokens.opencode import FAILED, FRAME, LIST, RESULT, part_length, quarter

Size = Callable[[int, int], int]
"""Tokens of the entries from the first number up to, not including, the second."""
UNFINISHED = 34
"""A call without a result is written with an error in its place: a JSON string of so many UTF-16 units."""


class Written(NamedTuple):
    """What an entry becomes: how many messages, and how long they are together, commas between them left out."""

    messages: int
    length: int


def sizes(context: Context, entries: Sequence[Entry], blanked: Mapping[int, str] | None = None) -> Size:
    """By the release's estimate, or by the sums of another counter if one was chosen.

    The release rounds once for a run: its messages, a comma between each two, and two brackets. The walk asks from the
    newest entry back, so older ones are written only when it gets there; each is written once.

    ``blanked`` holds what stands in place of cleared outputs, by message.
    """
    if context.measured.counter != "opencode":
        counts = context.measured.counts
        prefix = (0, *accumulate(sum(counts[index] for index in entry.indexes) for entry in entries))
        return lambda start, stop: prefix[stop] - prefix[start]
    messages, hidden, count = context.session.messages, blanked or {}, len(entries)
    behind = [Written(0, 0)]  # what the last 0, 1, 2 … entries become together, as far as anyone asked

    def last(number: int) -> Written:
        while len(behind) <= number:
            more, so_far = written(entries[count - len(behind)], messages, hidden), behind[-1]
            behind.append(Written(so_far.messages + more.messages, so_far.length + more.length))
        return behind[number]

    def size(start: int, stop: int) -> int:
        whole, rest = last(count - start), last(count - stop)
        commas = max(0, whole.messages - rest.messages - 1)
        return quarter(LIST + whole.length - rest.length + commas)

    return size


def written(entry: Entry, messages: Sequence[Message], blanked: Mapping[int, str]) -> Written:
    """A user message is one message; an assistant message is one, and one more for all its results."""
    head = messages[entry.indexes[0]]
    parts = [part_length(part) for part in head.parts if entry.kind == "user" or part.kind != "text" or part.text]
    found = [_framed(head.role, parts)] if parts else []
    calls = [part for part in head.parts if part.kind == "tool_call"]
    if calls:
        found.append(_framed("tool", _results(entry, calls, messages, blanked)))
    return Written(len(found), sum(found))


def _framed(role: str, parts: Sequence[int]) -> int:
    return FRAME + len(role) + sum(parts) + len(parts) - 1


def _results(
    entry: Entry, calls: Sequence[ToolCall], messages: Sequence[Message], blanked: Mapping[int, str]
) -> list[int]:
    """The parts of the tool message: one for each call, in the calls' order."""
    answers = {output.call: output.message for output in entry.outputs}
    lengths: list[int] = []
    for place, call in enumerate(calls):
        name, index = json_length(call.name), answers.get(place)
        if index is None:
            lengths.append(FAILED + json_length(call.id) + name + UNFINISHED)
        elif index in blanked:
            lengths.append(RESULT + json_length(call.id) + name + json_length(blanked[index]))
        else:
            parts = messages[index].parts
            lengths.append(name + sum(map(part_length, parts)) + len(parts) - 1)
    return lengths
