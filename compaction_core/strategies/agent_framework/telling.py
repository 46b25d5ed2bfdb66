"""The steps that several strategies share: groups going one after another, and the decision."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from compaction_core.strategies.agent_framework.groups import Group
from compaction_core.strategies.agent_framework.standing import Standing
from compaction_core.strategies.step import Decision, Rejected, Step
from compaction_core.turns import runs
from compaction_core.words import amount

MOST_STEPS = 60
"""Steps of one walk; with more groups one step tells of several."""


def excluding(standing: Standing, places: Sequence[int], line: int, goal: int | None = None) -> Iterator[Step]:
    """Exclude these groups, oldest first, and tell what is left after each."""
    left, unit = standing.total, standing.unit
    stops = [*range(0, len(places), -(-len(places) // MOST_STEPS) or 1), len(places)]
    for start, stop in pairwise(stops):
        going = places[start:stop]
        size = sum(standing.sizes[at] for at in going)
        left -= size
        name = standing.name(going[0])
        what = f"{name[0].upper()}{name[1:]}" if len(going) == 1 else f"{len(going):,} groups, the first {name},"
        verb = "is" if len(going) == 1 else "are"
        aim = "" if goal is None else f", the goal is {goal:,}"
        yield Step(
            kind="apply",
            line=line,
            candidate=standing.numbers([standing.groups[going[0]]])[0],
            kept_tokens=None if standing.by_messages else left,
            goal=None if standing.by_messages else goal,
            effects=standing.drop(going),
            text=f"{what} with {amount(size, unit)} {verb} excluded; {amount(left, unit)} are left{aim}.",
            variables={"left": left},
        )
    standing.remove(places)


def spared(standing: Standing, groups: Sequence[Group], reason: str) -> tuple[Rejected, ...]:
    """Groups that are passed over, at most a few hundred ranges of them."""
    numbers = standing.numbers(groups)
    return tuple(Rejected(start=start, stop=stop, reason=reason) for start, stop in runs(numbers)[:200])


def start(standing: Standing, line: int, text: str, **variables: int | float | None) -> Step:
    """The list and its groups."""
    groups, messages = len(standing.groups), len(standing.material.rows)
    return Step(
        kind="start",
        line=line,
        text=f"{amount(messages, 'messages')} in {amount(groups, 'groups')}. {text}",
        variables={"messages": messages, "groups": groups, **variables},
    )


def nothing(mode: str, line: int, text: str) -> Step:
    """The strategy leaves the list as it is."""
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=None, mode_used=mode))


def impossible(mode: str, error: str) -> Step:
    """The framework refuses these settings."""
    return Step(kind="decide", line=0, text=error, decision=Decision(cut=None, mode_used=mode, error=error))


def settled(standing: Standing, mode: str, line: int, more: str = "") -> Step:
    """What is gone, what stands, and the cut behind the last message that went."""
    stay = len(standing.material.rows) - len(standing.gone)
    cut = max(standing.gone) + 1 if standing.gone else standing.material.start if standing.collapsed else None
    left = "" if standing.by_messages else f" with {amount(standing.total, 'tokens')}"
    folded = f", {amount(standing.collapsed, 'groups')} among them collapsed" if standing.collapsed else ""
    return Step(
        kind="decide",
        line=line,
        kept_tokens=None if standing.by_messages else standing.total,
        text=f"Out of the list: {amount(len(standing.gone), 'messages')}. In it: {stay:,}{left}{folded}.{more}",
        decision=Decision(cut=cut, mode_used=mode),
    )
