"""How the forgotten range was found, told in steps."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.openhands.choose import Choice, Settings
from compaction_core.strategies.openhands.events import Event
from compaction_core.strategies.openhands.listing import END, LEGAL, LINES, START, TOKENS
from compaction_core.strategies.openhands.view import manipulation_indexes
from compaction_core.strategies.step import Step
from compaction_core.words import count


def chosen(view: Sequence[Event], choice: Choice, settings: Settings, extra: int) -> Iterator[Step]:
    """The tails, and the legal places around what is forgotten. ``extra`` tokens stand in no event."""
    size = len(view)
    decides = "tokens" in choice.tails and choice.tails["tokens"] == min(choice.tails.values())
    yield from _search(view, choice, settings, decides)
    for reason, tail in choice.tails.items():
        rule = {
            "request": f"half of {size:,} events",
            "events": f"half of the {settings.max_size:,} events",
            "tokens": f"what leaves less than {(settings.max_tokens or 0) // 2:,} tokens",
        }[reason]
        less = "" if reason == "tokens" else f", less {settings.keep_first:,} at the start and 1 for the summary"
        yield Step(
            kind="measure",
            line=LINES[reason],
            text=f"{rule[0].upper()}{rule[1:]}{less}: {count(tail, 'event')} may stay at the end.",
            variables={"tail": tail},
        )
    legal = manipulation_indexes(view)
    yield Step(
        kind="measure",
        line=LEGAL,
        text=f"{len(legal):,} of the {size + 1:,} places between events are legal for a cut.",
        variables={"legal": len(legal), "keep_first": settings.keep_first},
    )
    yield _place(view, START, "start", settings.keep_first, choice.start)
    yield _place(view, END, "end", choice.wanted, choice.end)
    if decides and choice.refused is None and choice.start is not None and choice.end is not None and choice.end < size:
        kept = sum(event.tokens for event in (*view[: choice.start], *view[choice.end :])) + extra
        goal = (settings.max_tokens or 0) // 2
        yield Step(
            kind="measure",
            line=END,
            candidate=view[choice.end].message,
            valid=kept < goal,
            kept_tokens=kept,
            goal=goal,
            text=f"That leaves {kept:,} tokens, {'less' if kept < goal else 'not less'} than half the limit, {goal:,}.",
        )


def _search(view: Sequence[Event], choice: Choice, settings: Settings, decides: bool) -> Iterator[Step]:
    """Two steps a round of the search for tokens; the sums are compared where they decide."""
    goal = (settings.max_tokens or 0) // 2
    for number, one in enumerate(choice.probes):
        place = settings.keep_first + one.prefix
        yield Step(
            kind="try",
            line=TOKENS,
            attempt=number,
            text=f"Forget {count(one.prefix, 'event')} behind the first {settings.keep_first:,}.",
        )
        yield Step(
            kind="measure",
            line=TOKENS,
            attempt=number,
            candidate=view[place].message if place < len(view) else None,
            valid=one.enough,
            reason=None if one.enough else "leaves too much",
            kept_tokens=one.tokens if decides and place < len(view) else None,
            goal=goal,
            text=f"That leaves {one.tokens:,} tokens, {'less' if one.enough else 'not less'} than {goal:,}.",
        )


def _place(view: Sequence[Event], line: int, name: str, wanted: int, found: int | None) -> Step:
    moved = "" if found == wanted else f"; event {wanted:,} itself is no legal place" if wanted <= len(view) else ""
    where = "behind the last event" if found == len(view) else f"at event {found:,}" if found is not None else ""
    text = f"The forgotten part {'begins' if line == START else 'ends'} {where}{moved}."
    if found is None:
        text = f"From place {wanted:,} on there is no legal one: the view has {count(len(view), 'event')}."
    return Step(
        kind="candidate",
        line=line,
        candidate=view[found].message if found is not None and found < len(view) else None,
        valid=found is not None,
        reason="next legal place",
        text=text,
        variables={name: found},
    )
