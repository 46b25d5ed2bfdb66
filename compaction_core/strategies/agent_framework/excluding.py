"""The three strategies that exclude whole groups, step by step: truncation, sliding window, selective tool calls.

Source: agent-framework-core 1.23.0, ``_compaction.py``. An excluded message stays in the framework's own list with a
mark, and the model sees it no more; nothing stands for it.
"""

from collections.abc import Iterator

from compaction_core.strategies.agent_framework import choosing, limits
from compaction_core.strategies.agent_framework.parameters import (
    SlidingWindowParameters,
    ToolGroupParameters,
    TruncationParameters,
)
from compaction_core.strategies.agent_framework.standing import Material, Standing
from compaction_core.strategies.agent_framework.telling import excluding, impossible, nothing, settled, spared, start
from compaction_core.strategies.step import Step
from compaction_core.words import amount

TRUNCATION: tuple[str, ...] = (
    "metric = tokens of the list, or its messages without a tokenizer",
    "if metric <= max_n: leave the list as it is",
    "protected = the newest group, and the first user group if wanted",
    "for group in groups, oldest first:",
    "    if metric <= compact_to: stop",
    "    if group is protected: pass over it",
    "    else: exclude it with all its messages",
    "the rest stands, even if it is still above compact_to",
)
METRIC, WITHIN, PROTECTED, EACH, MET, PASS, EXCLUDE, REST = range(len(TRUNCATION))
SLIDING_WINDOW: tuple[str, ...] = (
    "groups = the list in groups, a call with its results as one",
    "keep the last K groups",
    "exclude every older one",
    "the rest stands, whatever its size",
)
SELECTIVE: tuple[str, ...] = (
    "tools = the groups of calls and results, oldest first",
    "if there are at most K: leave the list as it is",
    "exclude all but the last K of them",
    "everything else stands",
)


def truncation(found: Material, parameters: TruncationParameters, window: int | None) -> Iterator[Step]:
    """Oldest groups first, until the metric is down."""
    limit = limits.truncation(window, parameters)
    if isinstance(limit, str):
        yield impossible("truncation", limit)
        return
    standing = Standing(found, by_messages=not parameters.tokenizer)
    total = standing.total
    yield start(standing, METRIC, f"They count {amount(total, standing.unit)}.", metric=total, max_n=limit.max_n)
    yield from truncating(standing, limit, parameters.preserve_first_user_group, METRIC)


def truncating(standing: Standing, limit: limits.Truncation, first_user: bool, base: int) -> Iterator[Step]:
    """The steps behind the first one; ``base`` is the line of the listing where truncation begins."""
    total, unit = standing.total, standing.unit
    if total <= limit.max_n:
        text = f"{amount(total, unit)}, not more than {limit.max_n:,}: every group stays."
        yield nothing("truncation", base + WITHIN, text)
        return
    kinds = standing.kinds
    safe = sorted(choosing.protected(kinds, first_user))
    others = "" if len(safe) == 1 else f" and {len(safe) - 1:,} before it"
    yield Step(
        kind="measure",
        line=base + PROTECTED,
        goal=None if standing.by_messages else limit.compact_to,
        rejected=spared(standing, [standing.groups[at] for at in safe], "protected"),
        text=(
            f"{amount(total, unit)} are more than {limit.max_n:,}: the oldest groups go until {limit.compact_to:,} is "
            f"reached. {amount(len(safe), 'groups')} may not go: {standing.name(safe[-1])}{others}."
        ),
        variables={"metric": total, "compact_to": limit.compact_to},
    )
    gone = choosing.truncated(kinds, standing.sizes, limit.max_n, limit.compact_to, first_user)
    yield from excluding(standing, gone, base + EXCLUDE, limit.compact_to)
    above = standing.total > limit.compact_to
    more = f" That is still above {limit.compact_to:,}: only protected groups are left." if above else ""
    yield settled(standing, "truncation", base + REST, more)


def sliding_window(found: Material, parameters: SlidingWindowParameters) -> Iterator[Step]:
    """The last groups stay."""
    keep = parameters.keep_last_groups
    standing = Standing(found)
    yield start(standing, 0, f"The last {keep:,} of them stay.", keep=keep)
    gone = choosing.outside_window(standing.kinds, keep)
    if not gone:
        yield nothing("sliding_window", 1, f"There are not more groups than the {keep:,} to keep: every one stays.")
        return
    yield from excluding(standing, gone, 2)
    yield settled(standing, "sliding_window", 3)


def selective_tool_call(found: Material, parameters: ToolGroupParameters) -> Iterator[Step]:
    """Old tool groups go, everything else stays."""
    keep = parameters.keep_last_tool_call_groups
    standing = Standing(found)
    tools = standing.kinds.count("tool_call")
    yield start(standing, 0, f"{tools:,} of them are calls with results, {keep:,} to keep.", tools=tools, keep=keep)
    gone = choosing.old_tool_groups(standing.kinds, keep)
    if not gone:
        yield nothing(
            "selective_tool_call", 1, f"{amount(tools, 'tool groups')} and {keep:,} to keep: every one stays."
        )
        return
    yield from excluding(standing, gone, 2)
    yield settled(standing, "selective_tool_call", 3)
