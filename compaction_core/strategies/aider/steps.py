"""aider's shortening told in steps.

aider's history has no tool messages: its commands' outputs are the user's texts. In a file that has them, a tool
message counts nothing and shares the fate of the answer that called it; the summarizer does not read it.
"""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.aider.listing import ANSWER, ASK, PLACE, TOO_BIG
from compaction_core.strategies.aider.narrate import told
from compaction_core.strategies.aider.parameters import AiderParameters
from compaction_core.strategies.aider.summarizing import SUMMARY, levels, too_big
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Effect, Fate, Step
from compaction_core.turns import runs
from compaction_core.words import count


def steps(context: Context) -> Iterator[Step]:
    """Round after round; the last step decides."""
    settings: AiderParameters = context.parameters
    messages, counts = context.session.messages, context.measured.counts
    rows = tuple(row for row in context.rows if messages[row].role in ("user", "assistant"))
    roles, tokens = [messages[row].role for row in rows], [counts[row] for row in rows]
    limit = settings.limit(context.context_window)
    others = len(context.rows) - len(rows)
    aside = f" {others:,} tool messages count nothing: each goes or stays with the answer that called it."
    yield Step(
        kind="start",
        line=TOO_BIG,
        kept_tokens=sum(tokens),
        goal=limit,
        text=f"{count(len(rows))} with {sum(tokens):,} tokens, allowed are {limit:,g}.{aside if others else ''}",
        variables={"messages": len(rows), "total": sum(tokens), "max": limit},
    )
    if not too_big(tokens, limit):
        yield Step(
            kind="decide",
            line=TOO_BIG,
            text="The history is not too big; nothing is summarized.",
            decision=Decision(cut=None, mode_used="compact"),
        )
        return
    weak = settings.weak_input(context.context_window)
    read, dropped, tail = list[int](), list[int](), tuple[int, ...]()
    for level in levels(roles, tokens, limit, weak, settings.summary_tokens):
        yield from told(level, rows, limit, weak)
        read += level.read
        dropped += level.dropped
        tail = level.tail
    stop = rows[tail[0]] if tail else context.end
    yield from _end(context, rows, (read, dropped, tail), stop)


def _end(
    context: Context, rows: Sequence[int], items: tuple[Sequence[int], Sequence[int], Sequence[int]], stop: int
) -> Iterator[Step]:
    """Fates, placement, and the answer behind it."""
    messages = context.session.messages
    read, dropped, tail = items
    fates: dict[int, Fate] = {rows[item]: "summarize" for item in read if item != SUMMARY}
    fates |= {rows[item]: "drop" for item in dropped if item != SUMMARY}
    fates = _with_tools(context, rows, fates)
    yield Step(
        kind="apply",
        line=ASK,
        effects=tuple(_effects(fates)),
        text=f"{count(sum(f == 'summarize' for f in fates.values()))} are summarized, {_unread(fates)}.",
    )
    answered = bool(tail) and messages[rows[tail[-1]]].role == "assistant"
    cut = max(stop, *(row + 1 for row in fates)) if tail else context.end
    note = "" if answered else " A user message is last, so a short answer is put behind it."
    where = f"stands in front of {count(len(tail))}" if tail else "is all that is left"
    yield Step(
        kind="decide",
        line=PLACE if answered else ANSWER,
        text=f"The summary, in the user's words, {where}.{note}",
        variables={"answered": answered},
        decision=Decision(cut=cut, mode_used="compact", summary_at=stop),
    )


def _with_tools(context: Context, rows: Sequence[int], fates: dict[int, Fate]) -> dict[int, Fate]:
    """The fates with those of the tool messages: as the answer that called it, else as the message before it."""
    callers = {result: caller for (caller, _), result in context.session.result_of.items()}
    counted, found, before = set(rows), dict(fates), None
    for row in context.rows:
        if row in counted:
            before = row
            continue
        caller = callers.get(row)
        owner = caller if caller in counted else before
        fate = fates.get(rows[0] if owner is None else owner) if rows else None
        if fate is not None:
            found[row] = fate
    return found


def _effects(fates: dict[int, Fate]) -> Iterator[Effect]:
    for fate in ("summarize", "drop"):
        for start, stop in runs(sorted(row for row, given in fates.items() if given == fate)):
            yield Effect(fate=fate, start=start, stop=stop)


def _unread(fates: dict[int, Fate]) -> str:
    dropped = sum(fate == "drop" for fate in fates.values())
    return f"{dropped:,} dropped without one" if dropped else "none is dropped"
