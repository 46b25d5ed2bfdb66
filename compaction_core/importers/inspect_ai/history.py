"""The whole message list of an Inspect AI sample, and where its compactions lie in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from compaction_core.importers.inspect_ai.events import Call, Timeline, is_summarizers, key_of, said, summaries_of
from compaction_core.importers.inspect_ai.messages import Attachments, is_summary, merged_from
from compaction_core.importers.shared import recorded

_SHORT = 200  # a blanked result is a line
_MOST_SUMMARIES = 100
_MOST_LOOKED_AT = 2_000_000
_FRONT = 10  # a summary stands behind the prompts


@dataclass(frozen=True)
class Mark:
    """A compaction: the entry of the list that stands first afterwards, and the entries that stayed before it."""

    at: int
    event: dict[str, Any]
    kept: tuple[int, ...] = ()
    needs_note: bool = False
    """No summary stands at the place: the file only records the event."""
    written: dict[str, Any] | None = None
    """The summary where the list does not hold it: Inspect merged it with the message before, for the calls alone."""
    cleared: tuple[int, ...] = ()
    """Entries whose tool result was blanked, for an edit of the context."""


def history(listed: list[dict[str, Any]], found: Timeline, attachments: Attachments) -> list[dict[str, Any]]:
    """All messages of the main thread: the sample's own list, or where that was compacted, those of the calls too.

    Agents of Inspect keep the whole history in the sample; bridged agents hand back what their last call held.
    """
    held = {key_of(message) for message in listed}
    own = _own(found, listed, attachments)
    seen = _unseen(found.calls)
    sent = {key_of(message) for call in found.calls for message in call.new(seen)}
    answers = {key_of(call.output) for call in own if call.output is not None}
    return listed if listed and answers & sent <= held else _joined(found.calls, own, listed)


def thread_messages(calls: list[Call]) -> list[dict[str, Any]]:
    """All messages of a sub-agent's calls."""
    return _joined(calls, calls, [])


def marks(messages: list[dict[str, Any]], found: Timeline, attachments: Attachments) -> Iterator[Mark]:
    """Every compaction of the main thread, in order."""
    place, by_words = _first(map(key_of, messages)), _first(map(said, messages))
    results = _first(str(message.get("tool_call_id")) for message in messages)
    summaries = [at for at, message in enumerate(messages) if is_summary(message)]
    kept, room = recorded.Kept(), _MOST_LOOKED_AT
    for event, call, first in _compactions(found, _own(found, messages, attachments)):
        answer = place.get(key_of(call.output), len(messages)) if call is not None and call.output else len(messages)
        if event.get("type") == "edit":
            room -= call.size if call is not None and first else 0
            blanked = _blanked(messages, call, results) if call is not None and first and room > 0 else ()
            yield Mark(answer, event, cleared=tuple(blanked))
            continue
        while len(summaries) > 1 and summaries[1] < answer:
            summaries.pop(0)  # several before one answer: the last of them stands
        is_there = bool(summaries) and (call is None or summaries[0] < answer)
        start = summaries.pop(0) if is_there else answer
        room -= call.size if call is not None and first else 0
        told = list(call.sent()) if call is not None and first and room > 0 else []
        context = {id(one): place.get(key_of(one), by_words.get(said(one), -1)) for one in told}
        written = None
        if not is_there and event.get("type") == "summary":
            written = next((one for one in reversed(told) if is_summary(one) and context[id(one)] < 0), None)
        merged = (place.get(part, -1) for one in told if one is not written for part in merged_from(one))
        at_all = {*context.values(), *merged}
        stayed = kept.of(sorted(at for at in at_all if 0 <= at < start and not is_summary(messages[at])))
        yield Mark(start, event, stayed, needs_note=not is_there and written is None, written=written)


def _compactions(found: Timeline, own: list[Call]) -> list[tuple[dict[str, Any], Call | None, bool]]:
    """Each compaction with the agent's next call, and whether it is the last one before that call."""
    mine = {id(call) for call in own}
    made: list[tuple[dict[str, Any], Call | None, bool]] = []
    ahead: Call | None = None
    fresh = False
    for entry in reversed(found.entries):
        if not isinstance(entry, Call):
            made.append((entry, ahead, fresh))
            fresh = False
        elif id(entry) in mine:
            ahead, fresh = entry, True
    return made[::-1]


def _first(keys: Iterable[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for at, key in enumerate(keys):
        places.setdefault(key, at)
    return places


def _own(found: Timeline, messages: list[dict[str, Any]], attachments: Attachments) -> list[Call]:
    """The calls of the agent itself, without those that wrote a summary."""
    summaries = summaries_of(messages, attachments)
    for call in found.calls:
        summaries += summaries_of(list(islice(call.sent(), _FRONT)), attachments)
    unique = list(dict.fromkeys(summary for summary in summaries if summary))[:_MOST_SUMMARIES]
    return [call for call in found.calls if not unique or not is_summarizers(call, unique)]


def _joined(calls: list[Call], own: list[Call], listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was sent and answered, each message at its first place; then what the sample's list has besides."""
    mine = {id(call) for call in own}
    every: dict[str, dict[str, Any]] = {}
    seen = _unseen(calls)
    for call in calls:
        is_own = id(call) in mine
        for message in call.new(seen, but_last=not is_own):  # the last one asks for the summary
            every.setdefault(key_of(message), message)
        if is_own and call.output is not None:
            every.setdefault(key_of(call.output), call.output)
    for message in listed:
        every.setdefault(key_of(message), message)
    return list(every.values())


def _unseen(calls: list[Call]) -> bytearray:
    """A mark for each message of the pool, so that each is looked at once however often it was sent."""
    return bytearray(len(calls[0].pool) if calls else 0)


def _blanked(messages: list[dict[str, Any]], call: Call, results: dict[str, int]) -> Iterator[int]:
    """Tool results that a call's input holds with other, fewer words than the history does."""
    for message in call.sent():
        at = results.get(str(message.get("tool_call_id"))) if message.get("role") == "tool" else None
        content = message.get("content")
        if at is None or not isinstance(content, str) or content.startswith("attachment://"):
            continue
        if content != messages[at].get("content") and len(content) < _SHORT:
            yield at
