"""The steps of the search in words. Every sentence holds the numbers it speaks of."""

import math
from decimal import Decimal
from typing import Any

from compaction_core.js import round_half_up
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Rejected, Scalar, Step
from compaction_core.words import count

Values = dict[str, Scalar]


def percent(ratio: float) -> str:
    """A ratio in percent, with its float drift where there is one.

    >>> percent(0.4), percent(0.7999999999999999), percent(0.35)
    ('40%', '79.99999999999999%', '35%')
    """
    return f"{Decimal(repr(ratio)).scaleb(2).normalize():f}%"


def start(context: Context, p: float, goal: float | None, maximum: int, line: int) -> Step:
    """The goal, and the bound of the cut."""
    rows, n = context.rows, len(context.rows)
    if goal is None:
        aim = "The window is unknown, so there is no goal: the first legal cut is taken."
    else:
        aim = (
            f"What is kept must come to less than {goal:,.0f} tokens: (1 − {p:g}) × {context.context_window:,} window."
        )
    bound = rows[maximum] if 0 <= maximum < n else context.end
    return Step(
        kind="start",
        line=line,
        text=f"{count(n)} in play. {aim} The cut must lie below #{bound}.",
        goal=goal,
        variables={
            "n": n,
            "p": p,
            "goal": goal,
            "maximum": maximum,
            "ratio": p,
            "kept": context.context_window,
        },
    )


def _product(exact: float) -> str:
    """A product as the code has it; where only the last places drift, also the number that is meant.

    >>> _product(3.6), _product(0.4 * 12)
    ('3.6', '4.8 in floating point (4.800000000000001)')
    """
    told = f"{Decimal(repr(exact)).normalize():f}"
    meant = f"{Decimal(repr(round(exact, 9))).normalize():f}"
    decides = round_half_up(exact) != round_half_up(float(meant))
    return told if told == meant or decides else f"{meant} in floating point ({told})"


def try_(context: Context, attempt: int, ratio: float, limit: int, values: Values, line: int) -> Step:
    """The next ratio, and the last message it allows."""
    n, p = len(context.rows), values["p"]
    exact = ratio * n
    grown = attempt == 0 and ratio != p
    first = f" The first try is already at {p:g} + 0.1, never at {p:g} itself." if grown else ""
    rounded = round_half_up(exact)
    capped = f", capped at {limit}, the last one" if rounded > limit else ""
    return Step(
        kind="try",
        line=line,
        attempt=attempt,
        ratio=ratio,
        index_limit=context.rows[limit],
        goal=known(values["goal"]),
        text=(
            f"Try {percent(ratio)} of {count(n)}: {_product(exact)} rounds to {rounded}{capped}, "
            f"so the cut may be at #{context.rows[limit]} or before.{first}"
        ),
        variables=dict(values),
    )


def candidate(
    context: Context,
    attempt: int,
    ratio: float,
    limit: int,
    cut: int,
    rejected: tuple[Rejected, ...],
    values: Values,
    line: int,
) -> Step:
    """The walk back to an assistant message."""
    passed = sum(run.stop - run.start for run in rejected)
    if not cut:
        text = f"No assistant message from #{context.rows[limit]} down can start the kept part; try the next ratio."
    elif passed:
        text = (
            f"#{context.rows[limit]} is {rejected[0].reason}. {count(passed)} back, #{context.rows[cut]} "
            "is an assistant message: a legal cut."
        )
    else:
        text = f"#{context.rows[cut]} is an assistant message: a legal cut, with no step back."
    return Step(
        kind="candidate",
        line=line,
        attempt=attempt,
        ratio=ratio,
        index_limit=context.rows[limit],
        candidate=context.rows[cut] if cut else None,
        valid=bool(cut),
        reason=None if cut else "no assistant message below the bound",
        rejected=rejected,
        goal=known(values["goal"]),
        text=text,
        variables=dict(values),
    )


def measure(
    context: Context,
    attempt: int,
    ratio: float,
    limit: int,
    cut: int,
    kept: int,
    goal: float | None,
    values: Values,
    line: int,
) -> Step:
    """The kept part against the goal."""
    index = context.rows[cut]
    if goal is None:
        verdict = "There is no goal to meet, so this cut is taken."
    elif kept < goal and ratio >= 1:
        verdict = f"That is under {goal:,.0f}, but the ratio has reached {percent(ratio)}, which counts as failure."
    elif kept < goal:
        verdict = f"That is {goal - kept:,.0f} under the goal of {goal:,.0f}: the search ends."
    elif kept == goal:
        verdict = f"That equals the goal of {goal:,.0f}, and equal is not under: go on."
    else:
        verdict = f"That is {kept - goal:,.0f} over the goal of {goal:,.0f}: go on."
    return Step(
        kind="measure",
        line=line,
        attempt=attempt,
        ratio=ratio,
        index_limit=context.rows[limit],
        candidate=index,
        valid=goal is None or kept < goal,
        reason=None if goal is None or kept < goal else "keeps too much",
        kept_tokens=kept,
        goal=goal,
        text=f"Keeping {_onward(index, context.end)} would keep {kept:,} tokens. {verdict}",
        variables=dict(values),
    )


def why_not(cut: int, ratio: float, kept: float, goal: float | None, attempts: int) -> str:
    """Why the sliding window found no cut."""
    if attempts == 0:
        return f"the ratio starts at {percent(ratio)}, so nothing is tried"
    if not cut:
        return "no assistant message can start the kept part"
    if goal is not None and kept >= goal:
        return f"even the last cut keeps {kept:,.0f} tokens, and the goal is {goal:,.0f}"
    return f"the last cut fits with {kept:,.0f} tokens, but the ratio has reached {percent(ratio)}"


def known(value: Any) -> float | None:
    """A number that a step may show; None for one that is not finite."""
    return None if value is None or math.isinf(value) else float(value)


def _onward(first: int, end: int) -> str:
    return f"#{first}" if first == end - 1 else f"#{first}–#{end - 1}"
