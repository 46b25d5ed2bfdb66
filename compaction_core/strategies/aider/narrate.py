"""One round of aider's way, told in steps."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.aider.listing import AGAIN, ASK, BACK, DROP, FEW, FITS, HEAD, ROUND, TAIL, WHOLE
from compaction_core.strategies.aider.summarizing import BUFFER, DEEPEST, SUMMARY, UNKNOWN_INPUT, Level
from compaction_core.strategies.step import Step
from compaction_core.words import count


def told(level: Level, rows: Sequence[int], limit: float, weak: int | None) -> Iterator[Step]:
    """One round."""
    yield Step(
        kind="try",
        line=ROUND,
        attempt=level.depth,
        goal=limit,
        kept_tokens=level.tokens,
        text=f"Depth {level.depth}: {count(len(level.items))} with {level.tokens:,} tokens{_with_summary(level)}.",
        variables={"depth": level.depth, "messages": len(level.items)},
    )
    if level.found is not None:
        yield from _split(level, rows, limit)
    if level.split is None:
        why = "They are too few to split" if level.depth <= DEEPEST else "This is as deep as it goes"
        if level.found is not None:
            why = "4 messages or fewer would stand before the tail"
        yield Step(kind="measure", line=WHOLE if level.found is not None else FEW, text=f"{why}: all are summarized.")
    else:
        yield from _head(level, rows, weak)
    yield _asked(level, limit)


def _split(level: Level, rows: Sequence[int], limit: float) -> Iterator[Step]:
    assert level.found is not None, "a split was looked for"  # noqa: S101
    below = len(level.items) - level.found
    first = "none" if not below else f"from {_name(level.items[level.found], rows)} on"
    yield Step(
        kind="measure",
        line=TAIL,
        candidate=_row(level.items[level.found], rows) if below else None,
        goal=limit // 2,
        text=f"The newest {count(below)} ({first}) stay below half of the limit, {limit // 2:,g} tokens.",
        variables={"split": level.found},
    )
    if level.split is not None and level.split < level.found:
        yield Step(
            kind="candidate",
            line=BACK,
            candidate=_row(level.items[level.split], rows),
            valid=True,
            kept_tokens=level.tail_tokens,
            text=(
                f"{_name(level.items[level.split], rows)} is the nearest before it that follows an answer: the tail "
                f"has {count(len(level.tail))} with {level.tail_tokens:,} tokens."
            ),
            variables={"split": level.split},
        )


def _head(level: Level, rows: Sequence[int], weak: int | None) -> Iterator[Step]:
    room = (weak or UNKNOWN_INPUT) - BUFFER
    known = f"{weak:,}" if weak else f"not known, taken as {UNKNOWN_INPUT:,}"
    yield Step(
        kind="measure",
        line=HEAD,
        goal=room,
        text=(
            f"The weak model's input is {known}: {max(0, room):,} tokens of the head fit, which are its first "
            f"{len(level.read):,} of {count(len(level.read) + len(level.dropped))}."
        ),
    )
    gone = [rows[item] for item in level.dropped if item != SUMMARY]
    if level.dropped:
        too = " The summary of the round before is among them." if SUMMARY in level.dropped else ""
        yield Step(
            kind="measure",
            line=DROP,
            valid=False,
            reason="does not fit the weak model",
            candidate=gone[0] if gone else None,
            text=f"{count(len(level.dropped))} of the head do not fit: they are dropped, and no model reads them.{too}",
        )


def _asked(level: Level, limit: float) -> Step:
    """What comes of the summary."""
    if level.end == "whole":
        return Step(kind="measure", line=ASK, text=f"The weak model reads {count(len(level.read))}; nothing is kept.")
    if level.summary_tokens is None:
        room = limit - level.tail_tokens
        text = f"How long the summary becomes is not known; below {room:,g} tokens it fits, and so it is assumed."
        return Step(kind="measure", line=FITS, valid=True, kept_tokens=level.tail_tokens, goal=limit, text=text)
    total, fits = level.summary_tokens + level.tail_tokens, level.end == "fits"
    text = f"A summary of {level.summary_tokens:,} tokens and the tail of {level.tail_tokens:,} are {total:,}: "
    text += f"below {limit:,g}." if fits else f"not below {limit:,g}, so the two are summarized again."
    return Step(kind="measure", line=FITS if fits else AGAIN, valid=fits, kept_tokens=total, goal=limit, text=text)


def _with_summary(level: Level) -> str:
    return ", the summary first" if level.depth else ""


def _row(item: int, rows: Sequence[int]) -> int | None:
    return None if item == SUMMARY else rows[item]


def _name(item: int, rows: Sequence[int]) -> str:
    return "the summary" if item == SUMMARY else f"#{rows[item]}"
