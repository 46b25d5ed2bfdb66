"""The listing, and what one way's range and the decision say in steps."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.google_adk.choosing import Attempt, Settings
from compaction_core.strategies.google_adk.events import Event, view
from compaction_core.strategies.google_adk.selecting import Range, span
from compaction_core.strategies.step import Decision, Effect, Fate, Rejected, Step
from compaction_core.turns import runs

LISTING: tuple[str, ...] = (
    "tokens = the last reported prompt, else characters / 4",
    "if tokens >= token_threshold:",
    "    candidates = the events newer than the latest summary",
    "    leave the last event_retention_size, and the call of each result among them",
    "    range = the longest start of the rest without an open call",
    "    the latest summary goes in front of it: the new one takes its place",
    "if that gave nothing and compaction_interval invocations are new:",
    "    candidates = overlap_size invocations before the first new one, to the last new one",
    "    range = the longest start of them without an open call",
    "calls that nothing can answer any more are not open",
    "if the range is not larger than the latest summary: stop",
    "ask for a summary of the range",
    "it stands at the end of the range, and everything inside the range goes",
)
TOKENS, BY_TOKENS, NEWER, RETAIN, RANGE, SEED, BY_INVOCATIONS, OVERLAP, WINDOW, DEAD, WORTH, ASK, PLACE = range(
    len(LISTING)
)


def attempt(events: Sequence[Event], tried: Attempt, settings: Settings, tokens: int) -> Iterator[Step]:
    """What one way looks at, and where its range ends."""
    found = tried.found
    by_tokens = found.trigger == "token_threshold"
    if tried.verdict == "not reached":
        why = f"{amount(tokens, 'tokens')} are below the threshold" if by_tokens else _few(found)
        yield _refused(BY_TOKENS if by_tokens else BY_INVOCATIONS, "not reached", f"{why}: this way does nothing.")
        return
    yield from _tail(events, found, settings) if by_tokens else _invocations(events, found)
    if not found.chosen:
        if found.wanted:
            text = "The oldest of them makes a call that is still open: nothing can be taken."
            yield _refused(RANGE if by_tokens else WINDOW, "open call", text)
        return
    yield from _prefix(events, found)
    if found.seed is not None:
        text = f"The summary at #{events[found.seed].message} is read first; the new one takes its place."
        yield Step(kind="measure", line=SEED, candidate=events[found.seed].message, text=text)
    if tried.verdict == "not worth it":
        text = (
            f"An empty summary would take {tried.removable:,} characters off the request, and the latest summary has "
            f"{tried.previous:,}: not worth a new one."
        )
        yield _refused(WORTH, "not worth it", text)


def taken(events: Sequence[Event], found: Range, before: str | None) -> Iterator[Step]:
    """The fates, and the decision."""
    start, end = span(events, found)
    stays = {place for place in view([*events, Event(end, None, span=(start, end))]) if place < len(events)}
    read = {*found.chosen, *(() if found.seed is None else (found.seed,))}
    fates: dict[Fate, list[int]] = {"summarize": [], "drop": []}
    for place, event in enumerate(events):
        if place not in stays and event.message is not None:
            fates["summarize" if place in read else "drop"].append(event.message)
    gone, unread = fates["summarize"], fates["drop"]
    covered = f" {amount(len(unread), 'earlier summaries')} inside it go unread." if unread else ""
    yield Step(
        kind="apply",
        line=ASK,
        effects=tuple(
            Effect(fate=fate, start=a, stop=b) for fate, numbers in fates.items() for a, b in runs(sorted(numbers))
        ),
        text=f"{amount(len(gone), 'messages')} from #{min(gone)} to #{max(gone)} are summarized.{covered}",
    )
    cut = max(*gone, *unread) + 1 if unread else max(gone) + 1
    yield Step(
        kind="decide",
        line=PLACE,
        text=(
            f"The summary is an event of the model at the end of its range, behind #{cut - 1}; "
            f"{amount(len(stays), 'events')} stay. The log keeps everything."
        ),
        decision=Decision(cut=cut, mode_used=found.trigger, fallback_reason=before),
    )


def _tail(events: Sequence[Event], found: Range, settings: Settings) -> Iterator[Step]:
    """Candidates and the split of the way by tokens."""
    retained, count = 0 if settings.tokens is None else settings.tokens[1], len(found.candidates)
    newer = "" if found.seed is None else " newer than the latest summary"
    text = f"{amount(count, 'events')}{newer}, and {retained:,} are to stay"
    if count <= retained:
        yield _refused(NEWER, "too few events", f"{text}: nothing is left to take.")
        return
    yield Step(kind="measure", line=NEWER, text=f"{text}.", variables={"candidates": count, "retained": retained})
    early = count - retained - found.wanted
    at = count if found.wanted == count else found.wanted
    text = f"The first {amount(found.wanted, 'events')} could go."
    if early:
        text = f"{text} That is {early:,} fewer than {count - retained:,}: a kept result would lose its call."
    yield Step(
        kind="candidate",
        line=RETAIN,
        candidate=_number(events, found.candidates, at),
        valid=found.wanted > 0,
        text=text,
        variables={"split": found.wanted},
    )


def _invocations(events: Sequence[Event], found: Range) -> Iterator[Step]:
    """Candidates of the way by invocations."""
    if not found.candidates:
        yield _refused(BY_INVOCATIONS, "too few invocations", f"{_few(found)}: nothing is left to take.")
        return
    first = events[found.candidates[0]].message
    taken = len({events[place].invocation for place in found.candidates})
    yield Step(
        kind="measure",
        line=OVERLAP,
        candidate=first,
        text=(
            f"{amount(found.new, 'new invocations')}, and {taken - found.new:,} before them once more: "
            f"{amount(len(found.candidates), 'events')} from #{first} on, up to the newest."
        ),
        variables={"new": found.new, "taken": taken},
    )


def _prefix(events: Sequence[Event], found: Range) -> Iterator[Step]:
    """Where open calls end the range."""
    prefix, line = found.prefix, RANGE if found.trigger == "token_threshold" else WINDOW
    numbers = [events[place].message or 0 for place in found.candidates[: found.wanted]]
    if prefix.dead:
        text = (
            f"{amount(len(prefix.dead), 'calls')} can never be answered, so the range goes on behind them: "
            f"{prefix.length:,} events instead of {prefix.strict:,}."
        )
        yield Step(kind="measure", line=DEAD, candidate=numbers[prefix.strict], text=text)
    left = numbers[prefix.length :]
    stop = _number(events, found.candidates, prefix.length)
    ends = f" {amount(len(left), 'events')} from #{left[0]} on stay, because a call is open there." if left else ""
    yield Step(
        kind="candidate",
        line=line,
        candidate=stop,
        valid=True,
        rejected=(Rejected(start=left[0], stop=left[-1] + 1, reason="a call is open"),) if left else (),
        text=f"The range has {amount(prefix.length, 'events')}, #{numbers[0]} to #{numbers[prefix.length - 1]}.{ends}",
        variables={"range": prefix.length},
    )


def _number(events: Sequence[Event], candidates: Sequence[int], at: int) -> int | None:
    """The message of the candidate at a place; behind the last one, the number after it."""
    if at < len(candidates):
        return events[candidates[at]].message
    last = events[candidates[-1]].message if candidates else None
    return None if last is None else last + 1


def _few(found: Range) -> str:
    return f"There are {amount(found.new, 'new invocations')}"


def _refused(line: int, reason: str, text: str) -> Step:
    return Step(kind="measure", line=line, valid=False, reason=reason, text=text)


def amount(count: int, unit: str) -> str:
    """A number with its unit.

    >>> amount(1, "events"), amount(2, "earlier summaries"), amount(1, "earlier summaries")
    ('1 event', '2 earlier summaries', '1 earlier summary')
    """
    if count != 1:
        return f"{count:,} {unit}"
    return f"1 {unit[:-3]}y" if unit.endswith("ies") else f"1 {unit[:-1]}"
