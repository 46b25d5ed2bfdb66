"""The thirteen axes at work: one generator of steps, whatever the recipe says.

What the axes come to is an ``Outcome``; ``ending`` carries it out, with the check and the fallback.
"""

from collections.abc import Generator, Iterator

from compaction_core.strategies.composed import classes, ending, running, selecting
from compaction_core.strategies.composed.anchoring import latest, recent_results
from compaction_core.strategies.composed.axes.selectors import (
    ByClass,
    Everything,
    GrowingShare,
    LastMessages,
    LastTurns,
    Nothing,
    Pairs,
    ShareOfMessages,
)
from compaction_core.strategies.composed.axes.summary import Update
from compaction_core.strategies.composed.growing import search
from compaction_core.strategies.composed.items import Listed, listed
from compaction_core.strategies.composed.legality import Snapped, snap, turn_start
from compaction_core.strategies.composed.lines import ANCHORS, ESTIMATOR, LEGALITY, RANGE, SELECTOR, TRIGGER
from compaction_core.strategies.composed.outcome import Outcome, by_place, refused
from compaction_core.strategies.composed.ranging import range_of
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.composed.triggering import threshold
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Step
from compaction_core.tokens import counters
from compaction_core.words import count


def steps(context: Context, recipe: Recipe) -> Iterator[Step]:
    """All of it; the last step decides."""
    yield _lines(context, recipe)
    passed = running.Passed()
    yield from running.steps(context, recipe, passed)
    found = listed(context, recipe.estimator, passed.changed, passed.dropped)
    yield _counted(found, recipe)
    if passed.enough:
        yield ending.nothing(context, passed, f"{passed.enough} No cut is made.")
        return
    outcome = yield from _chosen(found, recipe)
    yield from ending.steps(found, recipe, passed, outcome)


def _lines(context: Context, recipe: Recipe) -> Step:
    line = threshold(recipe, context.context_window)
    number = len(recipe.trigger.lines)
    if not number:
        text = "It acts only when it is asked to."
    elif line is None:
        text = "No line in tokens is known here; this plan goes on all the same."
    else:
        text = f"It acts above {line:,} tokens"
        text += f", or on one of {number - 1:,} other lines." if number > 1 else "."
    return Step(kind="start", line=TRIGGER, text=text, variables={"line": line})


def _counted(found: Listed, recipe: Recipe) -> Step:
    n, rows = len(found), len(found.context.rows)
    name = found.context.measured.counter
    label = counters.get(name).label if name in counters.names() else name
    merged = f" ({rows:,} rows)" if recipe.estimator.unit == "api_message" and rows != n else ""
    text = f"{count(n)}{merged} with {found.tokens(0, n):,} tokens by {label}."
    return Step(kind="start", line=ESTIMATOR, text=text, variables={"n": n, "tokens": found.tokens(0, n)})


def _chosen(found: Listed, recipe: Recipe) -> Generator[Step, None, Outcome]:
    """Axes 4 to 7."""
    apart = isinstance(recipe.previous, Update)
    ranged = range_of(found, recipe.range)
    if ranged.text:
        yield Step(kind="apply", line=RANGE, text=ranged.text, variables={"low": ranged.low})
    if ranged.refused:
        return refused(ranged.refused)
    match recipe.selector:
        case Nothing():
            return Outcome(text="No message goes.")
        case ByClass() as wanted:
            done = classes.user_messages(found, wanted, ranged.low)
            yield Step(kind="apply", line=SELECTOR, text=f"{done.text}.", effects=done.effects)
            return Outcome(gone=done.gone, text=f"{done.text}.", touched=done.touched)
        case Pairs() as wanted:
            done = classes.pairs(found, recipe, wanted, ranged.low)
            yield Step(kind="apply", line=SELECTOR, text=f"{done.text}.")
            return Outcome(gone=done.gone, text=f"{done.text}.")
    place, why = yield from _place(found, recipe, ranged.low, apart)
    if place is None:
        return why
    turn: int | None = None
    if recipe.legality.split_turn != "allowed":
        turn = turn_start(found, place, ranged.low, apart)
        if turn is not None:
            yield _split(found, recipe, turn)
            place, turn = (turn, None) if recipe.legality.split_turn == "whole_turns" else (place, turn)
    stay = frozenset[int]()
    if recipe.anchors.recent_results:
        stay = recent_results(found, found.row(place), recipe.anchors.recent_results)
        text = f"{len(stay):,} older messages stay: recent tool results with their calls."
        yield Step(kind="apply", line=ANCHORS, text=text)
    return by_place(found, recipe, ranged.low, place, turn, stay)


def _place(found: Listed, recipe: Recipe, low: int, apart: bool) -> Generator[Step, None, tuple[int | None, Outcome]]:
    """The place of the cut, or what comes of there being none."""
    bound, held = latest(found, recipe.anchors)

    def settle(place: int) -> Snapped:
        return snap(found, min(place, bound), low, recipe.legality, apart)

    wanted = recipe.selector
    if isinstance(wanted, GrowingShare):
        grown = yield from search(found, wanted, settle)
        return grown.place, refused(f"{grown.text}.")
    match wanted:
        case Everything():
            text = "Everything goes" if bound == len(found) else f"Everything goes but what is held: {held}"
            yield Step(kind="apply", line=SELECTOR, text=f"{text}.")
            return bound, refused("")
        case LastMessages():
            proposed = selecting.last_messages(found, wanted)
        case ShareOfMessages():
            proposed = selecting.share_of_messages(found, wanted)
        case LastTurns():
            proposed = selecting.last_turns(found, wanted)
        case _:
            assert wanted.kind == "tail_tokens", "the others are done"  # noqa: S101
            proposed = selecting.tail_tokens(found, recipe, wanted, low, apart)
    yield Step(
        kind="candidate", line=SELECTOR, text=f"{proposed.text}.", kept_tokens=proposed.kept, goal=proposed.goal,
        candidate=None if proposed.place is None else found.row(proposed.place),
    )  # fmt: skip
    if proposed.place is None:
        return None, refused(f"{proposed.text}.") if proposed.refused else Outcome(text=f"{proposed.text}.")
    if proposed.place > bound:
        yield Step(
            kind="candidate", line=ANCHORS, candidate=found.row(bound), valid=True,
            text=f"The cut moves back to #{found.row(bound)}: {held}.",
        )  # fmt: skip
    snapped = settle(proposed.place)
    yield _snapped(found, min(proposed.place, bound), snapped)
    return snapped.place, refused("No place for a cut is allowed there.")


def _snapped(found: Listed, place: int, snapped: Snapped) -> Step:
    at = "the end" if place >= len(found) else f"#{found.row(place)}"
    if snapped.place is None:
        text = f"From {at} no place is found where the kept part may start."
    elif snapped.place == place:
        text = f"The cut may be at {at}."
    else:
        to = "the end" if snapped.place >= len(found) else f"#{found.row(snapped.place)}"
        first = ", the first allowed place of all, because there is none on the way" if snapped.fell_back else ""
        text = f"The kept part may not start at {at}; the cut moves to {to}{first}."
    return Step(
        kind="candidate", line=LEGALITY, text=text, valid=snapped.place is not None, rejected=snapped.passed,
        candidate=None if snapped.place is None else found.row(snapped.place),
        reason=None if snapped.place is not None else "no allowed place",
    )  # fmt: skip


def _split(found: Listed, recipe: Recipe, turn: int) -> Step:
    apart = recipe.legality.split_turn == "own_summary"
    what = "what of it goes is summarized apart" if apart else "the cut moves back to there"
    text = f"The cut lies inside the turn that #{found.row(turn)} began: {what}."
    return Step(kind="candidate", line=LEGALITY, candidate=found.row(turn), valid=True, text=text)
