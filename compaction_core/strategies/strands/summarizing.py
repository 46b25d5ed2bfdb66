"""SummarizingConversationManager, step by step: a share of the oldest messages becomes one summary.

Source: strands-agents 1.62.0, summarizing_conversation_manager.py. No token is counted: the share is of messages.
"""

from collections.abc import Iterator, Sequence

from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Decision, Rejected, Step, effects
from compaction_core.strategies.strands.choosing import LARGEST, SMALLEST, Choice, choose
from compaction_core.strategies.strands.native import Native, first_row, natives, rows_of
from compaction_core.strategies.strands.parameters import SummarizingParameters
from compaction_core.strategies.strands.words import list_of, numbered
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "ratio = summary_ratio, held between 0.1 and 0.8",
    "count = max(1, floor(messages * ratio))",
    "count = min(count, messages - preserve_recent_messages)",
    "if count <= 0: fail",
    "while message[count] is a result, or a call that no result follows:",
    "    count = count + 1; fail behind the last message",
    "pinned = the first pin_first messages and their partner",
    "if all of messages[:count] are pinned: fail",
    "ask for a summary of messages[:count] without the pinned",
    "list = pinned + [summary, as a user message] + messages[count:]",
)
RATIO, COUNT, CAP, TOO_FEW, WALK, MOVE, PIN, ALL_PINNED, ASK, PLACE = range(len(LISTING))


def mode_of(parameters: SummarizingParameters) -> str:
    """Why it is called."""
    if parameters.mode != "auto":
        return parameters.mode
    return "proactive" if parameters.proactive_compression else "overflow"


def steps(context: Context) -> Iterator[Step]:
    """Count, cap, keep pairs whole, set the pinned aside; the last step decides."""
    settings: SummarizingParameters = context.parameters
    found = natives(context.session.messages, context.rows)
    keep = settings.preserve_recent_messages
    chosen = choose(found, settings.summary_ratio, keep, settings.pin_first or 0)
    held = "" if chosen.ratio == settings.summary_ratio else f" (held between {SMALLEST} and {LARGEST})"
    yield Step(
        kind="start",
        line=COUNT,
        text=f"{list_of(len(context.rows), found)}; a share of {chosen.ratio:g}{held} is {chosen.wanted:,}.",
        variables={"messages": len(found), "ratio": chosen.ratio, "count": chosen.wanted},
    )
    yield Step(
        kind="try",
        line=CAP,
        attempt=0,
        ratio=chosen.ratio,
        index_limit=first_row(found, max(0, chosen.capped), context.end),
        text=(
            f"At least {keep:,} recent messages stay: of {len(found):,}, "
            f"{'none is' if chosen.capped <= 0 else f'the first {chosen.capped:,} are'} up for summary."
        ),
        variables={"count": chosen.capped},
    )
    if chosen.failure == "too_few":
        text = f"{count(len(found))} and {keep:,} to keep leave none to summarize, however large they are."
        yield _failed(settings, TOO_FEW, text)
        return
    yield from _walk(context, found, chosen)
    if chosen.split is None:
        text = "Up to the end, every place would start with a result or with a call without one."
        yield _failed(settings, MOVE, text)
        return
    yield from _set_aside(context, found, chosen)


def _walk(context: Context, found: Sequence[Native], chosen: Choice) -> Iterator[Step]:
    """From the cap to a place that parts no call from its result."""
    stop = len(found) if chosen.split is None else chosen.split
    start, cut = first_row(found, chosen.capped, context.end), first_row(found, stop, context.end)
    reason = "a tool result, or a call that no result follows"
    passed = (Rejected(start=start, stop=cut, reason=reason),) if cut > start else ()
    if chosen.split is None:
        text = f"From #{start} on, no message may come first: each is {reason}."
    elif cut == start:
        text = "Nothing is left to keep." if cut == context.end else f"#{cut} may come first; the split stays there."
    else:
        text = f"#{start} is {reason}; the split moves on by {count(stop - chosen.capped)} to #{cut}."
    yield Step(
        kind="candidate",
        line=WALK,
        attempt=0,
        candidate=None if chosen.split is None else cut,
        valid=chosen.split is not None,
        reason=None if chosen.split is not None else reason,
        rejected=passed,
        text=text,
        variables={"count": stop},
    )


def _set_aside(context: Context, found: Sequence[Native], chosen: Choice) -> Iterator[Step]:
    """Pinned messages stay in front; the rest goes."""
    assert chosen.split is not None, "the walk found a place"  # noqa: S101
    settings: SummarizingParameters = context.parameters
    if settings.pin_first:
        last = f", the last of them the partner of a call (#{found[chosen.pinned[-1]].rows[0]})"
        partner = last if len(chosen.pinned) > settings.pin_first else ""
        yield Step(
            kind="apply",
            line=PIN,
            text=f"{count(len(chosen.pinned))} of the first {chosen.split:,} are pinned{partner}.",
            variables={"pinned": len(chosen.pinned)},
        )
    if chosen.failure == "all_pinned":
        yield _failed(settings, ALL_PINNED, f"All of the first {count(chosen.split)} are pinned.")
        return
    gone = rows_of(found[i] for i in chosen.summarized)
    cut = first_row(found, chosen.split, context.end)
    earlier = any(context.session.messages[row].summary is not None for row in context.rows)
    tokens = sum(context.measured.counts[row] for row in gone)
    yield Step(
        kind="apply",
        line=ASK,
        effects=effects(gone, "summarize"),
        text=(
            f"{numbered([found[i] for i in chosen.summarized])} with {tokens:,} tokens are summarized"
            f"{'; an earlier summary among them is read like any message' if earlier else ''}."
        ),
        variables={"removed_message_count": len(chosen.summarized) - earlier},
    )
    yield Step(
        kind="decide",
        line=PLACE,
        candidate=cut,
        text=(
            f"The summary stands as a user message in front of the last "
            f"{numbered(found[chosen.split :])}"
            f"{f', behind {numbered([found[i] for i in chosen.pinned])} that are pinned' if chosen.pinned else ''}."
        ),
        decision=Decision(cut=cut, mode_used=mode_of(settings)),
    )


def _failed(settings: SummarizingParameters, line: int, why: str) -> Step:
    """An overflow cannot go on without a summary; a proactive call goes on as it was."""
    mode = mode_of(settings)
    if mode == "proactive":
        return Step(
            kind="decide",
            line=line,
            text=f"{why} Strands logs a warning and goes on with the list as it is.",
            decision=Decision(cut=None, mode_used=mode),
        )
    error = f"Strands cannot summarize: {why[0].lower()}{why[1:]}"
    return Step(
        kind="decide",
        line=line,
        text=f"{why} The overflow is raised again, and the run ends.",
        decision=Decision(cut=None, mode_used=mode, error=error),
    )
