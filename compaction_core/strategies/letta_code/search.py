"""Where Letta Code cuts: the sliding-window search, and the mode that summarizes everything.

Source: compaction.ts:575-641 (sliding window) and 643-658 (all), 0.30.29. The quirks are the algorithm:
the ratio grows *before* each try; it counts messages while the goal counts tokens; a kept part equal to the goal
goes on; 0.1 is added in IEEE doubles; and a ratio that reached 1 is an error even if the last candidate fits.

A **row** is a message of the system's own list, which has no system prompt; ``n`` is their number.
"""

import math
from collections.abc import Iterator

from compaction_core.js import round_half_up
from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_code import narrate, settle
from compaction_core.strategies.letta_code.parameters import normalized
from compaction_core.strategies.step import Rejected, Scalar, Step

MINIMUM_MESSAGES = 4
RATIO_STEP = 0.1

LISTING: tuple[str, ...] = (
    "n = number of messages (system prompt not counted)",
    "goal = (1 - p) * window;  ratio = p;  kept = window",
    "while kept >= goal and ratio < 1:",
    "    ratio = ratio + 0.1",
    "    limit = min(round(ratio * n), n - 1)",
    "    cut = last assistant message in 1..limit, below maximum",
    "    if there is none: try the next ratio",
    "    kept = tokens(messages[cut:])",
    "if no cut, or ratio >= 1: summarize everything instead",
    "summarize messages[:cut], keep messages[cut:]",
)
START, GOAL, LOOP, GROW, LIMIT, SEEK, NONE, MEASURE, GIVE_UP, APPLY = range(len(LISTING))


def steps(context: Context, mode: str, grow_first: bool = True) -> Iterator[Step]:
    """Search in the mode asked for; the last step decides.

    ``grow_first=False`` tries the ratio before it grows, as an article describes it; no release does.
    """
    if mode == "all":
        yield from _everything(context, None)
    else:
        yield from _sliding_window(context, grow_first)


def is_pending(context: Context) -> bool:
    """Whether the last message is an assistant's with an open call (half-answered parallel calls are not)."""
    if not context.rows:
        return False
    last = context.session.messages[context.rows[-1]]
    return last.role == "assistant" and bool(last.calls)


def _sliding_window(context: Context, grow_first: bool) -> Iterator[Step]:
    rows, window = context.rows, context.context_window
    n, p = len(rows), normalized(context.parameters.sliding_window_percentage)
    if n < MINIMUM_MESSAGES:
        reason = (
            f"{n} {'message is' if n == 1 else 'messages are'} fewer than the {MINIMUM_MESSAGES} a sliding window needs"
        )
        yield settle.fallback(reason, {"n": n}, START)
        yield from _everything(context, reason)
        return
    maximum = n - 2 if is_pending(context) else n - 1
    goal = None if window is None else (1 - p) * window
    yield narrate.start(context, p, goal, maximum, GOAL)

    ratio, cut, attempt = p, 0, 0
    kept: float = math.inf if window is None else window
    while (not cut if goal is None else kept >= goal) and ratio < 1:
        ratio += RATIO_STEP if grow_first or attempt else 0.0
        limit = min(round_half_up(ratio * n), n - 1)
        values: dict[str, Scalar] = {"n": n, "p": p, "goal": goal, "ratio": ratio, "limit": limit}
        yield narrate.try_(context, attempt, ratio, limit, values, LIMIT)
        cut, rejected = _candidate(context, limit, maximum)
        values["cut"] = cut or None
        yield narrate.candidate(context, attempt, ratio, limit, cut, rejected, values, SEEK if cut else NONE)
        if cut:
            kept = context.tokens(cut, n)
            values["kept"] = kept
            yield narrate.measure(context, attempt, ratio, limit, cut, int(kept), goal, values, MEASURE)
        attempt += 1

    values = {"n": n, "p": p, "goal": goal, "ratio": ratio, "cut": cut or None}
    values["kept"] = None if math.isinf(kept) else kept
    if not cut or ratio >= 1:
        reason = narrate.why_not(cut, ratio, kept, goal, attempt)
        yield settle.fallback(reason, values, GIVE_UP)
        yield from _everything(context, reason)
        return
    yield settle.apply(context, cut, values, APPLY)
    yield settle.decide(context, cut, "sliding_window", None, values, APPLY)


def _candidate(context: Context, limit: int, maximum: int) -> tuple[int, tuple[Rejected, ...]]:
    """The largest legal cut at or below ``limit`` (0 if none), and the runs of rows passed on the way."""
    runs: list[tuple[int, int, str]] = []
    for row in range(limit, 0, -1):
        index = context.rows[row]
        role = context.session.messages[index].role
        if role == "assistant" and row < maximum:
            return row, _rejected(runs)
        reason = "an assistant message, but not below the bound" if role == "assistant" else _REASONS[role]
        if runs and runs[-1][0] == index + 1 and runs[-1][2] == reason:
            runs[-1] = (index, runs[-1][1], reason)
        else:
            runs.append((index, index + 1, reason))
    return 0, _rejected(runs)


_REASONS = {"tool": "a tool result: it belongs to the call before it", "user": "a user message"}


def _rejected(runs: list[tuple[int, int, str]]) -> tuple[Rejected, ...]:
    return tuple(Rejected(start=start, stop=stop, reason=reason) for start, stop, reason in runs)


def _everything(context: Context, fallback_reason: str | None) -> Iterator[Step]:
    """Mode all: one summary of everything; only an assistant message with an open call stays."""
    stay = 1 if is_pending(context) else 0
    cut = len(context.rows) - stay
    values: dict[str, Scalar] = {"n": len(context.rows), "cut": cut}
    yield settle.apply(context, cut, values, APPLY)
    yield settle.decide(context, cut, "all", fallback_reason, values, APPLY)
