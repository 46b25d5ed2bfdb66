"""Strategies one after another until it fits, step by step: the token budget and the context window.

Source: agent-framework-core 1.23.0, ``_compaction.py``.
"""

from collections.abc import Iterator

from compaction_core.strategies.agent_framework import choosing, limits
from compaction_core.strategies.agent_framework.collapsing import collapsing
from compaction_core.strategies.agent_framework.excluding import TRUNCATION, truncating
from compaction_core.strategies.agent_framework.parameters import ContextWindowParameters, TokenBudgetParameters
from compaction_core.strategies.agent_framework.standing import Material, Standing
from compaction_core.strategies.agent_framework.telling import excluding, impossible, nothing, settled, start
from compaction_core.strategies.step import Step
from compaction_core.words import amount

TOKEN_BUDGET: tuple[str, ...] = (
    "if tokens of the list <= budget: leave it as it is",
    "first strategy: old tool groups become one message each",
    "if tokens <= budget: stop here",
    "second strategy: exclude all but the last K groups",
    "if tokens <= budget: stop here",
    "exclude the oldest groups until tokens <= budget; the newest one stays",
    "system groups would go last of all",
)
FITS, COLLAPSE, FITS_NOW, WINDOW, FITS_THEN, ENFORCE, STRICT = range(len(TOKEN_BUDGET))
CONTEXT_WINDOW: tuple[str, ...] = (
    "budget = window - reserved for the answer",
    "if tokens > half of the budget:",
    "    all but the last K tool groups become one message each",
    "if tokens > 4/5 of the budget: truncate, else done",
    *(f"    {line}" for line in TRUNCATION[1:]),
)
BUDGET, ABOVE, EVICT, TRUNCATE = range(4)
BASE = TRUNCATE
"""Truncation's own first line, the metric, falls on the line in front of the rest of its listing."""


def token_budget(found: Material, parameters: TokenBudgetParameters, window: int | None) -> Iterator[Step]:
    """Collapse, window, and the last resort."""
    mode, budget = "token_budget", limits.token_budget(window, parameters)
    if isinstance(budget, str):
        yield impossible(mode, budget)
        return
    standing = Standing(found)
    total = standing.total
    yield start(standing, FITS, f"They count {amount(total, 'tokens')}, the budget is {budget:,}.", budget=budget)
    if total <= budget:
        yield nothing(mode, FITS, f"{amount(total, 'tokens')} are within the budget of {budget:,}: every group stays.")
        return
    yield from collapsing(standing, parameters.keep_last_tool_call_groups, COLLAPSE)
    yield _measured(standing, budget, FITS_NOW, "collapsing tool groups")
    if standing.total > budget or not parameters.early_stop:
        gone = choosing.outside_window(standing.kinds, parameters.keep_last_groups)
        yield from excluding(standing, gone, WINDOW, budget)
        yield _measured(standing, budget, FITS_THEN, "the sliding window")
    if standing.total > budget:
        oldest, _ = choosing.enforced(standing.kinds, standing.sizes, budget)
        yield from excluding(standing, oldest, ENFORCE, budget)
    if standing.total > budget:
        _, prompts = choosing.enforced(standing.kinds, standing.sizes, budget)
        yield from excluding(standing, prompts, STRICT, budget)
    more = f" That is still above the budget of {budget:,}." if standing.total > budget else ""
    yield settled(standing, mode, STRICT, more)


def context_window(found: Material, parameters: ContextWindowParameters, window: int | None) -> Iterator[Step]:
    """Tool groups first, then truncation."""
    mode, lines = "context_window", limits.context_window(window, parameters)
    if isinstance(lines, str):
        yield impossible(mode, lines)
        return
    standing = Standing(found)
    total = standing.total
    text = f"They count {amount(total, 'tokens')}, the budget is {lines.budget:,}."
    yield start(standing, BUDGET, text, budget=lines.budget)
    if total <= lines.tool_eviction:
        text = f"{amount(total, 'tokens')} are not more than {lines.tool_eviction:,}: tool groups stay as they are."
        yield Step(kind="measure", line=ABOVE, kept_tokens=total, goal=lines.tool_eviction, text=text)
    else:
        old = choosing.old_tool_groups(standing.kinds, parameters.keep_last_tool_call_groups)
        text = (
            f"{amount(total, 'tokens')} are more than {lines.tool_eviction:,}: {amount(len(old), 'tool groups')} older "
            f"than the last {parameters.keep_last_tool_call_groups:,} are collapsed."
        )
        yield Step(kind="measure", line=ABOVE, kept_tokens=total, goal=lines.tool_eviction, text=text)
        yield from collapsing(standing, parameters.keep_last_tool_call_groups, EVICT)
    if standing.total <= lines.truncation:
        text = f" {amount(standing.total, 'tokens')} are not more than {lines.truncation:,}: nothing is truncated."
        yield settled(standing, mode, TRUNCATE, text)
        return
    limit = limits.Truncation(lines.truncation, lines.tool_eviction)
    *steps, last = truncating(standing, limit, parameters.preserve_first_user_group, BASE)
    yield from steps
    above = standing.total > lines.budget
    more = f" They do not fit into the budget of {lines.budget:,}; the release only logs a warning." if above else ""
    yield settled(standing, mode, last.line, more)


def _measured(standing: Standing, budget: int, line: int, after: str) -> Step:
    total = standing.total
    return Step(
        kind="measure",
        line=line,
        kept_tokens=total,
        goal=budget,
        valid=total <= budget,
        text=(
            f"After {after}, {amount(total, 'tokens')} are {'within' if total <= budget else 'above'} the budget of "
            f"{budget:,}."
        ),
        variables={"left": total},
    )
