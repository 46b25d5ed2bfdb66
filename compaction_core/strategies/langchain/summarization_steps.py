"""``SummarizationMiddleware``'s steps in words."""

from collections.abc import Iterator, Sequence

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.langchain.counting import Report
from compaction_core.strategies.langchain.cut import Cut, Keep, Search
from compaction_core.strategies.langchain.parameters import SummarizationParameters
from compaction_core.strategies.langchain.reach import read_by_summarizer, told_of
from compaction_core.strategies.langchain.shared import effects, nothing
from compaction_core.strategies.langchain.summarization_listing import (
    ASK,
    BISECT,
    BY_COUNT,
    COMPARE,
    ENOUGH,
    FEW,
    MODE,
    NEWEST,
    PAIR,
    PLACE,
    READ,
    TRIGGER,
    ZERO,
)
from compaction_core.strategies.langchain.trigger import met, told
from compaction_core.strategies.langchain.trimming import blocks, characters
from compaction_core.strategies.step import Decision, Scalar, Step
from compaction_core.words import count


def started(
    settings: SummarizationParameters,
    messages: Sequence[Message],
    plain: int,
    total: int,
    window: int | None,
    keep: Keep,
) -> Step:
    """What is in the list, whether the trigger is met, and what may stay."""
    newest = next((message for message in reversed(messages) if message.role == "assistant"), None)
    usage = None if newest is None or newest.usage is None else newest.usage.total
    fires = met(settings.clauses, len(messages), max(total, usage or 0), window)
    scale = f", scaled up from {plain:,} by what the provider reported" if total != plain else ""
    last = f", or {usage:,} as the newest answer reports" if usage is not None and usage > total else ""
    clauses = told(settings.clauses)
    trigger = f"The trigger {clauses} is {'met' if fires else 'not met; this plan goes on all the same'}."
    stays = count(keep.messages) if keep.messages is not None else count(keep.tokens or 0, "token")
    return Step(
        kind="start",
        line=TRIGGER,
        goal=keep.tokens,
        text=(
            f"{count(len(messages))} with {total:,} tokens{scale}{last}. "
            f"{trigger if clauses else 'No trigger is set: the release never runs.'} {stays} may stay."
        ),
        variables={"count": len(messages), "total": total, "fires": fires},
    )


def searched(rows: Sequence[int], found: Search, goal: int) -> Iterator[Step]:
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


def kept(found: Cut, size: int, total: int, keep: Keep) -> Step:
    """Nothing is done, and why."""
    if found.candidate:
        return nothing(MODE, ZERO, "The call of these results is the first message, so the cut is 0: nothing is done.")
    if keep.messages is not None:
        return nothing(MODE, FEW, f"{count(size)}, no more than the {keep.messages:,} that stay: nothing is done.")
    if found.search is not None and found.search.found is None:
        return nothing(MODE, NEWEST, "The only message is over the budget and stays: nothing is done.")
    if found.search is not None:
        why = "Only the scaled count is over the budget: plainly counted, the whole list fits, so the cut is 0."
        return nothing(MODE, ZERO, f"{why} Nothing is done.")
    return nothing(MODE, ENOUGH, f"{total:,} tokens fit into the {keep.tokens or 0:,} that stay: nothing is done.")


def moved(
    rows: Sequence[int], messages: Sequence[Message], found: Cut, prefix: Sequence[int], keep: Keep
) -> Iterator[Step]:
    """The candidate, and where it has to move."""
    where, size = rows[found.candidate], len(rows)
    tokens = prefix[size] - prefix[found.candidate]
    if found.search is None:
        yield Step(
            kind="candidate", line=BY_COUNT, candidate=where, valid=True,
            text=f"The newest {count(size - found.candidate)} begin at #{where}.",
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


def ended(
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
            f"{count(cut)} with {goes:,} tokens {'goes' if cut == 1 else 'go'}"
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
        text=f"The summary stands as a user message in front of {count(len(rows) - cut)} with {kept:,} tokens.",
        variables=values,
        decision=Decision(
            cut=rows[cut] if cut < len(rows) else context.end,
            mode_used=MODE,
            fallback_reason="not even the newest message fits into the budget" if newest else None,
        ),
    )
