"""opencode's compaction, step by step.

Source: opencode 1.0.x to 1.18.34, ``session/compaction``: ``process``, ``select``. Generations A and B summarize the
whole list; C and D keep a tail (``tail``) and take earlier summaries out of the list.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode import closing, limits, narrate
from compaction_core.strategies.opencode.entries import Entry, read
from compaction_core.strategies.opencode.parameters import OpencodeParameters
from compaction_core.strategies.opencode.pruning import PLACEHOLDER, clearing, output_tokens, walk
from compaction_core.strategies.opencode.tail import select
from compaction_core.strategies.opencode.wire import sizes
from compaction_core.strategies.step import Step, effects

LISTING: tuple[str, ...] = (
    "history = user messages, and answers with their tool results",
    "if pruning is on: clear tool outputs older than the newest 40,000 tokens",
    "after an overflow: set the last user message aside, to post it again",
    "take earlier summaries out; the newest will be merged",
    "budget = min(most, max(2,000, usable / 4))",
    "for turn in newest turns:",
    "    if total + size(turn) <= budget: keep it whole",
    "    else: keep its longest end with size(end) <= budget - total",
    "          stop",
    "if nothing fits, or everything does: keep nothing",
    "summarize all in front of what is kept",
    "request, summary, what is kept; then the message set aside, or: go on",
)
READ, PRUNE, ASIDE, HIDE, BUDGET, TURNS, WHOLE, SPLIT, STOP, NOTHING, SUMMARIZE, PLACE = range(len(LISTING))


class Parts(NamedTuple):
    """The list, taken apart."""

    history: tuple[Entry, ...]
    """What is chosen from."""
    hidden: tuple[int, ...]
    """Messages that stand for earlier compactions."""
    previous: int | None
    """The one of them whose text is merged."""
    aside: int | None
    """The user message that is posted again."""
    later: tuple[int, ...]
    """Messages from that one on."""
    orphans: tuple[int, ...]
    everything: tuple[Entry, ...]
    """All entries, for the walk that clears tool outputs."""


def takes_apart(context: Context, tail: bool, overflow: bool) -> Parts:
    """Entries to choose from, earlier summaries, and after an overflow the message that is posted again.

    That is the last real user message, if another one stands before it; else none, and the whole list counts.
    """
    messages = context.session.messages
    entries, orphans = read(messages, context.rows)
    aside = _last_question(entries) if overflow else None
    chosen = entries if aside is None else entries[:aside]
    later = () if aside is None else tuple(sorted(i for entry in entries[aside:] for i in entry.indexes))
    hidden = tuple(entry.indexes[0] for entry in chosen if tail and entry.kind == "compaction")
    text = (messages[hidden[-1]].summary or "").strip() if hidden else ""
    return Parts(
        history=tuple(entry for entry in chosen if not tail or entry.kind != "compaction"),
        hidden=hidden,
        previous=hidden[-1] if text else None,
        aside=None if aside is None else entries[aside].indexes[0],
        later=later,
        orphans=orphans,
        everything=entries,
    )


def _last_question(entries: Sequence[Entry]) -> int | None:
    asked = [at for at, entry in enumerate(entries) if entry.kind == "user"]
    return asked[-1] if len(asked) > 1 else None


def turn_starts(history: Sequence[Entry]) -> tuple[int, ...]:
    """The entries that begin a turn: each user message."""
    return tuple(at for at, entry in enumerate(history) if entry.kind == "user")


def steps(context: Context) -> Iterator[Step]:
    """Prune if asked for, choose the tail, summarize the rest; the last step decides."""
    settings: OpencodeParameters = context.parameters
    generation = settings.generation
    overflow = settings.triggered_by == "overflow"
    parts = takes_apart(context, generation.tail, overflow)
    if not parts.history and parts.previous is None:
        yield narrate.nothing(READ)
        return
    yield narrate.start(context, parts.history, turn_starts(parts.history), READ)

    cleared: tuple[int, ...] = ()
    if settings.prunes:
        seen = walk(parts.everything, output_tokens(context), generation.protected_tools)
        cleared = seen.applied()
        yield narrate.pruned(seen, cleared, clearing(cleared), PRUNE)
    if overflow:
        yield narrate.aside(parts.aside, parts.later, ASIDE)
    if parts.hidden:
        yield narrate.hidden(parts.hidden, parts.previous, HIDE)
    if not generation.tail:
        yield from _ended(context, parts, None, 0, None, None)
        return

    size = sizes(context, parts.history, dict.fromkeys(cleared, PLACEHOLDER))
    budget = limits.budget(generation, _usable(context, settings), settings.preserve_recent_tokens)
    yield narrate.budget(context, settings, _usable(context, settings), budget, BUDGET)
    starts = turn_starts(parts.history)
    found = select(starts, len(parts.history), size, budget, settings.turns)
    yield from narrate.walk(parts.history, found, size, budget, (WHOLE, SPLIT))
    reason = None
    if found.start is None:
        reason = narrate.why_nothing(found, starts, settings.turns, budget)
        yield narrate.fallback(reason, NOTHING)
    kept = found.total + (0 if found.split is None or found.over is None else size(found.split, found.over.stop))
    yield from _ended(context, parts, found.start, kept if found.start is not None else 0, budget, reason)


def _usable(context: Context, settings: OpencodeParameters) -> int:
    """Tokens a request may have; an unknown window counts as none, as the release's limit of 0 does."""
    return limits.usable(context.context_window or 0, settings.output_limit, settings.input_limit, settings.reserved)


def _ended(
    context: Context, parts: Parts, at: int | None, kept: int, goal: int | None, reason: str | None
) -> Iterator[Step]:
    """Give every message in front of the cut its fate, and decide. ``at`` is the first kept entry, None for none."""
    head = parts.history if at is None else parts.history[:at]
    cut = context.end if at is None else parts.history[at].indexes[0]
    gone = {i for entry in head for i in entry.indexes} | _merged(parts, cut)
    lost = {i for i in (*parts.hidden, *parts.orphans) if i < cut} - gone
    if at is None:
        lost |= set(parts.later)
    settled = (*effects(gone, "summarize"), *effects(lost, "drop"))
    yield closing.apply(len(head), len(gone), sorted(lost), parts.aside, settled, SUMMARIZE)
    ending = closing.ending(context.parameters.triggered_by, parts.aside)
    yield closing.decide(context, cut, kept, goal, "all" if at is None else "tail", reason, ending, PLACE)


def _merged(parts: Parts, cut: int) -> set[int]:
    return {parts.previous} if parts.previous is not None and parts.previous < cut else set()
