"""SlidingWindowConversationManager, step by step: a number of messages stays, and an overflow shortens one first.

Source: strands-agents 1.62.0, sliding_window_conversation_manager.py. Nothing is summarized.
"""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Effect, Rejected, Step, effects
from compaction_core.strategies.strands.choosing import answered_call, pins, plain_user
from compaction_core.strategies.strands.native import Native, first_row, natives, rows_of
from compaction_core.strategies.strands.parameters import SlidingWindowParameters
from compaction_core.strategies.strands.truncating import shortened
from compaction_core.strategies.strands.words import list_of, numbered
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "called after a turn: stop if messages <= window_size",
    "if window_size is 0: delete all that is not pinned; stop",
    "called after an overflow:",
    "    oldest = first message with tool results that is not pinned",
    "    cut its texts above 400 characters, put a note for its images; if any: stop",
    "start = 2 if messages <= window_size, else messages - window_size",
    "trim = first user message from start on that is no tool result",
    "if none: trim = first call from start on with its results right behind",
    "if none, or all before trim is pinned: fail",
    "delete what stands before trim and is not pinned",
)
WITHIN, CLEAR, OVERFLOW, OLDEST, CUT, START, TRIM, PAIR, FAIL, DELETE = range(len(LISTING))


def mode_of(settings: SlidingWindowParameters, messages: int) -> str:
    """Why it is called, for a list of so many messages."""
    if settings.mode != "auto":
        return settings.mode
    if messages > settings.window_size:
        return "after_cycle"
    return "proactive" if settings.proactive_compression else "overflow"


def steps(context: Context) -> Iterator[Step]:
    """Shorten or delete; the last step decides."""
    settings: SlidingWindowParameters = context.parameters
    found = natives(context.session.messages, context.rows)
    mode, window = mode_of(settings, len(found)), settings.window_size
    over = f"{len(found) - window:,} more than" if len(found) > window else "within"
    yield Step(
        kind="start",
        line=WITHIN,
        text=f"{list_of(len(context.rows), found)}: {over} the window of {window:,}. {_WHY[mode]}",
        variables={"messages": len(found), "window_size": window},
    )
    if mode == "after_cycle" and len(found) <= window:
        yield _ended(mode, WITHIN, None, "Nothing is deleted.")
    elif window == 0:
        yield from _clear(context, found, mode)
    else:
        cutting = _cut(context, found) if mode == "overflow" else None
        if cutting is not None:
            yield from cutting
            return
        if mode == "overflow":
            yield _nothing_to_cut(settings)
        yield from _trim(context, found, mode)


_WHY = {
    "after_cycle": "It is called because a turn ended.",
    "overflow": "It is called because the provider refused the request as too long.",
    "proactive": "It is called because the request would fill the proactive share of the window.",
}


def _cut(context: Context, found: Sequence[Native]) -> tuple[Step, Step] | None:
    """The oldest message with results, shortened; None where there is none or nothing of it is long."""
    settings: SlidingWindowParameters = context.parameters
    pinned = set(pins(found, len(found), settings.pin_first or 0))
    oldest = next((native for i, native in enumerate(found) if native.results and i not in pinned), None)
    if oldest is None or not settings.should_truncate_results:
        return None
    changed = [(row, less) for row in oldest.rows if (less := shortened(context.session.messages[row])) is not None]
    if not changed:
        return None
    names = ", ".join(f"#{row}" for row, _ in changed[:5]) + (", …" if len(changed) > 5 else "")
    apply = Step(
        kind="apply",
        line=CUT,
        candidate=changed[0][0],
        effects=tuple(Effect(fate="truncate", start=row, stop=row + 1, instead=less) for row, less in changed),
        text=f"{names} is the oldest with long tool results: 200 characters on each side stay, images become a note.",
    )
    end = _ended(
        "overflow",
        CUT,
        context.start,
        "That is all for one overflow: the request is sent again, and if it is refused again the next result is cut.",
    )
    return apply, end


def _nothing_to_cut(settings: SlidingWindowParameters) -> Step:
    why = "The oldest message with tool results has nothing long in it, or there is none"
    if not settings.should_truncate_results:
        why = "Results are not truncated by this setting"
    return Step(kind="measure", line=OLDEST, valid=False, text=f"{why}: messages are deleted instead.")


def _clear(context: Context, found: Sequence[Native], mode: str) -> Iterator[Step]:
    """A window of 0."""
    settings: SlidingWindowParameters = context.parameters
    pinned = set(pins(found, len(found), settings.pin_first or 0))
    gone = [native for i, native in enumerate(found) if i not in pinned]
    if not gone:
        yield _ended(mode, CLEAR, None, "There is nothing that is not pinned.")
        return
    yield _deletes(gone, len(found) - len(gone), CLEAR)
    kept = numbered([found[i] for i in sorted(pinned)])
    yield _ended(mode, CLEAR, context.end, f"{kept} stay, because they are pinned.")


def _trim(context: Context, found: Sequence[Native], mode: str) -> Iterator[Step]:
    """Find where the list may start, and delete what is before it."""
    settings: SlidingWindowParameters = context.parameters
    window = settings.window_size
    start = 2 if len(found) <= window else len(found) - window
    where = f"#{first_row(found, start, context.end)}" if start < len(found) else "the end"
    rule = f"the newest {window:,}" if len(found) > window else "within the window at least two have to go"
    yield Step(
        kind="measure",
        line=START,
        candidate=first_row(found, start, context.end),
        text=f"The search starts at {where}: {rule}.",
        variables={"start": start},
    )
    trim = plain_user(found, start)
    yield _candidate(context, found, start, trim, TRIM, "not the user's own words")
    if trim is None:
        trim = answered_call(found, start)
        yield _candidate(context, found, start, trim, PAIR, "no call with its results right behind it")
    if trim is None:
        yield _failed(mode, "no message from there on may come first.")
        return
    pinned = set(pins(found, trim, settings.pin_first or 0))
    gone = [found[i] for i in range(trim) if i not in pinned]
    if not gone:
        yield _failed(mode, "all messages before it are pinned.")
        return
    cut = first_row(found, trim, context.end)
    left = len(found) - len(gone)
    yield _deletes(gone, left, DELETE)
    kept = [native for i, native in enumerate(found) if i >= trim or i in pinned]
    rows = len(rows_of(kept))
    stay = f"{numbered(kept)} {'stays' if rows == 1 else 'stay'}" + (f", {len(pinned):,} pinned" if pinned else "")
    yield _ended(mode, DELETE, cut, f"{stay}. The list goes on at #{cut}; nothing says what is gone.")


def _candidate(context: Context, found: Sequence[Native], start: int, trim: int | None, line: int, reason: str) -> Step:
    """One search, with what it passed over."""
    stop = len(found) if trim is None else trim
    first, here = first_row(found, start, context.end), first_row(found, stop, context.end)
    passed = (Rejected(start=first, stop=here, reason=reason),) if here > first else ()
    what = "the user's own words" if line == TRIM else "a call with its results right behind"
    text = f"#{here} is {what}" if trim is not None else f"No message from there on is {what}"
    over = f", {count(stop - start)} further on" if trim is not None and stop > start else ""
    return Step(
        kind="candidate",
        line=line,
        candidate=None if trim is None else here,
        valid=trim is not None,
        reason=reason if trim is None else None,
        rejected=passed,
        text=f"{text}{over}.",
        variables={"trim": trim},
    )


def _deletes(gone: Sequence[Native], left: int, line: int) -> Step:
    return Step(
        kind="apply",
        line=line,
        effects=effects(rows_of(gone), "drop"),
        text=f"{numbered(gone)} {'is' if len(rows_of(gone)) == 1 else 'are'} deleted.",
        variables={"messages": left, "removed_message_count": len(gone)},
    )


def _failed(mode: str, why: str) -> Step:
    """An overflow is raised again; any other call only warns."""
    if mode == "overflow":
        text = f"Strands cannot trim: {why}"
        return _ended(mode, FAIL, None, f"{text} The overflow is raised again, and the run ends.", text)
    return _ended(mode, FAIL, None, f"Strands cannot trim: {why} It logs a warning and leaves the list as it is.")


def _ended(mode: str, line: int, cut: int | None, text: str, error: str | None = None) -> Step:
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=cut, mode_used=mode, error=error))
