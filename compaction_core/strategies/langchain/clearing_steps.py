"""``ClearToolUsesEdit`` told in steps."""

from collections import Counter
from collections.abc import Iterator, Sequence

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.langchain.clearing import Clearing, clear, without_inputs
from compaction_core.strategies.langchain.parameters import ClearToolUsesParameters
from compaction_core.strategies.langchain.shared import Recount, effects, nothing
from compaction_core.strategies.step import Decision, Effect, Rejected, Step
from compaction_core.turns import runs
from compaction_core.words import count

MODE = "clear"
LISTING: tuple[str, ...] = (
    "if tokens(messages) <= trigger: nothing to do",
    "results = tool results, oldest first, without the newest `keep`",
    "for result in results:",
    "    skip if cleared before, or excluded",
    "    skip if the nearest assistant message before it does not hold its call",
    "    put the placeholder in place of the result",
    "    clear_tool_inputs: empty the arguments of its call",
    "    clear_at_least: count everything again; stop if so much is saved",
)
TRIGGER, RESULTS, LOOP, SKIP, CALL, CLEAR, INPUTS, STOP = range(len(LISTING))


def steps(context: Context) -> Iterator[Step]:
    """Look, go through the results, clear."""
    settings: ClearToolUsesParameters = context.parameters
    rows = context.rows
    messages = [context.session.messages[row] for row in rows]
    counts = [context.measured.counts[row] for row in rows]
    total = sum(counts)
    above = total > settings.trigger
    yield Step(
        kind="start",
        line=TRIGGER,
        goal=settings.trigger,
        text=(
            f"{count(len(rows))} with {total:,} tokens, {'above' if above else 'not above'} the trigger of "
            f"{settings.trigger:,}{'' if above else '; this plan goes on all the same'}."
        ),
        variables={"tokens": total, "trigger": settings.trigger},
    )
    done = clear(
        messages,
        counts,
        Recount(context.measured.counter),
        keep=settings.keep,
        clear_at_least=settings.clear_at_least,
        clear_tool_inputs=settings.clear_tool_inputs,
        exclude_tools=settings.excluded,
        placeholder=settings.placeholder,
    )
    yield Step(
        kind="measure",
        line=RESULTS,
        text=(
            f"{count(done.results, 'tool result')}; the newest {settings.keep:,} stay, which leaves "
            f"{count(len(done.candidates), 'candidate')}."
        ),
        variables={"results": done.results, "candidates": len(done.candidates)},
    )
    if done.skipped:
        yield _skipped(rows, done)
    if not done.cleared:
        yield nothing(MODE, RESULTS if not done.candidates else CALL, "No result is cleared: nothing changes.")
        return
    yield from _apply(rows, messages, done, settings)
    saved = total - done.tokens_after
    stop = f" That saves {settings.clear_at_least:,}, so it stops." if done.enough else ""
    yield Step(
        kind="decide",
        line=STOP if settings.clear_at_least else CLEAR,
        kept_tokens=done.tokens_after,
        text=(
            f"{total:,} tokens become {done.tokens_after:,}, {abs(saved):,} {'fewer' if saved >= 0 else 'more'}.{stop} "
            "The stored list does not change: only the request does, and the next one is cleared anew."
        ),
        variables={"tokens_after": done.tokens_after, "saved": saved},
        decision=Decision(cut=context.start, mode_used=MODE),
    )


def _skipped(rows: Sequence[int], done: Clearing) -> Step:
    """The candidates that stay whole, by reason."""
    reasons = Counter(reason for _, reason in done.skipped)
    told = "; ".join(f"{count:,}: {reason}" for reason, count in reasons.items())
    passed = tuple(
        Rejected(start=start, stop=stop, reason=reason)
        for reason in reasons
        for start, stop in runs(rows[place] for place, why in done.skipped if why == reason)
    )
    return Step(
        kind="candidate",
        line=CALL,
        valid=False,
        reason="passed over",
        rejected=passed[:100],
        text=f"{count(len(done.skipped), 'candidate')} passed over ({told}).",
    )


def _apply(
    rows: Sequence[int], messages: Sequence[Message], done: Clearing, settings: ClearToolUsesParameters
) -> Iterator[Step]:
    places = [place for place, _ in done.cleared]
    yield Step(
        kind="apply",
        line=CLEAR,
        effects=effects(rows, places, "clear", settings.placeholder),
        text=f"{count(len(places), 'result')} cleared, oldest first: the placeholder stands in place.",
    )
    if done.inputs:
        calls = sum(map(len, done.inputs.values()))
        yield Step(
            kind="apply",
            line=INPUTS,
            effects=tuple(
                Effect(
                    fate="truncate", start=rows[place], stop=rows[place] + 1,
                    instead=without_inputs(messages[place], ids),
                )
                for place, ids in sorted(done.inputs.items())
            ),
            text=f"{count(calls, 'call')} of {count(len(done.inputs), 'answer')} lose their arguments.",
        )  # fmt: skip
