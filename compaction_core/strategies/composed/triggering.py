"""Axis 1 at work: the limit in tokens, the moments it is looked at, and where it acts."""

import math
from collections.abc import Sequence

from compaction_core.session import Message
from compaction_core.strategies.composed.axes.limits import Limit, Number, Reserve, Share, Table
from compaction_core.strategies.composed.axes.trigger import Items, Line, ToolUses
from compaction_core.strategies.composed.metrics import metric
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_answers, after_turns, before_calls, counted


def limit(wanted: Limit, window: int | None) -> float | None:
    """The number of a limit; None where it needs a window that is not known."""
    if isinstance(wanted, Number):
        return wanted.value
    if isinstance(wanted, Share):
        window = wanted.assumed_window if window is None else window
        if window is None:
            return None
        found: float = window * wanted.share
        if wanted.rounded_down or wanted.less:
            found = math.floor(found) - wanted.less
        return found if wanted.at_least is None else max(wanted.at_least, found)
    if window is None:
        return None
    return _reserved(wanted, window) if isinstance(wanted, Reserve) else _from_table(wanted, window)


def _reserved(wanted: Reserve, window: int) -> int | None:
    if wanted.largest_share is None:
        return window - wanted.reserve
    if window <= 0:
        return None
    return window - min(wanted.reserve, max(1, math.floor(wanted.largest_share * window)))


def _from_table(wanted: Table, window: int) -> int:
    reserve = {entry.window: entry.reserve for entry in wanted.entries}.get(window)
    if reserve is not None:
        return window - reserve
    return max(window - wanted.otherwise, int(window * wanted.otherwise_share))


def exceeded(line: Line, window: int | None) -> int | None:
    """What a whole number must exceed to cross the line.

    >>> exceeded(Line(limit=Share(share=0.5), comparison="at_or_above"), 25), exceeded(Line(limit=Share(share=0.5)), 25)
    (12, 12)
    """
    found = limit(line.limit, window)
    if found is None:
        return None
    return math.floor(found) if line.comparison == "above" else math.ceil(found) - 1


def of_tokens(recipe: Recipe) -> tuple[Line, ...]:
    """The lines that count tokens."""
    return tuple(line for line in recipe.trigger.lines if not isinstance(line.metric, Items | ToolUses))


def threshold(recipe: Recipe, window: int | None) -> int | None:
    """The lowest line in tokens; None where there is none."""
    found = [line for each in of_tokens(recipe)[:1] for line in of_tokens(recipe) if line.metric == each.metric]
    return min((number for line in found if (number := exceeded(line, window)) is not None), default=None)


def watched(recipe: Recipe, context: Context) -> tuple[int, ...]:
    """What the first line in tokens sees; everything counted, where none counts tokens."""
    lines = of_tokens(recipe)
    return metric(context, lines[0].metric, recipe.estimator) if lines else counted(context)


def looks(recipe: Recipe, context: Context) -> tuple[bool, ...]:
    """Whether any line is looked at."""
    each = [looked(line, context) for line in recipe.trigger.lines]
    return tuple(any(row) for row in zip(*each, strict=True)) if each else before_calls(context)


def fires(recipe: Recipe, context: Context) -> tuple[bool, ...]:
    """Whether any line is crossed where it is looked at."""
    found = [False] * (context.end - context.start)
    for line in recipe.trigger.lines:
        number = exceeded(line, context.context_window)
        if number is None:
            continue
        seen = metric(context, line.metric, recipe.estimator)
        moments = looked(line, context)
        found = [f or (m and s > number) for f, m, s in zip(found, moments, seen, strict=True)]
    return tuple(found)


def looked(line: Line, context: Context) -> tuple[bool, ...]:
    """For each planned message, whether the line is looked at right after it."""
    if line.phase == "prompt_and_answer":
        moments = _prompts_and_answers(context.messages)
    else:
        moments = {"before_call": before_calls, "after_answer": after_answers, "after_turn": after_turns}[line.phase](
            context
        )
    found, newest = [], None
    for message, moment in zip(context.messages, moments, strict=True):
        if message.summary is not None and message.timestamp is not None:
            newest = message.timestamp
        stale = newest is not None and message.timestamp is not None and message.timestamp <= newest
        over = message.role == "assistant" and (_passed(line, message) or (line.only_fresh and stale))
        found.append(moment and not over)
    return tuple(found)


def _passed(line: Line, message: Message) -> bool:
    if line.passes_over == "nothing":
        return False
    if line.passes_over != "failed":
        return message.stop_reason == {"aborted": "aborted", "refused": "refusal"}[line.passes_over]
    return message.stop_reason in ("aborted", "error") or bool({"error", "synthetic"} & set(message.flags))


def _prompts_and_answers(messages: Sequence[Message]) -> tuple[bool, ...]:
    """After a run of rows in the user's role that holds words of the user, and after every answer."""
    found, prompted = [], False
    for index, message in enumerate(messages):
        if message.role == "user":
            prompted = prompted or (message.summary is None and "meta" not in message.flags)
            last = index + 1 == len(messages) or messages[index + 1].role != "user"
            found.append(prompted and last)
        else:
            prompted = False
            found.append(message.role == "assistant")
    return tuple(found)
