"""``SummarizationMiddleware``, step by step: trigger, cut, what the summarizer reads, and the new list.

Source: langchain 1.5.2, ``agents/middleware/summarization.py``.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from compaction_core.session import Message
from compaction_core.strategies.base import Context, Decision, Scalar, Step
from compaction_core.strategies.langchain.counting import Report, said, scaled
from compaction_core.strategies.langchain.cut import Cut, Keep, Search, cutoff, keep_of
from compaction_core.strategies.langchain.parameters import SummarizationParameters
from compaction_core.strategies.langchain.reach import read_by_summarizer, told_of
from compaction_core.strategies.langchain.shared import effects, many, nothing
from compaction_core.strategies.langchain.trigger import met, told
from compaction_core.strategies.langchain.trimming import blocks, characters

MODE = "summarize"
LISTING: tuple[str, ...] = (
    "total = tokens(messages), scaled by reported usage",
    "run if any trigger is met",
    "keep messages: if there are no more: nothing to do",
    "    cut = count - keep",
    "keep tokens: if total <= keep: nothing to do",
    "    low, high = 0, count; while low < high: middle = (low + high) // 2",
    "        if tokens(messages[middle:]) <= keep: cut, high = middle, middle; else low = middle + 1",
    "    if nothing fits: cut = the newest message",
    "if the message at the cut is a tool result:",
    "    cut = the assistant message with its call, or behind the results if there is none",
    "if cut is 0: nothing to do",
    "read = newest 4,000 tokens of messages[:cut], from a user message on",
    "ask for a summary of read; if nothing is left, take a fixed sentence",
    "messages = [summary, as a user message] + messages[cut:]",
)
(TOTAL, TRIGGER, FEW, BY_COUNT, ENOUGH, BISECT, COMPARE, NEWEST, RESULT, PAIR, ZERO, READ, ASK, PLACE) = range(
    len(LISTING)
)


def steps(context: Context) -> Iterator[Step]:
    """Look, cut, read, place; the last step decides."""
    settings: SummarizationParameters = context.parameters
    rows, window = context.rows, context.context_window
    messages = [context.session.messages[row] for row in rows]
    counts = [context.measured.counts[row] for row in rows]
    reported = said(context, messages)
    prefix = list(accumulate(counts, initial=0))
    total = scaled(counts, reported)[-1]
    keep = keep_of(settings.keep_kind, _value(settings), window)
    if keep is None or (window is None and any(c.kind == "fraction" for clause in settings.clauses for c in clause)):
        why = "A fraction needs the model's input limit, and the window is not known: the release refuses to start."
        yield nothing(MODE, TRIGGER, why, error=why)
        return
    yield _start(settings, messages, prefix[-1], total, window, keep)
    found = cutoff(messages, prefix, total, keep)
    if found.search is not None:
        yield from _search(rows, found.search, keep.tokens or 0)
    if not found.cut:
        yield _kept(found, len(rows), total, keep)
        return
    yield from _cut(rows, messages, found, prefix, keep)
    yield from _end(context, messages, counts, reported, found)


def _value(settings: SummarizationParameters) -> float:
    return settings.keep_fraction if settings.keep_kind == "fraction" else settings.keep_value


def _start(
    settings: SummarizationParameters,
    messages: Sequence[Message],
    plain: int,
    total: int,
    window: int | None,
    keep: Keep,
) -> Step:
    newest = next((message for message in reversed(messages) if message.role == "assistant"), None)
    usage = None if newest is None or newest.usage is None else newest.usage.total
    fires = met(settings.clauses, len(messages), max(total, usage or 0), window)
    scale = f", scaled up from {plain:,} by what the provider reported" if total != plain else ""
    last = f", or {usage:,} as the newest answer reports" if usage is not None and usage > total else ""
    clauses = told(settings.clauses)
    trigger = f"The trigger {clauses} is {'met' if fires else 'not met; this plan goes on all the same'}."
    stays = many(keep.messages) if keep.messages is not None else many(keep.tokens or 0, "token")
    return Step(
        kind="start",
        line=TRIGGER,
        goal=keep.tokens,
        text=(
            f"{many(len(messages))} with {total:,} tokens{scale}{last}. "
            f"{trigger if clauses else 'No trigger is set: the release never runs.'} {stays} may stay."
        ),
        variables={"count": len(messages), "total": total, "fires": fires},
    )


def _search(rows: Sequence[int], found: Search, goal: int) -> Iterator[Step]:
    """Two steps a round: which message is tried, and what stands from there on."""
    for number, one in enumerate(found.rounds):
        where = rows[one.middle]
        yield Step(
            kind="try",
            line=BISECT,
            attempt=number,
            text=(
                f"Only #{where} is left to try."
                if one.high - one.low == 1
                else f"Between #{rows[one.low]} and #{rows[one.high - 1]} the middle is #{where}."
            ),
            variables={"low": one.low, "high": one.high, "middle": one.middle},
        )
        yield Step(
            kind="measure",
            line=COMPARE,
            attempt=number,
            candidate=where,
            valid=one.fits,
            reason=None if one.fits else "keeps too much",
            kept_tokens=one.tokens,
            goal=goal,
            text=(
                f"From #{where} on there are {one.tokens:,} tokens: "
                + (f"they fit into {goal:,}, look for an earlier one." if one.fits else f"more than {goal:,}.")
            ),
        )


def _kept(found: Cut, size: int, total: int, keep: Keep) -> Step:
    """Nothing is done, and why."""
    if found.candidate:
        return nothing(MODE, ZERO, "The call of these results is the first message, so the cut is 0: nothing is done.")
    if keep.messages is not None:
        return nothing(MODE, FEW, f"{many(size)}, no more than the {keep.messages:,} that stay: nothing is done.")
    if found.search is not None and found.search.found is None:
        return nothing(MODE, NEWEST, "The only message is over the budget and stays: nothing is done.")
    if found.search is not None:
        why = "Only the scaled count is over the budget: plainly counted, the whole list fits, so the cut is 0."
        return nothing(MODE, ZERO, f"{why} Nothing is done.")
    return nothing(MODE, ENOUGH, f"{total:,} tokens fit into the {keep.tokens or 0:,} that stay: nothing is done.")


def _cut(
    rows: Sequence[int], messages: Sequence[Message], found: Cut, prefix: Sequence[int], keep: Keep
) -> Iterator[Step]:
    """The candidate, and where it has to move."""
    where, size = rows[found.candidate], len(rows)
    tokens = prefix[size] - prefix[found.candidate]
    if found.search is None:
        yield Step(
            kind="candidate", line=BY_COUNT, candidate=where, valid=True,
            text=f"The newest {many(size - found.candidate)} begin at #{where}.",
        )  # fmt: skip
    elif found.search.found is None:
        yield Step(
            kind="fallback", line=NEWEST, candidate=where, kept_tokens=tokens, goal=keep.tokens,
            reason="the newest message alone is over the budget",
            text=f"Not even the newest message fits: #{where} with {tokens:,} tokens stays all the same.",
        )  # fmt: skip
    else:
        yield Step(
            kind="measure", line=COMPARE, candidate=where, valid=True, kept_tokens=tokens, goal=keep.tokens,
            text=f"#{where} is the earliest message from which on no more than {keep.tokens or 0:,} tokens stand.",
        )  # fmt: skip
    if messages[found.candidate].role != "tool":
        return
    if found.caller is not None:
        text = f"#{where} is a tool result; its call is in #{rows[found.caller]}, so the cut moves back to there"
    else:
        text = f"#{where} is a tool result without a call before it: it goes, and all results behind it"
    now = prefix[size] - prefix[found.cut]
    yield Step(
        kind="candidate",
        line=PAIR,
        candidate=rows[found.cut] if found.cut < size else None,
        valid=True,
        reason="a tool result stays with its call",
        text=f"{text}: {now:,} tokens stay instead of {tokens:,}.",
        variables={"cut": found.cut},
    )


def _end(
    context: Context,
    messages: Sequence[Message],
    counts: Sequence[int],
    reported: Sequence[Report | None],
    found: Cut,
) -> Iterator[Step]:
    """What is read, what goes, and the decision."""
    rows, cut = context.rows, found.cut
    goes = sum(counts[:cut])
    read = read_by_summarizer(context, messages[:cut], counts[:cut], reported[:cut])
    whole, limit = len(read.kept), context.parameters.trim_tokens_to_summarize
    unread = cut - whole
    values: dict[str, Scalar] = {
        "cut": cut,
        "read": whole,
        "read_from": rows[read.start] if whole else None,
        "part_blocks": None if read.part is None else len(blocks(read.part)),
        "part_chars": None if read.part is None else characters(read.part),
    }
    yield Step(
        kind="measure",
        line=READ if whole else ASK,
        valid=whole > 0,
        text=told_of(rows, messages, read, cut, goes, limit),
        variables=dict(values),
    )
    yield Step(
        kind="apply",
        line=PLACE,
        effects=effects(rows, range(cut), "summarize"),
        text=(
            f"{many(cut)} with {goes:,} tokens {'goes' if cut == 1 else 'go'}"
            + (f"; {unread:,} of them reach no summarizer." if unread else ".")
        ),
    )
    kept = sum(counts[cut:])
    newest = found.search is not None and found.search.found is None
    yield Step(
        kind="decide",
        line=PLACE,
        candidate=rows[cut] if cut < len(rows) else None,
        kept_tokens=kept,
        text=f"The summary stands as a user message in front of {many(len(rows) - cut)} with {kept:,} tokens.",
        variables=values,
        decision=Decision(
            cut=rows[cut] if cut < len(rows) else context.end,
            mode_used=MODE,
            fallback_reason="not even the newest message fits into the budget" if newest else None,
        ),
    )
