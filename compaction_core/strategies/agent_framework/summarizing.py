"""Summarization, step by step: old groups that fit into one request become one assistant message.

Source: agent-framework-core 1.23.0, ``_compaction.py``. It does not promise to reach its target: one request is all it
sends, and what does not fit into it stays word for word.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from compaction_core.strategies.agent_framework import choosing
from compaction_core.strategies.agent_framework.groups import Group
from compaction_core.strategies.agent_framework.parameters import SummarizationParameters
from compaction_core.strategies.agent_framework.standing import Material, Standing
from compaction_core.strategies.agent_framework.telling import MOST_STEPS, nothing, spared, start
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.turns import runs
from compaction_core.words import amount

MODE = "summarization"
RELEASED_PROMPT_TOKENS = 148
"""The release's own prompt by its own estimate; ours has other words."""

LISTING: tuple[str, ...] = (
    "n = messages of the list",
    "if n <= target_count + threshold: leave the list as it is",
    "keep the newest groups until they hold target_count messages",
    "for group in the older ones, oldest first:",
    "    if prompt + selected + group <= max_summary_input_tokens: select it",
    "    else: pass over it if nothing is selected yet, stop if something is",
    "if nothing is selected: leave the list as it is",
    "ask for a summary of the selected messages",
    "if it fails or is blank: leave the list as it is",
    "the summary stands where the first selected group stood, as an assistant message",
)
COUNT, WITHIN, KEEP, EACH, SELECT, PASS, NONE, ASK, FAILED, PLACE = range(len(LISTING))

Cost = Callable[[Group, int], int]
"""Tokens of a group's lines; the first of them has that running number."""


def steps(
    found: Material, parameters: SummarizationParameters, cost: Cost, prompt_tokens: int, separator: int = 1
) -> Iterator[Step]:
    """Count, keep, select, place."""
    standing = Standing(found, by_messages=True)
    kinds = standing.kinds
    groups = [group for group, kind in zip(standing.groups, kinds, strict=True) if kind != "system"]
    counts = [len(group.places) for group in groups]
    n, line = sum(counts), parameters.target_count + parameters.threshold
    yield start(standing, COUNT, f"Above {line:,} messages it acts.", n=n, above=line)
    if n <= line:
        text = f"{amount(n, 'messages')}, no more than {parameters.target_count:,} + {parameters.threshold:,}."
        yield nothing(MODE, WITHIN, f"{text} Every group stays.")
        return
    first = choosing.kept_from(counts, parameters.target_count)
    yield Step(
        kind="measure",
        line=KEEP,
        candidate=standing.numbers(groups[first:])[0],
        text=(
            f"The newest {amount(len(groups) - first, 'groups')} hold {amount(sum(counts[first:]), 'messages')} and "
            f"stay: {parameters.target_count:,} are wanted, and groups stay whole."
        ),
        variables={"kept": sum(counts[first:])},
    )
    if not first:
        yield nothing(MODE, NONE, "No group is older than those that stay: there is nothing to summarize.")
        return
    yield from _select(standing, parameters, groups[:first], cost, prompt_tokens, separator)


def _select(
    standing: Standing,
    parameters: SummarizationParameters,
    old: Sequence[Group],
    cost: Cost,
    prompt_tokens: int,
    separator: int,
) -> Iterator[Step]:
    """What fits into the request, and the decision."""
    budget = parameters.max_summary_input_tokens
    costs: dict[int, int] = {}

    def costing(at: int, number: int) -> int:
        costs[at] = cost(old[at], number)
        return costs[at]

    counts = [len(group.places) for group in old]
    chosen, total = choosing.fitting(counts, costing, prompt_tokens, separator, budget)
    limit = "no limit" if budget is None else f"the limit of {budget:,} tokens"
    passed = chosen[0] if chosen else len(old)
    if passed:
        numbers = standing.numbers(old[:passed])
        yield Step(
            kind="measure",
            line=PASS,
            candidate=numbers[0],
            valid=False,
            reason="larger than a request",
            rejected=spared(standing, old[:passed], "larger than a request"),
            text=(
                f"{amount(passed, 'groups')} from #{numbers[0]} ({costs[0]:,} tokens) and the prompt of "
                f"{prompt_tokens:,} are above {limit}: passed over, {'it stays' if passed == 1 else 'they stay'}."
            ),
        )
    if not chosen:
        text = f"No old group fits into {limit}: no model is asked and nothing changes. The release logs a warning."
        yield nothing(MODE, NONE, text)
        return
    yield from _selected(standing, old, chosen, costs, prompt_tokens, separator, budget)
    stopped = chosen[-1] + 1
    if stopped < len(old):
        numbers = standing.numbers(old[stopped:])
        yield Step(
            kind="measure",
            line=PASS,
            candidate=numbers[0],
            valid=False,
            reason="does not fit",
            text=(
                f"The group at #{numbers[0]} would make {total + separator + costs[stopped]:,} tokens, above {limit}. "
                f"The selection ends; {amount(len(numbers), 'messages')} stay word for word."
            ),
        )
    gone = standing.numbers([old[at] for at in chosen])
    yield _ended(standing, old, chosen, gone, total)


def _selected(
    standing: Standing,
    old: Sequence[Group],
    chosen: Sequence[int],
    costs: dict[int, int],
    prompt_tokens: int,
    separator: int,
    budget: int | None,
) -> Iterator[Step]:
    """The selected groups, several a step where there are many."""
    total, limit = prompt_tokens - separator, "" if budget is None else f" of {budget:,}"
    stops = [*range(0, len(chosen), -(-len(chosen) // MOST_STEPS) or 1), len(chosen)]
    for begin, stop in pairwise(stops):
        taken = [old[at] for at in chosen[begin:stop]]
        numbers = standing.numbers(taken)
        total += sum(costs[at] + separator for at in chosen[begin:stop])
        what = f"The group at #{numbers[0]}" if len(taken) == 1 else f"{len(taken):,} groups from #{numbers[0]} on"
        yield Step(
            kind="apply",
            line=SELECT,
            candidate=numbers[0],
            valid=True,
            effects=tuple(Effect(fate="summarize", start=a, stop=b) for a, b in runs(numbers)),
            text=f"{what} {'fits' if len(taken) == 1 else 'fit'}: {total:,}{limit} tokens of the request are taken.",
            variables={"request": total},
        )


def _ended(standing: Standing, old: Sequence[Group], chosen: Sequence[int], gone: Sequence[int], total: int) -> Step:
    at = standing.material.rows[old[chosen[0]].places[0]]
    stay = len(standing.material.rows) - len(gone)
    return Step(
        kind="decide",
        line=PLACE,
        text=(
            f"{amount(len(gone), 'messages')} become one summary, asked for with {total:,} tokens; it stands at #{at}, "
            f"and {amount(stay, 'messages')} stand with it."
        ),
        decision=Decision(cut=max(gone) + 1, mode_used=MODE, summary_at=at),
    )
