"""The last two steps of a compaction in words: what goes, and where everything stands afterwards."""

from collections.abc import Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.words import count


def apply(
    entries: int, summarized: int, dropped: Sequence[int], aside: int | None, effects: tuple[Effect, ...], line: int
) -> Step:
    """What the summarizer gets, and what nobody reads any more."""
    become = "becomes" if entries == 1 else "become"
    text = f"{count(entries, 'entry', 'entries')}, {count(summarized, 'message')}, {become} one summary."
    if dropped:
        text += f" {count(len(dropped), 'message')} without a place in it {'goes' if len(dropped) == 1 else 'go'}."
    if aside in dropped:
        text += f" #{aside} comes back as it is posted again."
    return Step(kind="apply", line=line, text=text, effects=effects)


def decide(
    context: Context, cut: int, kept: int, goal: int | None, mode: str, reason: str | None, ending: str, line: int
) -> Step:
    """The new list in order."""
    tail = "" if cut == context.end else f", and #{cut} and what follows, {kept:,} tokens, stay behind it"
    why = "" if reason is None else f", because {reason}"
    text = f"A short question and the summary as its answer stand first{tail}{why}. {ending}"
    return Step(
        kind="decide",
        line=line,
        text=text,
        kept_tokens=kept if goal is not None else None,
        goal=goal,
        decision=Decision(cut=cut, mode_used=mode, fallback_reason=reason),
    )


def ending(triggered_by: str, aside: int | None) -> str:
    """What is said after the summary."""
    if triggered_by == "manual":
        return "Nothing is added after /compact."
    return "A message to go on is added." if aside is None else f"#{aside} is posted again at the end."
