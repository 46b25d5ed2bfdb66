"""pi's plan, told step by step. The numbers come from ``cut``; the fates stand in the steps."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from compaction_core.strategies.context import Context
from compaction_core.strategies.pi.cut import Kind, Preparation, prepare
from compaction_core.strategies.pi.entries import carried, kind_of
from compaction_core.strategies.pi.trigger import context_tokens
from compaction_core.strategies.step import Decision, Effect, Fate, Rejected, Scalar, Step
from compaction_core.turns import runs
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "if the last entry is a compaction: nothing to do",
    "start = first message that the last compaction kept, or 0",
    "for message in messages[start:], newest first:",
    "    kept = kept + tokens(message)",
    "    if kept >= keep_recent_tokens: stop",
    "cut = that message, or the next one that is no tool result",
    "if there is none: cut = start, everything is kept",
    "if cut is no user message: turn = the user message before it",
    "summarize messages[start:turn or cut], updating the last summary",
    "summarize messages[turn:cut] by a second request",
    "the summary stands in front of messages[cut:]",
)
AGAIN, START, WALK, COUNT, STOP, CUT, ALL, TURN, HISTORY, PREFIX, PLACE = range(len(LISTING))
MOST_STEPS = 60
"""Steps of the walk; over more messages one step tells of several."""


def steps(context: Context) -> Iterator[Step]:
    """Prepare and tell; the last step decides."""
    rows, settings = context.rows, context.parameters
    messages = [context.session.messages[i] for i in rows]
    kinds, tokens = [kind_of(m) for m in messages], [context.measured.counts[i] for i in rows]
    last, new = carried(messages, kinds)
    old = settings.release == "0.58.3"
    begin = new if old else 0 if last > 0 else None
    plan = None if new >= len(rows) else prepare(kinds, tokens, settings.keep_recent_tokens, begin)
    if plan is None:
        why = "There is no message." if not rows else "Nothing was said since the last compaction."
        yield _nothing(f"{why} pi refuses to compact.", AGAIN)
        return
    before = context_tokens(messages, tokens)
    yield Step(
        kind="start",
        line=START,
        goal=settings.keep_recent_tokens,
        text=(
            f"{count(len(rows))}, {before:,} tokens in the context. Of those from #{rows[plan.start]} on, at least "
            f"{settings.keep_recent_tokens:,} tokens stay at the end."
        ),
        variables={"start": rows[plan.start], "tokens_before": before, "keep": settings.keep_recent_tokens},
    )
    yield from _walk(rows, kinds, tokens, plan, settings.keep_recent_tokens)
    yield from _cut(rows, kinds, plan)
    yield from _fates(context, plan, tokens)


def _walk(
    rows: Sequence[int], kinds: Sequence[Kind], tokens: Sequence[int], plan: Preparation, keep: int
) -> Iterator[Step]:
    """The count from the end, several messages a step where there are many."""
    stop = plan.start if plan.cut.reached is None else plan.cut.reached
    places = [i for i in range(len(rows) - 1, stop - 1, -1) if kinds[i] != "summary"]
    kept = list(accumulate(tokens[i] for i in places))
    size = -(-len(places) // MOST_STEPS) or 1
    for first in range(0, len(places), size):
        last = min(first + size, len(places)) - 1
        there = kept[last] >= keep
        yield Step(
            kind="measure",
            line=STOP if there else COUNT,
            candidate=rows[places[last]],
            valid=there,
            reason=None if there else "keeps too little yet",
            kept_tokens=kept[last],
            goal=keep,
            text=(
                f"From #{rows[places[last]]} on there are {kept[last]:,} tokens"
                + (f", not less than {keep:,}: the walk ends." if there else f", less than {keep:,}: go on.")
            ),
            variables={"kept": kept[last]},
        )


def _cut(rows: Sequence[int], kinds: Sequence[Kind], plan: Preparation) -> Iterator[Step]:
    """From where the walk ended to a place where a cut is allowed, and to the turn around it."""
    cut, reached = plan.cut, plan.cut.reached
    if reached is None or cut.first_kept < reached:
        why = (
            f"The walk never had enough, so the cut is the first allowed one, #{rows[cut.first_kept]}."
            if reached is None
            else f"From #{rows[reached]} on there are only tool results, and the cut falls back to the first allowed "
            f"one, #{rows[cut.first_kept]}: all of it is kept."
        )
        yield Step(kind="fallback", line=ALL, candidate=rows[cut.first_kept], text=why, reason=why)
    else:
        passed = rows[reached : cut.first_kept]
        results = "a tool result: it belongs to the call before it"
        yield Step(
            kind="candidate",
            line=CUT,
            candidate=rows[cut.first_kept],
            valid=True,
            rejected=tuple(Rejected(start=a, stop=b, reason=results) for a, b in runs(passed)),
            text=(
                f"#{rows[cut.first_kept]} is {_a(kinds[cut.first_kept])} message: a legal cut."
                if not passed
                else f"#{rows[reached]} is a tool result. #{rows[cut.first_kept]} behind it is the first legal cut."
            ),
        )
    if cut.turn_start is not None:
        yield Step(
            kind="candidate",
            line=TURN,
            candidate=rows[cut.turn_start],
            valid=True,
            text=(
                f"The cut lies inside the turn that #{rows[cut.turn_start]} began. What of it is not kept, "
                f"{count(len(plan.prefix))}, is summarized apart."
            ),
            variables={"turn": rows[cut.turn_start]},
        )


def _fates(context: Context, plan: Preparation, tokens: Sequence[int]) -> Iterator[Step]:
    """Who goes, and the decision."""
    rows, cut, previous = context.rows, plan.cut.first_kept, plan.previous
    gone = (*plan.history, *plan.prefix)
    if not gone and previous is None:
        yield _nothing(
            f"Nothing stands before #{rows[cut]}: every message stays. pi asks for a summary of nothing all the same.",
            ALL,
        )
        return
    lost = previous is not None and bool(plan.prefix) and not plan.history
    summarized = set(gone) if previous is None or lost else {*gone, previous}
    kept = [i for i in range(cut, len(rows)) if kind_of(context.session.messages[rows[i]]) != "summary"]
    dropped = sorted(set(range(len(rows))) - summarized - set(kept))
    yield Step(
        kind="apply",
        line=HISTORY,
        effects=_effects(rows, sorted(summarized), "summarize") + _effects(rows, dropped, "drop"),
        text=_told(rows, plan, lost, len(dropped) - lost),
    )
    size = sum(tokens[i] for i in kept)
    variables: dict[str, Scalar] = {
        "first_kept": rows[cut],
        "turn_start": None if plan.cut.turn_start is None else rows[plan.cut.turn_start],
        "previous": None if previous is None else rows[previous],
        "history": len(plan.history),
        "prefix": len(plan.prefix),
    }
    yield Step(
        kind="decide",
        line=PLACE,
        candidate=rows[cut],
        kept_tokens=size,
        goal=context.parameters.keep_recent_tokens,
        text=f"Cut at #{rows[cut]}: {size:,} tokens stay word for word, the summary in front of them.",
        variables=variables,
        decision=Decision(cut=rows[cut], mode_used="compact"),
    )


def _told(rows: Sequence[int], plan: Preparation, lost: bool, dropped: int) -> str:
    told = [f"One summary of {count(len(plan.history))}"] if plan.history or not plan.prefix else []
    if plan.prefix:
        told.append(f"{'a' if told else 'A'} summary of {count(len(plan.prefix))} of the cut turn")
    text = " and ".join(told)
    if plan.previous is not None and not lost:
        text += f"; the first brings the earlier summary (#{rows[plan.previous]}) up to date"
    if lost:
        text += f". Nothing stands before the turn, and so the earlier summary (#{rows[plan.previous or 0]}) is lost"
    if dropped:
        text += (
            f". Without a summary {count(dropped)} from before the last compaction {'goes' if dropped == 1 else 'go'}"
        )
    return f"{text}."


def _nothing(text: str, line: int) -> Step:
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=None, mode_used="compact"))


def _effects(rows: Sequence[int], places: Sequence[int], fate: Fate) -> tuple[Effect, ...]:
    return tuple(Effect(fate=fate, start=start, stop=stop) for start, stop in runs(rows[i] for i in places))


def _a(kind: Kind) -> str:
    return "a user's" if kind == "user" else "an assistant"
