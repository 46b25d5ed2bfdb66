"""The last axes of a plan: what the chosen messages come to, the check of what stays, and the fallback."""

from collections.abc import Iterator

from compaction_core.strategies.composed.anchoring import is_open
from compaction_core.strategies.composed.axes.summary import NoSummary
from compaction_core.strategies.composed.items import Listed, tokens_of
from compaction_core.strategies.composed.lines import CHECK, FALLBACK, PASSES, PLACEMENT, PREVIOUS, VIEW
from compaction_core.strategies.composed.metrics import overhead
from compaction_core.strategies.composed.outcome import Outcome
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.composed.running import Passed
from compaction_core.strategies.composed.selecting import even_share
from compaction_core.strategies.composed.triggering import exceeded
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Effect, Fate, Step, effects
from compaction_core.words import count, does


def steps(found: Listed, recipe: Recipe, passed: Passed, outcome: Outcome) -> Iterator[Step]:
    """Carry the outcome out; the last step decides."""
    if outcome.refused:
        yield from _fallback(found, recipe, passed, outcome.refused)
        return
    if not outcome.gone and not outcome.lost:
        yield nothing(found.context, passed, f"{outcome.text} Nothing goes.", touched=outcome.touched)
        return
    kept, over = _left(found, recipe, passed, outcome)
    if over and recipe.check.over_line != "nothing":
        yield from _too_much(found, recipe, over)
        return
    yield from _applied(found, recipe, passed, outcome, kept)


def nothing(context: Context, passed: Passed, text: str, touched: bool = False) -> Step:
    """No message goes beyond what the passes did."""
    cut = context.start if passed.changed or touched else None
    cut = max(passed.dropped) + 1 if passed.dropped else cut
    decision = Decision(cut=cut, mode_used="compact")
    return Step(kind="decide", line=PASSES if passed.anything else VIEW, text=text, decision=decision)


def _left(found: Listed, recipe: Recipe, passed: Passed, outcome: Outcome) -> tuple[int, str]:
    """Tokens of what stays, and what is over the line, in words; "" where nothing is."""
    context, away = found.context, {*outcome.gone, *outcome.lost, *passed.dropped}
    kept = sum(tokens_of(context, row, passed.changed.get(row)) for row in context.rows if row not in away)
    line = exceeded(recipe.trigger.lines[0], context.context_window) if recipe.trigger.lines else None
    total = overhead(context, recipe.estimator) + kept
    over = f"what stays has {total:,} tokens, above the line of {line:,}" if line is not None and total > line else ""
    return kept, over


def _applied(found: Listed, recipe: Recipe, passed: Passed, outcome: Outcome, kept: int) -> Iterator[Step]:
    context, messages = found.context, found.messages
    away = [*outcome.gone, *outcome.lost, *passed.dropped]
    cut = max(away) + 1 if outcome.cut is None else outcome.cut
    dropped = isinstance(recipe.view, NoSummary)
    gone = len(outcome.gone)
    summarized = f"{does(gone, 'becomes', 'become')} one summary."
    text = f"{does(gone, 'is', 'are')} dropped, and no summary is made." if dropped else summarized
    fates = (*effects(outcome.gone, "drop" if dropped else "summarize"), *effects(outcome.lost, "drop"))
    yield Step(kind="apply", line=VIEW, text=text, effects=fates, kept_tokens=kept)
    earlier = [row for row in outcome.gone if messages[row].summary is not None]
    if (earlier and not dropped) or outcome.lost:
        told = {"in_history": "is summarized again, like any message", "update": "is brought up to date"}
        first = f"The earlier summary #{earlier[-1]} {told[recipe.previous.kind]}. " if earlier else ""
        many = count(len(outcome.lost), "earlier summary", "earlier summaries")
        lost = f"Unread: {many}." if outcome.lost else ""
        yield Step(kind="apply", line=PREVIOUS, text=f"{first}{lost}".strip())
    stays = len(context.rows) - len(away)
    where = {"at_the_cut": f"in front of #{cut}", "first": "in front of all", "last": "behind all"}
    place = recipe.placement.place
    host = _host(found, cut, set(away)) if place == "into_next" and not dropped else None
    said = f"The summary stands {where.get(place, where['at_the_cut'])}" if host is None else f"It goes into #{host}"
    text = f"{does(stays, 'stays', 'stay')}, with {kept:,} tokens." + ("" if dropped else f" {said}.")
    decision = Decision(cut=cut, mode_used="compact", summary_at=_summary_at(context, recipe), merged_into=host)
    yield Step(
        kind="decide", line=PLACEMENT, text=text, candidate=cut if cut < context.end else None, kept_tokens=kept,
        variables={"turn_start": outcome.turn}, decision=decision,
    )  # fmt: skip


def _summary_at(context: Context, recipe: Recipe) -> int | None:
    """Where the summary stands, if that is not in front of the cut."""
    if isinstance(recipe.view, NoSummary):
        return None
    return {"first": context.start, "last": context.end}.get(recipe.placement.place)


def _host(found: Listed, cut: int, away: set[int]) -> int | None:
    rows = (row for row in found.context.rows if row >= cut and row not in away)
    return next((row for row in rows if found.messages[row].role == "user"), None)


def _too_much(found: Listed, recipe: Recipe, over: str) -> Iterator[Step]:
    """What stays is over the line."""
    context, do = found.context, recipe.check.over_line
    if do == "everything":
        yield from _everything(found, recipe, over, CHECK)
        return
    if do == "error":
        text = f"{over[0].upper()}{over[1:]}: it gives up."
        decision = Decision(cut=None, mode_used="compact", error=text)
        yield Step(kind="decide", line=CHECK, text=text, decision=decision, effects=_undone(context))
        return
    users = [row for row in context.rows if found.messages[row].role == "user"]
    others = [row for row in context.rows if found.messages[row].role != "user"]
    yield Step(
        kind="fallback", line=CHECK, reason=over, effects=(*effects(users, "keep"), *effects(others, "drop")),
        text=f"{over[0].upper()}{over[1:]}: only the user's messages stay.",
    )  # fmt: skip
    cut = others[-1] + 1 if others else context.start
    text = f"{does(len(users), 'stays', 'stay', 'user message')}, and no summary."
    decision = Decision(cut=cut, mode_used="users_alone", fallback_reason=over)
    yield Step(kind="decide", line=CHECK, text=text, decision=decision)


def _fallback(found: Listed, recipe: Recipe, passed: Passed, why: str) -> Iterator[Step]:
    """The cut was refused."""
    do, head = recipe.fallback.refused, recipe.range.head
    if do == "everything":
        yield from _everything(found, recipe, why, FALLBACK)
        return
    hidden = even_share(len(found) - head, recipe.fallback.hide_share) if do == "hide" else 0
    if hidden:
        yield Step(kind="fallback", line=FALLBACK, reason=why, text=f"It refuses to cut: {why}")
        gone = [row for item in found.items[head : head + hidden] for row in item.rows]
        text = f"Dropped instead: {hidden:,} of {count(len(found) - head)} behind the head."
        decision = Decision(cut=gone[-1] + 1, mode_used="hide", fallback_reason=why)
        yield Step(kind="decide", line=FALLBACK, text=text, effects=effects(gone, "drop"), decision=decision)
        return
    if do != "error":
        yield nothing(found.context, passed, f"{why} Nothing is done.")
        return
    decision = Decision(cut=None, mode_used="compact", error=f"It cannot compact: {why}")
    yield Step(
        kind="decide", line=FALLBACK, text=f"{why} It gives up.", decision=decision, effects=_undone(found.context)
    )  # fmt: skip


def _everything(found: Listed, recipe: Recipe, why: str, line: int) -> Iterator[Step]:
    """All of it behind the protected head, an open call left out where that is an anchor; this decides in any case."""
    stop = len(found) - (recipe.anchors.open_call and is_open(found))
    gone = [row for item in found.items[min(recipe.range.head, stop) : stop] for row in item.rows]
    fate: Fate = "drop" if isinstance(recipe.view, NoSummary) else "summarize"
    reason = f"{why[0].upper()}{why[1:]}".rstrip(".")
    yield Step(
        kind="fallback", line=line, reason=why, effects=effects(gone, fate),
        text=f"{reason}: everything goes instead, {count(len(gone))}.",
    )  # fmt: skip
    at = _summary_at(found.context, recipe)
    decision = Decision(cut=found.row(stop), mode_used="everything", fallback_reason=why, summary_at=at)
    yield Step(kind="decide", line=line, text=f"{does(len(found) - stop, 'stays', 'stay')}.", decision=decision)


def _undone(context: Context) -> tuple[Effect, ...]:
    """A system that gives up leaves the list as it was."""
    return effects(context.rows, "keep")
