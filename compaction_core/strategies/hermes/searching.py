"""The search for the tail in words: the walk, and every rule that moved the cut."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.hermes.listing import AGAIN, ANSWER, APPLY, FLOOR, PAIR, USER, WALK
from compaction_core.strategies.hermes.tail import SOFT, Tail
from compaction_core.strategies.hermes.words import named, number
from compaction_core.strategies.step import Scalar, Step
from compaction_core.words import count


def searching(
    context: Context,
    counts: Sequence[int],
    start: int,
    found: Tail,
    limit: int,
    values: dict[str, Scalar],
) -> Iterator[Step]:
    """The walk, and every rule that moved the cut."""
    yield Step(
        kind="try",
        line=WALK,
        attempt=0,
        goal=found.soft,
        text=(
            f"The middle starts at {named(context, start)}. Walk back from the end while the tail counts at most "
            f"{found.soft:,} tokens ({SOFT:g} × {limit:,}), and {count(found.floor)} whatever their size."
        ),
        variables=dict(values),
    )
    yield _stop(context, 0, found.walked, found.taken, found.soft, WALK, values)
    if found.again is not None:
        yield Step(
            kind="try",
            line=AGAIN,
            attempt=1,
            goal=limit,
            text=f"That takes everything behind the head, so the walk is made again with the bare {limit:,} tokens.",
            variables=dict(values),
        )
        yield _stop(context, 1, found.again, sum(counts[found.again :]), limit, AGAIN, values)
    at = found.walked if found.again is None else found.again
    rules = (
        (found.floored, FLOOR, f"at least {count(found.floor)} stay{'s' if found.floor == 1 else ''} and one goes"),
        (found.aligned, PAIR, "the results before it belong to that call"),
        (found.user, USER, "the user's last message stays, or goes with the whole exchange it opens"),
        (found.answer, ANSWER, "the last answer the user could read stays"),
        (found.cut, APPLY, "one message at least must go, and the tail starts with no tool result"),
    )
    for moved, line, why in rules:
        if moved != at:
            yield Step(
                kind="candidate",
                line=line,
                candidate=number(context, moved),
                valid=True,
                reason=why,
                text=f"The cut moves from {named(context, at)} to {named(context, moved)}: {why}.",
                variables=dict(values),
            )
        at = moved


def _stop(
    context: Context,
    attempt: int,
    at: int,
    taken: int,
    goal: int,
    line: int,
    values: dict[str, Scalar],
) -> Step:
    return Step(
        kind="measure",
        line=line,
        attempt=attempt,
        candidate=number(context, at),
        valid=taken <= goal,
        reason=None if taken <= goal else "over the budget, for so many messages stay",
        kept_tokens=taken,
        goal=goal,
        text=f"The walk ends with {named(context, at)} as the first of the tail: {taken:,} tokens of {goal:,}.",
        variables=dict(values),
    )
