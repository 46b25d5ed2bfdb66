"""The steps of a compaction in words. Every sentence holds the numbers it speaks of."""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode import limits
from compaction_core.strategies.opencode.entries import Entry
from compaction_core.strategies.opencode.parameters import OpencodeParameters
from compaction_core.strategies.opencode.pruning import MINIMUM, PROTECT, Pruned
from compaction_core.strategies.opencode.tail import Tail, Turn
from compaction_core.strategies.opencode.wire import Size
from compaction_core.strategies.step import Decision, Effect, Rejected, Scalar, Step
from compaction_core.words import count

SINGLE_TURNS = 40
"""So many turns have a step of their own; further ones share steps."""
GROUP = 50


def nothing(line: int) -> Step:
    """An empty list."""
    text = "There is no message to summarize: nothing is done."
    return Step(kind="decide", line=line, text=text, decision=Decision(cut=None, mode_used="all"))


def start(context: Context, history: Sequence[Entry], starts: Sequence[int], line: int) -> Step:
    """What there is to choose from."""
    return Step(
        kind="start",
        line=line,
        text=f"{count(len(context.rows), 'message')} in {count(len(history), 'entry', 'entries')}: an answer and its "
        f"tool results are one. Turns, one for each user message: {len(starts):,}.",
        variables={"entries": len(history), "turns": len(starts)},
    )


def pruned(seen: Pruned, cleared: tuple[int, ...], effects: tuple[Effect, ...], line: int) -> Step:
    """Old tool outputs, cleared before anything else."""
    beyond = f"{count(len(seen.found), 'tool output')} beyond the newest {PROTECT:,} tokens, {seen.tokens:,} tokens"
    text = (
        f"{beyond}: more than {MINIMUM:,}, so they are cleared."
        if cleared
        else f"{beyond}: not more than {MINIMUM:,}, so nothing is cleared."
    )
    return Step(kind="apply", line=line, text=text, effects=effects, variables={"pruned": seen.tokens})


def aside(index: int | None, later: Sequence[int], line: int) -> Step:
    """The message that is posted again after an overflow."""
    if index is None:
        text = "No user message can be set aside: there is none, or no other stands before it. The whole list is used."
        return Step(kind="candidate", line=line, text=text, valid=False, variables={"again": None})
    text = f"#{index} is the last user message: it will be posted again. The list ends before it."
    if len(later) > 1:
        text += f" {count(len(later) - 1, 'message')} behind it count no more."
    return Step(kind="candidate", line=line, text=text, candidate=index, valid=True, variables={"again": index})


def hidden(indexes: Sequence[int], previous: int | None, line: int) -> Step:
    """Earlier compactions."""
    merged = "its text is empty" if previous is None else f"the text of #{previous} is merged into the new one"
    text = f"{count(len(indexes), 'earlier summary')} left out of the choice; {merged}."
    return Step(kind="start", line=line, text=text, variables={"previous": previous})


def budget(context: Context, settings: OpencodeParameters, usable: int, found: int, line: int) -> Step:
    """How much may stay."""
    if settings.preserve_recent_tokens is not None:
        why = f"{found:,} tokens may stay, as set."
    else:
        window = "an unknown window" if not context.context_window else f"the window of {context.context_window:,}"
        most = settings.generation.most_kept
        why = (
            f"{usable:,} tokens of {window} are usable; a quarter, but at least {limits.LEAST_KEPT:,} and at most "
            f"{most:,}, may stay: {found:,}."
        )
    turns = "" if settings.turns is None else f" At most {count(settings.turns, 'turn')}."
    return Step(
        kind="start", line=line, text=why + turns, goal=found, variables={"usable": usable, "budget": found, "total": 0}
    )


def walk(history: Sequence[Entry], found: Tail, size: Size, goal: int, lines: tuple[int, int]) -> Iterator[Step]:
    """The turns that fit, newest first, and the one that does not."""
    total, done = 0, 0
    while done < len(found.whole):
        group = found.whole[done : done + (1 if done < SINGLE_TURNS else GROUP)]
        before, total = total, total + sum(turn.tokens for turn in group)
        done += len(group)
        yield _fits(history, group, before, total, goal, lines[0])
    if found.over is not None:
        yield _over(history, found.over, total, goal, lines[0])
        yield _split(history, found, size, goal, lines[1])


def _fits(history: Sequence[Entry], group: Sequence[Turn], before: int, total: int, goal: int, line: int) -> Step:
    first = history[group[-1].start].indexes[0]
    what = f"The turn from #{first}" if len(group) == 1 else f"{len(group)} more turns, down to #{first},"
    verb = "costs" if len(group) == 1 else "cost"
    text = f"{what} {verb} {total - before:,} tokens: {total:,} in all, no more than {goal:,}. It stays whole."
    if len(group) > 1:
        text = text.replace("It stays", "They stay")
    return Step(
        kind="measure", line=line, text=text, candidate=first, valid=True, kept_tokens=total, goal=goal,
        variables={"budget": goal, "size": total - before, "total": total},
    )  # fmt: skip


def _over(history: Sequence[Entry], turn: Turn, total: int, goal: int, line: int) -> Step:
    first, seen = history[turn.start].indexes[0], total + turn.tokens
    return Step(
        kind="measure", line=line, candidate=first, valid=False, reason="does not fit whole", kept_tokens=seen,
        goal=goal, variables={"budget": goal, "size": turn.tokens, "total": total},
        text=f"The turn from #{first} costs {turn.tokens:,} tokens: {seen:,} in all, more than {goal:,}. "
        "It cannot stay whole, and no older turn is looked at.",
    )  # fmt: skip


def _split(history: Sequence[Entry], found: Tail, size: Size, goal: int, line: int) -> Step:
    """The end of a turn that still fits."""
    assert found.over is not None  # noqa: S101
    turn, rest = found.over, goal - found.total
    stop = found.split if found.split is not None else turn.stop
    tried = (history[turn.start + 1].indexes[0], history[stop - 1].indexes[-1] + 1) if stop - turn.start > 1 else None
    passed = () if tried is None or rest <= 0 else (Rejected(start=tried[0], stop=tried[1], reason="still too large"),)
    values: dict[str, Scalar] = {"budget": goal, "total": found.total, "rest": rest}
    if found.split is None:
        why = "Nothing of the budget is left" if rest <= 0 else f"No end of it fits into the {rest:,} tokens left"
        return Step(
            kind="candidate", line=line, valid=False, reason="no end fits", rejected=passed, goal=goal,
            text=f"{why}: no part of that turn stays.", variables=values,
        )  # fmt: skip
    first, tokens = history[found.split].indexes[0], size(found.split, turn.stop)
    return Step(
        kind="measure", line=line, candidate=first, valid=True, rejected=passed, kept_tokens=found.total + tokens,
        goal=goal, variables={**values, "size": tokens},
        text=f"{rest:,} tokens are left. The longest end of that turn that fits starts at #{first}: {tokens:,} tokens.",
    )  # fmt: skip


def why_nothing(found: Tail, starts: Sequence[int], turns: int | None, goal: int) -> str:
    """Why no message stays word for word."""
    if turns == 0:
        return "no turn may stay"
    if not starts:
        return "no user message begins a turn"
    if found.reached == 0:
        return f"everything fits into {goal:,} tokens, and then nothing is kept"
    return f"not even the newest entry fits into {goal:,} tokens"


def fallback(reason: str, line: int) -> Step:
    """Everything is summarized."""
    return Step(kind="fallback", line=line, reason=reason, text=f"{reason[0].upper()}{reason[1:]}: no tail.")
