"""OpenHands' view: the events of the log that the model sees, after condensations and without what a provider refuses.

Source: openhands-sdk 1.58.2, ``context/view/view.py`` and ``context/view/properties/``. One property after another
drops what breaks it; as soon as one dropped something, all are looked at again from the first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from compaction_core.strategies.openhands.events import Condensation, Entry, Event, Request

Id = int | str


def view(log: Sequence[Entry]) -> tuple[list[Event], bool]:
    """The view, and whether a request for a condensation is not answered yet."""
    seen: list[Event] = []
    requested = False
    for entry in log:
        if isinstance(entry, Condensation):
            seen, requested = applied(seen, entry), False
        elif isinstance(entry, Request):
            requested = True
        else:
            seen.append(entry)
    return enforced(seen, log), requested


def applied(events: Sequence[Event], condensation: Condensation) -> list[Event]:
    """The events after a condensation, its summary among them."""
    left = [event for event in events if event.id not in condensation.forgotten]
    left.insert(
        condensation.offset, Event(condensation.summary_id, "summary", tokens=condensation.summary_tokens)
    )  # fmt: skip
    return left


def enforced(events: Sequence[Event], log: Sequence[Entry]) -> list[Event]:
    """What is left when no property is broken any more."""
    left = list(events)
    while True:
        broken = next((found for check in PROPERTIES if (found := check(left, log))), None)
        if broken is None:
            return left
        left = [event for event in left if event.id not in broken]


def _repeated(events: Sequence[Event], log: Sequence[Entry]) -> set[Id]:  # noqa: ARG001
    """Later results of a call id that has one."""
    seen: set[str] = set()
    found: set[Id] = set()
    for event in events:
        if event.type == "observation":
            if event.call_id in seen:
                found.add(event.id)
            seen.add(event.call_id)
    return found


def _torn(events: Sequence[Event], log: Sequence[Entry]) -> set[Id]:
    """Calls of an answer of which another call is gone."""
    whole = _answers(entry for entry in log if isinstance(entry, Event))
    return {id for response, ids in _answers(events).items() if ids != whole[response] for id in ids}


def _answers(events: Iterable[Event]) -> dict[str, set[Id]]:
    found: dict[str, set[Id]] = {}
    for event in events:
        if event.type == "action":
            found.setdefault(event.response, set()).add(event.id)
    return found


def _unmatched(events: Sequence[Event], log: Sequence[Entry]) -> set[Id]:  # noqa: ARG001
    """Calls without a result and results without a call."""
    called = {event.call_id for event in events if event.type == "action"}
    answered = {event.call_id for event in events if event.type == "observation"}
    return {
        event.id
        for event in events
        if (event.type == "action" and event.call_id not in answered)
        or (event.type == "observation" and event.call_id not in called)
    }


def _broken_loops(events: Sequence[Event], log: Sequence[Entry]) -> set[Id]:
    """What is left of a thinking loop that is not whole."""
    here = {event.id for event in events}
    return {id for loop in loops(log) if not loop <= here for id in loop & here}


def loops(log: Sequence[Entry]) -> Iterator[set[Id]]:
    """From a call with thinking on, all calls and results, until another such call or anything else."""
    current: set[Id] | None = None
    for entry in log:
        tool = isinstance(entry, Event) and entry.type in ("action", "observation")
        if isinstance(entry, Event) and entry.type == "action" and entry.thinking:
            if current is not None:
                yield current
            current = {entry.id}
        elif isinstance(entry, Event) and tool:
            if current is not None:
                current.add(entry.id)
        elif current is not None:
            yield current
            current = None
    if current is not None:
        yield current


PROPERTIES: tuple[Callable[[Sequence[Event], Sequence[Entry]], set[Id]], ...] = (
    _repeated,
    _torn,
    _unmatched,
    _broken_loops,
)


def manipulation_indexes(events: Sequence[Event]) -> list[int]:
    """Where the view may be cut, ascending, of 0 … len(events).

    Not between calls of one answer that stand side by side, not while a call waits for its result, and not inside a
    thinking loop; a call with thinking begins a new one.
    """
    closed: set[int] = set()
    waiting: set[str] = set()
    loop = False
    for index, event in enumerate(events):
        if event.type == "action":
            waiting.add(event.call_id)
            before = events[index - 1] if index else None
            if before is not None and before.type == "action" and before.response == event.response:
                closed.add(index)
        elif event.type == "observation":
            waiting.discard(event.call_id)
        if waiting:
            closed.add(index + 1)
        if event.type == "action" and event.thinking:
            loop = True
        elif event.type not in ("action", "observation"):
            loop = False
        elif loop:
            closed.add(index)
    return [index for index in range(len(events) + 1) if index not in closed]
