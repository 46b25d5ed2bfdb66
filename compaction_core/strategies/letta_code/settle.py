"""The result in words: the fallback, the fates, and the last word."""

from compaction_core.strategies.context import Context
from compaction_core.strategies.letta_code.narrate import Values, known
from compaction_core.strategies.step import Decision, Effect, Step
from compaction_core.turns import runs
from compaction_core.words import count


def fallback(reason: str, values: Values, line: int) -> Step:
    """The sliding window gives up."""
    return Step(
        kind="fallback",
        line=line,
        text=f"{reason[0].upper()}{reason[1:]}. Letta Code now summarizes everything instead.",
        reason=reason,
        ratio=known(values.get("ratio")),
        goal=known(values.get("goal")),
        variables=dict(values),
    )


def apply(context: Context, cut: int, values: Values, line: int) -> Step:
    """The fates."""
    rows = context.rows
    effects = [Effect(fate="summarize", start=a, stop=b) for a, b in runs(rows[:cut])]
    return Step(
        kind="apply",
        line=line,
        candidate=rows[cut] if cut < len(rows) else None,
        text=f"{span(rows[:cut], 'becomes', 'become')} one summary; {span(rows[cut:], 'stays', 'stay')} as sent.",
        effects=tuple(effects),
        variables=dict(values),
    )


def decide(context: Context, cut: int, mode: str, fallback_reason: str | None, values: Values, line: int) -> Step:
    """The last word."""
    rows = context.rows
    index = rows[cut] if cut < len(rows) else context.end
    kept = context.tokens(cut, len(rows))
    stay = len(rows) - cut
    outcome = (
        f"Cut at #{index}: {count(stay)} with {kept:,} tokens {'goes' if stay == 1 else 'go'} on word for word"
        if stay
        else "Nothing is kept word for word"
    )
    return Step(
        kind="decide",
        line=line,
        candidate=index if cut < len(rows) else None,
        valid=True,
        kept_tokens=kept,
        goal=known(values.get("goal")),
        ratio=known(values.get("ratio")),
        text=f"{outcome} (mode {mode}).",
        variables=dict(values),
        decision=Decision(cut=index, mode_used=mode, fallback_reason=fallback_reason),
    )


def span(rows: tuple[int, ...], one: str, several: str) -> str:
    """Some messages as the subject of a sentence: their number and their ends."""
    if not rows:
        return f"no message {one}"
    if len(rows) == 1:
        return f"#{rows[0]} {one}"
    return f"{count(len(rows))} (#{rows[0]}–#{rows[-1]}) {several}"
