"""Hermes' compression step by step, up to where the summarizer is asked.

Source: context_compressor.py (0.19.0), the main path, whose list holds no system prompt. Whether the summarizer answers
is not known here; the last step says what happens if it does not, and ``outcome`` decides it.
"""

from collections.abc import Iterator, Mapping

from compaction_core.strategies.context import Context
from compaction_core.strategies.hermes import budget
from compaction_core.strategies.hermes.arranging import Place, place, repair
from compaction_core.strategies.hermes.changing import Changed, mended, pruning_effects
from compaction_core.strategies.hermes.listing import APPLY, ASK, HEAD, PRUNE, REPAIR, ROLE, TOO_FEW
from compaction_core.strategies.hermes.outcome import MARGIN, earlier_summary
from compaction_core.strategies.hermes.pruning import Pruned, prune
from compaction_core.strategies.hermes.searching import searching
from compaction_core.strategies.hermes.tail import Row, Tail, forward, head_size, row_of, tail
from compaction_core.strategies.hermes.words import named, number, ranges
from compaction_core.strategies.step import Decision, Scalar, Step
from compaction_core.words import count


def room(context: Context) -> tuple[int, int]:
    """(threshold, tail budget) in tokens, of this window and these settings."""
    settings = context.parameters
    window = budget.DEFAULT_WINDOW if context.context_window is None else context.context_window
    percent = budget.effective_percent(window, settings.threshold_percent)
    line = budget.threshold(window, percent, settings.max_tokens)
    return line, budget.tail_budget(line, settings.summary_target_ratio)


def compacted_before(context: Context) -> bool:
    """Whether the session was compacted before these messages: then the first ones are in a summary already."""
    return any(c.kind == "compact" and c.index < context.end for c in context.session.compactions)


def steps(context: Context) -> Iterator[Step]:
    """Prune, find head and tail, arrange."""
    messages = context.session.messages
    numbers = context.rows
    listed = [messages[i] for i in numbers]
    rows = tuple(map(row_of, listed))
    line, limit = room(context)
    again = compacted_before(context)
    head = head_size(rows, 0 if again else context.parameters.protect_first_n)
    values: dict[str, Scalar] = {"n": len(rows), "head": head, "threshold": line, "tail": limit}
    first = "none of the first, for the session was compacted before" if again else f"the first {head}"
    yield Step(
        kind="start",
        line=HEAD,
        text=(
            f"{count(len(rows))} in play. The tail may hold {limit:,} tokens, "
            f"{context.parameters.summary_target_ratio:.0%} of the threshold of {line:,}; the head is {first}."
        ),
        variables=dict(values),
    )
    if len(rows) <= head + MARGIN:
        yield _nothing(f"{count(len(rows))}, no more than the head and {MARGIN}: nothing is done.", values)
        return

    counts = [context.measured.counts[i] for i in numbers]
    pruned = prune(listed, counts, limit, context.parameters.protect_last_n)
    changed = pruning_effects(context, pruned)
    for i, effect in changed.items():
        counts[i] = counts[i] if effect.tokens is None else effect.tokens
    yield _pruning(context, pruned, changed, counts, values)

    start = forward(rows, head)
    found = tail(rows, counts, start, limit, context.parameters.protect_last_n)
    values |= {"start": start, "cut": found.cut}
    yield from searching(context, counts, start, found, limit, values)
    yield from _arranged(context, rows, counts, changed, start, found, values)


def _arranged(
    context: Context,
    rows: tuple[Row, ...],
    counts: list[int],
    changed: Changed,
    start: int,
    found: Tail,
    values: dict[str, Scalar],
) -> Iterator[Step]:
    n, cut = len(rows), found.cut
    middle = range(min(start, n), min(cut, n))
    earlier = earlier_summary(rows, cut)
    read = [i for i in middle if earlier is None or i > earlier]
    values |= {"earlier": None if earlier is None else context.rows[earlier], "read": len(read)}
    told = f", with the earlier summary in #{context.rows[earlier]} to bring up to date" if earlier is not None else ""
    gone = [context.rows[i] for i in middle]
    yield Step(
        kind="apply",
        line=ASK,
        candidate=number(context, cut),
        text=f"{count(len(middle))} {'becomes' if len(middle) == 1 else 'become'} one summary, for which "
        f"{count(len(read))} {'is' if len(read) == 1 else 'are'} read{told}.",
        effects=tuple(ranges(gone, "summarize")),
        variables=dict(values),
    )
    stands = place(rows, start, cut)
    lost = stands.merged and cut >= n
    values |= {"role": stands.role, "merged": stands.merged, "lost": lost}
    yield Step(kind="apply", line=ROLE, text=_role(context, stands, cut, lost), variables=dict(values))
    kept = (*range(min(start, n)), *range(cut, n))
    torn = repair(rows, kept)
    effects = mended(context, changed, kept, torn)
    if effects:
        yield Step(
            kind="apply",
            line=REPAIR,
            text=(
                f"{count(len(torn.dropped), 'result')} without a call and "
                f"{count(sum(map(len, torn.stripped.values())), 'call')} without a result go; "
                f"{count(len(effects) - len(torn.dropped))} lose a call or an old image."
            ),
            effects=effects,
            variables=dict(values),
        )
    tokens = sum(counts[i] for i in kept if i not in torn.dropped)
    shortened = {context.rows[i] for i in kept if i in changed and i not in torn.dropped}
    shortened |= {effect.start for effect in effects if effect.fate != "drop"}
    yield Step(
        kind="decide",
        line=APPLY,
        candidate=number(context, cut),
        valid=True,
        kept_tokens=tokens,
        text=(
            f"{count(len(kept) - len(torn.dropped))} with {tokens:,} tokens {_left(len(shortened))}: {count(start)} in "
            f"front of the summary, the rest from {named(context, cut)} on. {_failing(context)}"
        ),
        variables=dict(values),
        decision=Decision(
            cut=number(context, cut) if gone else context.start,
            mode_used="compress",
            summary_at=number(context, cut),
            merged_into=gone[-1] if lost and gone else number(context, cut) if stands.merged and not lost else None,
        ),
    )


def _pruning(context: Context, pruned: Pruned, changed: Changed, counts: list[int], values: dict[str, Scalar]) -> Step:
    saved = context.tokens(0, len(counts)) - sum(counts)
    lines = len(pruned.outputs) - pruned.duplicates
    old = max(0, pruned.boundary)
    aged = (
        f"{count(old)} before {named(context, old)} {'is' if old == 1 else 'are'} old." if old else "No message is old."
    )
    return Step(
        kind="measure",
        line=PRUNE,
        text=(
            f"{aged} {count(lines, 'old tool output')} become one "
            f"line, {count(pruned.duplicates, 'copy', 'copies')} of a newer output a note, and "
            f"{count(len(pruned.messages))} get shorter arguments or lose an image: {saved:,} tokens less."
        ),
        effects=tuple(changed.values()),
        variables=dict(values),
    )


def _left(shortened: int) -> str:
    return f"are left, {shortened:,} of them shortened" if shortened else "stay"


def _failing(context: Context) -> str:
    if context.parameters.abort_on_summary_failure:
        return "If the summarizer fails, the list stays as it is, its old tool outputs shortened."
    return (
        "If the summarizer fails, a plain extract takes the summary's place; after a refused key or a lost connection "
        "the list stays as it is."
    )


def _role(context: Context, stands: Place, cut: int, lost: bool) -> str:
    if lost:
        return f"The summary fits neither role ({stands.why}), and no message is left to put it into: it is lost."
    if stands.merged:
        return f"The summary is put into {named(context, cut)}, for neither role would stand in turn: {stands.why}."
    return f"The summary has the role {stands.role}: {stands.why}."


def _nothing(text: str, values: Mapping[str, Scalar]) -> Step:
    return Step(
        kind="decide",
        line=TOO_FEW,
        text=text,
        valid=False,
        variables=dict(values),
        decision=Decision(cut=None, mode_used="compress"),
    )
