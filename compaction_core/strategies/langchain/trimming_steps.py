"""``trim_messages`` told in steps."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.langchain.parameters import TrimMessagesParameters
from compaction_core.strategies.langchain.shared import Recount, effects, nothing
from compaction_core.strategies.langchain.trimming import (
    KINDS,
    Kind,
    Trimmed,
    characters,
    part_of,
    trim_first,
    trim_last,
)
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.words import count

MODE = "trim"
LISTING: tuple[str, ...] = (
    "last: drop from the end until a message is of a kind in end_on",
    "include_system: budget = max_tokens - tokens(system prompt), which stays",
    "if everything fits: keep it",
    "size = most messages at that end that fit, by bisection",
    "    middle = (low + high + 1) // 2; if tokens(middle messages) <= budget: low = middle; else high = middle - 1",
    "allow_partial: of the next message, as many lines as still fit",
    "drop on the other side until a message is of a kind in start_on",
    "everything else is gone, without a summary",
)
END, SYSTEM, ALL, SIZE, BISECT, PART, START, GONE = range(len(LISTING))


def kinds_of(chosen: str) -> tuple[Kind, ...]:
    """The kinds that a setting names; none for any."""
    found: tuple[Kind, ...] = ("human", "ai", "tool", "system")
    return tuple(kind for kind in found if kind in chosen.split(", "))


def steps(context: Context) -> Iterator[Step]:
    """Search, cut, drop; the last step decides."""
    settings: TrimMessagesParameters = context.parameters
    limit = context.context_window if settings.max_tokens is None else settings.max_tokens
    if limit is None:
        why = "The window is not known and no number of tokens is set; trim_messages needs one."
        yield nothing(MODE, ALL, why, error=why)
        return
    rows = _rows(context)
    messages = [context.session.messages[row] for row in rows]
    found = _trimmed(context, rows, messages, limit)
    total = sum(context.measured.counts[row] for row in rows)
    side = "newest" if settings.keep_end == "last" else "oldest"
    yield Step(
        kind="start",
        line=SYSTEM if found.system else SIZE,
        goal=found.budget,
        text=(
            f"{count(len(rows))} with {total:,} tokens; the {side} may stay up to {count(limit, 'token')}"
            + (f", {found.budget:,} without the system prompt, which stays." if found.system else ".")
        ),
        variables={"count": len(rows), "tokens": total, "budget": found.budget},
    )
    yield from _probes(rows, found, settings.keep_end == "last")
    yield from _end(context, rows, messages, found)


def _rows(context: Context) -> tuple[int, ...]:
    """The list: without prompts, but with the first one where it is asked for."""
    settings: TrimMessagesParameters = context.parameters
    if not settings.include_system or settings.keep_end == "first":
        return context.rows
    prompts = (i for i in range(context.end) if context.session.messages[i].is_prompt)
    first = next(prompts, None)
    return context.rows if first is None else (first, *context.rows)


def _trimmed(context: Context, rows: Sequence[int], messages: Sequence[Message], limit: int) -> Trimmed:
    settings: TrimMessagesParameters = context.parameters
    prefix = list(accumulate((context.measured.counts[row] for row in rows), initial=0))
    tokens, newest = Recount(context.measured.counter), settings.keep_end == "last"

    def count(start: int, stop: int) -> int:
        return prefix[stop] - prefix[start]

    def part(place: int, room: int) -> Message | None:
        return part_of(messages[place], room, tokens, newest)

    kinds = [KINDS[message.role] for message in messages]
    partial = part if settings.allow_partial else None
    end_on = kinds_of(settings.end_on)
    if not newest:
        return trim_first(kinds, limit, count, end_on=end_on, partial=partial)
    return trim_last(
        kinds, limit, count, start_on=kinds_of(settings.start_on), end_on=end_on,
        include_system=settings.include_system, partial=partial,
    )  # fmt: skip


def _probes(rows: Sequence[int], found: Trimmed, newest: bool) -> Iterator[Step]:
    """Two steps a round: how many are tried, and what they count."""
    for number, one in enumerate(found.probes):
        side = "newest" if newest else "oldest"
        where = _edge(rows, found, one.size, newest)
        yield Step(
            kind="try",
            line=ALL if not number else BISECT,
            attempt=number,
            text=f"The whole list at once, {count(one.size)}." if not number else f"The {side} {count(one.size)}.",
        )
        yield Step(
            kind="measure",
            line=ALL if not number else BISECT,
            attempt=number,
            candidate=where,
            valid=one.fits,
            reason=None if one.fits else "too many tokens",
            kept_tokens=one.tokens if newest and where is not None else None,
            goal=found.budget,
            text=(
                f"{one.tokens:,} tokens {'fit into' if one.fits else 'do not fit into'} {found.budget:,}"
                + (": all of them may stay." if one.fits and not number else ".")
            ),
        )

    if newest and len(found.probes) > 1 and found.fitted:
        where = _edge(rows, found, found.fitted, newest)
        tokens = next(one.tokens for one in reversed(found.probes) if one.size == found.fitted)
        yield Step(
            kind="measure", line=SIZE, candidate=where, valid=True, kept_tokens=tokens, goal=found.budget,
            text=f"From #{where} on {count(found.fitted)} with {tokens:,} tokens fit, and not one more.",
        )  # fmt: skip


def _edge(rows: Sequence[int], found: Trimmed, size: int, newest: bool) -> int | None:
    """The message at the inner side of so many; None for none."""
    if not size:
        return None
    return rows[found.stop - size] if newest else rows[size - 1]


def _end(context: Context, rows: Sequence[int], messages: Sequence[Message], found: Trimmed) -> Iterator[Step]:
    """The part of a message, what goes, and the decision."""
    kept = set(found.kept)
    gone = [place for place in range(len(rows)) if place not in kept and not messages[place].is_prompt]
    if found.cut is not None and found.part is not None:
        whole, left = characters(messages[found.cut]), characters(found.part)
        row = rows[found.cut]
        yield Step(
            kind="apply", line=PART, candidate=row,
            effects=(Effect(fate="truncate", start=row, stop=row + 1, instead=found.part),),
            text=f"Of #{row} stay {left:,} of {whole:,} characters, in whole lines.",
        )  # fmt: skip
    if not gone and found.part is None:
        yield nothing(MODE, ALL, "Everything fits: every message stays.")
        return
    settings: TrimMessagesParameters = context.parameters
    last = settings.keep_end == "last"
    dropped = found.start - (found.stop - found.fitted) if last else found.fitted - found.stop
    if dropped > 0:
        which = settings.start_on if last else settings.end_on
        yield Step(
            kind="candidate", line=START if last else END, valid=False, reason="not of the kind asked for",
            text=f"{count(dropped)} that would fit {'goes' if dropped == 1 else 'go'} too: the list must "
            f"{'start' if last else 'end'} on {which}.",
        )  # fmt: skip
    tokens = sum(context.measured.counts[rows[place]] for place in gone)
    yield Step(
        kind="apply",
        line=GONE,
        effects=effects(rows, gone, "drop"),
        text=f"{count(len(gone))} with {tokens:,} tokens {'is' if len(gone) == 1 else 'are'} gone, without a summary.",
    )
    cut = max(rows[place] for place in gone) + 1 if gone else context.start
    left = sum(context.measured.counts[rows[place]] for place in found.kept)
    yield Step(
        kind="decide",
        line=GONE,
        kept_tokens=left if found.part is None else None,
        text=f"The list goes on with {count(len(found.kept))}.",
        decision=Decision(cut=cut, mode_used=MODE),
    )
