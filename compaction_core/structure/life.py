"""What several compactions in a row do to a session: what no summary holds, what only grows, what is lost for nothing.

    first = compact(session, plan(session, "pi", 8_192))
    life((first, twice(session, first)))

Each compaction is planned over what the one before it left, with the messages that came since (``passes.following``).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from compaction_core.compaction import Compaction, compact
from compaction_core.findings import Finding
from compaction_core.passes import again, following, replanned
from compaction_core.session import Session
from compaction_core.strategies.base import strategies
from compaction_core.strategies.planner import settle

CODES = {
    "in-no-summary": "Gone, and in no summary",
    "summary-grows": "Summaries that only grow",
    "summary-nests": "A summary inside the next one",
    "pass-without-gain": "A pass that gains nothing",
    "compacting-twice-loses": "Compacting an unchanged list again",
}
GROWS, NESTS, GAIN = 2.0, 0.5, 0.05
"""Factor from the first summary to the last; share of a summary found word for word in the next; share of the context
below which a pass gains nothing."""
RUN = 8
"""Words in a row that count as word for word."""
SHOWN = 8


def life(compactions: Sequence[Compaction]) -> tuple[Finding, ...]:
    """Everything that is found in a sequence of compactions, in order of life; messages numbered as in the session.

    A later plan that covers more messages than the view before it goes on with the session's next messages.
    """
    if not compactions:
        return ()
    numbered = numbers(compactions)
    return (
        *_unheld(compactions, numbered),
        *_grown(compactions),
        *_nested(compactions),
        *_gainless(compactions),
        *_twice(compactions, numbered),
    )


def twice(session: Session, done: Compaction, overhead: int | None = None) -> Compaction:
    """The same settings once more over the list that a compaction left, with an offline summary: nothing was said."""
    left = following(session, done)
    settings = settle(strategies.get(done.plan.strategy), done.plan.parameters)
    again_planned = replanned(left, done, settings, overhead)
    return compact(left, again_planned, counter=done.ledger.counter, overhead=overhead)


def numbers(compactions: Sequence[Compaction]) -> list[list[int | None]]:
    """For each compaction the session's number of every message of the list it planned over; None: brought in."""
    first = compactions[0].plan
    known: list[list[int | None]] = [list(range(first.end))]
    come = first.end
    for before, after in pairwise(compactions):
        listed = view_numbers(before, known[-1])[: after.plan.end]
        more = after.plan.end - len(listed)
        known.append([*listed, *range(come, come + more)])
        come += more
    return known


def view_numbers(compaction: Compaction, listed: Sequence[int | None]) -> list[int | None]:
    """The session's numbers of a view, where ``listed`` are those of the list that was planned over."""
    return [None if e.origin == "added" or e.index is None else listed[e.index] for e in compaction.view]


def _unheld(compactions: Sequence[Compaction], numbered: Sequence[Sequence[int | None]]) -> Iterator[Finding]:
    held: set[int | None] = set()
    for nth, (each, listed) in enumerate(zip(compactions, numbered, strict=True)):
        request = each.request
        asked = set(request.indexes)
        held |= {listed[place] for place in asked} - {None}
        gone = [place for place in each.plan.indexes("summarize", "drop") if place not in asked]
        places = [place for place in gone if listed[place] is not None and listed[place] not in held]
        lost = tuple(n for place in places if (n := listed[place]) is not None)
        if lost:
            silent = asked and (nth > 0 or any(each.plan.fate(place) == "summarize" for place in places))
            some = ", ".join(f"#{number}" for number in lost[:SHOWN])
            more = f" and {len(lost) - SHOWN:,} more" if len(lost) > SHOWN else ""
            yield Finding(
                code="in-no-summary",
                severity="error" if silent else "warning",
                text=f"Pass {nth + 1} takes {some}{more} out of the context, and no summary was made from "
                f"{'it' if len(lost) == 1 else 'them'}: what {'it' if len(lost) == 1 else 'they'} said is gone.",
                advice="Summarize everything that goes, also what an earlier pass had kept, or keep it.",
                messages=lost,
            )
        earlier = [place for place in gone if listed[place] is None]
        if earlier and request.previous_summary is None:
            yield Finding(
                code="in-no-summary",
                severity="error" if asked else "warning",
                text=f"Pass {nth + 1} takes the earlier summary out of the context, and no later one was made from it: "
                "all that it told is gone.",
                advice="Give the earlier summary to the summarizer, or keep it in front of the new one.",
            )


def _grown(compactions: Sequence[Compaction]) -> Iterator[Finding]:
    sizes = [len(each.summary.text) for each in compactions if each.request.indexes]
    if len(sizes) < 2 or not sizes[0] or any(b < a for a, b in pairwise(sizes)) or sizes[-1] < GROWS * sizes[0]:
        return
    told = " → ".join(f"{size:,}" for size in sizes)
    yield Finding(
        code="summary-grows",
        severity="warning",
        text=f"From pass to pass the summary grows: {told} characters, a factor of {sizes[-1] / sizes[0]:.1f}.",
        advice="Ask for a length, clip the summary, or have the new one replace the old instead of adding to it.",
    )


def _nested(compactions: Sequence[Compaction]) -> Iterator[Finding]:
    made = [(nth, each.summary.text) for nth, each in enumerate(compactions, 1) if each.request.indexes]
    for (one, earlier), (two, later) in pairwise(made):
        share = overlap(earlier, later)
        if share >= NESTS:
            yield Finding(
                code="summary-nests",
                severity="warning",
                text=f"{100 * share:.0f}% of the summary of pass {one} stands word for word in that of pass {two} "
                f"(runs of {RUN} words).",
                advice="Ask for one summary of both; a summary that is copied grows, and its errors stay.",
            )


def overlap(earlier: str, later: str) -> float:
    """Share of the earlier text's runs of ``RUN`` words that the later one holds word for word, 0 to 1."""
    words, others = earlier.split(), later.split()
    if not words:
        return 0.0
    run = min(RUN, len(words))
    found = {tuple(others[i : i + run]) for i in range(len(others) - run + 1)}
    runs = [tuple(words[i : i + run]) for i in range(len(words) - run + 1)]
    return sum(each in found for each in runs) / len(runs)


def _gainless(compactions: Sequence[Compaction]) -> Iterator[Finding]:
    for nth, each in enumerate(compactions, 1):
        before, after = each.ledger.context_before, each.ledger.context_after
        if before and all(fate == "keep" for fate in each.plan.fates):
            what = "takes nothing away"
        elif before and after > (1 - GAIN) * before:
            what = f"gains {max(0, before - after):,} tokens ({100 * max(0, before - after) / before:.1f}%)"
            what = "makes the list longer" if after > before else what
        else:
            continue
        yield Finding(
            code="pass-without-gain",
            severity="error" if after >= before else "warning",
            text=f"Pass {nth} {what}: {before:,} tokens before, {after:,} after ({each.ledger.counter}).",
            advice="Stop after a pass like this; keep less, clear tool output, or ask for a shorter summary.",
        )


def _twice(compactions: Sequence[Compaction], numbered: Sequence[Sequence[int | None]]) -> Iterator[Finding]:
    for nth, (one, two) in enumerate(pairwise(compactions), 1):
        gone = two.plan.indexes("summarize", "drop")
        if two.plan.end > len(one.view) or not gone:
            continue
        lost = tuple(n for place in gone if (n := numbered[nth][place]) is not None)
        summary = any(numbered[nth][place] is None for place in gone)
        what = f"{len(lost):,} {'message' if len(lost) == 1 else 'messages'}" if lost else ""
        what = " and ".join(filter(None, (what, "the summary of the pass before" if summary else "")))
        own = again(one) is not None
        yield Finding(
            code="compacting-twice-loses",
            severity="note" if own else "warning",
            text=f"Between pass {nth} and pass {nth + 1} nothing was said, and the second takes {what} once more: "
            f"{two.ledger.context_before:,} tokens become {two.ledger.context_after:,} ({two.ledger.counter})."
            + (" The system makes this pass by itself, for the first was not enough." if own else ""),
            advice="Do not compact a list that has not grown: every pass tells less of what was said.",
            messages=lost,
        )
