"""Axis 5 at work, where a cut is proposed: each selector as a pure function over the list."""

import math
from typing import NamedTuple

from compaction_core.strategies.composed.axes.budgets import Budget, Tokens, WindowShare
from compaction_core.strategies.composed.axes.selectors import LastMessages, LastTurns, ShareOfMessages, TailTokens
from compaction_core.strategies.composed.items import Listed
from compaction_core.strategies.composed.metrics import overhead, scaled
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.composed.triggering import exceeded
from compaction_core.turns import turns
from compaction_core.words import count


class Proposed(NamedTuple):
    """A place for the cut, or None and why; ``refused``: that is a failure, and not just nothing to do."""

    place: int | None
    text: str
    refused: bool = False
    goal: int | None = None
    kept: int | None = None


def last_messages(found: Listed, wanted: LastMessages) -> Proposed:
    """All but the newest."""
    n, keep = len(found), wanted.keep
    if n <= keep:
        return Proposed(None, f"{count(n)}, no more than the {keep:,} that stay")
    return Proposed(n - keep, f"The newest {keep:,} of {count(n)} stay", kept=found.tokens(n - keep, n))


def share_of_messages(found: Listed, wanted: ShareOfMessages) -> Proposed:
    """A share, capped by what stays."""
    n, share = len(found), max(wanted.least_share, min(wanted.most_share, wanted.share))
    many = max(1, int(n * share))
    capped = min(many, n - wanted.keep)
    if capped <= 0:
        text = f"{count(n)} and {wanted.keep:,} to keep leave none to go"
        return Proposed(None, text, refused=True)
    held = f", held at {capped:,} so that {wanted.keep:,} stay" if capped < many else ""
    text = f"{share:.0%} of {count(n)} are {many:,}{held}: so many go"
    return Proposed(capped, text, kept=found.tokens(capped, n))


def last_turns(found: Listed, wanted: LastTurns) -> Proposed:
    """The start of the newest turns."""
    context = found.context
    every, keep = turns(context.session.messages, context.start, context.end), wanted.keep
    if not keep:
        return Proposed(len(found), f"None of {count(len(every), 'turn')} stays")
    if len(every) < keep or (len(every) == keep and not wanted.before_the_first):
        return Proposed(None, f"{count(len(every), 'turn')}, no more than the {keep:,} that stay")
    start = every[-keep].start
    place = found.place_of(start)
    text = f"The last {keep:,} of {count(len(every), 'turn')} begin at #{start}"
    return Proposed(place, text, kept=found.tokens(place, len(found)))


def tail_tokens(found: Listed, recipe: Recipe, wanted: TailTokens, low: int, apart: bool) -> Proposed:
    """The newest messages within a budget, or up to the one that reaches it."""
    budget = budget_of(found, recipe, wanted.budget)
    if budget is None:
        return Proposed(None, "The window is not known, so there is no budget for what stays", refused=True)
    return _reaching(found, budget, low, apart) if wanted.crossing == "kept" else _within(found, recipe, wanted, budget)


def budget_of(found: Listed, recipe: Recipe, wanted: Budget) -> int | None:
    """Tokens that may stay; None where the window is needed and not known."""
    window = found.context.context_window
    if isinstance(wanted, Tokens):
        return wanted.tokens
    if isinstance(wanted, WindowShare):
        return None if window is None else max(1, int(window * wanted.share))
    line = exceeded(recipe.trigger.lines[0], window) if recipe.trigger.lines else None
    return None if line is None else line - overhead(found.context, recipe.estimator)


def _reaching(found: Listed, budget: int, low: int, apart: bool) -> Proposed:
    """The newest message from which on the budget is reached; the start of the range where it never is."""
    kept = 0
    for i in range(len(found) - 1, low - 1, -1):
        if apart and found.items[i].summary:
            continue
        kept += found.items[i].tokens
        if kept >= budget:
            text = f"From #{found.row(i)} on there are {kept:,} tokens, the first time not less than {budget:,}"
            return Proposed(i, text, goal=budget, kept=kept)
    return Proposed(low, f"All {kept:,} tokens do not reach {budget:,}, so all may stay", goal=budget, kept=kept)


def _within(found: Listed, recipe: Recipe, wanted: TailTokens, budget: int) -> Proposed:
    """The longest end within the budget."""
    n = len(found)
    total = found.tokens(0, n)
    if recipe.estimator.scaled:
        rows = [row for item in found.items for row in item.rows]
        counts = [found.context.measured.counts[row] for row in rows]
        total = scaled(counts, [found.messages[row] for row in rows])[-1]
    if not n or total <= budget:
        return Proposed(None, f"{total:,} tokens fit into the {max(0, budget):,} that may stay", goal=budget)
    newest_stays = wanted.nothing_fits == "newest_stays"
    place = next((i for i in range(n) if found.tokens(i, n) <= budget), n)
    if place < n or not newest_stays:
        kept = found.tokens(place, n)
        text = f"From #{found.row(place)} on there are {kept:,} tokens, within the {max(0, budget):,} that may stay"
        return Proposed(place, text, goal=budget, kept=kept)
    if n == 1:
        return Proposed(None, "The only message is over the budget and stays", goal=budget)
    text = f"Not even #{found.row(n - 1)} fits into {max(0, budget):,} tokens; it stays all the same"
    return Proposed(n - 1, text, goal=budget, kept=found.tokens(n - 1, n))


def even_share(count: int, share: float) -> int:
    """A share of a number, rounded down to an even one; 0 for a number below 2.

    >>> even_share(7, 0.5), even_share(9, 0.5), even_share(11, 0.75), even_share(-2, 0.5)
    (2, 4, 8, 0)
    """
    return 0 if count < 2 else math.floor(count * share) // 2 * 2
