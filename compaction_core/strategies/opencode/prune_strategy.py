"""The pruning of tool outputs as a strategy of its own: it runs after a turn, whatever the window."""

from collections.abc import Iterator
from itertools import accumulate

from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_turns
from compaction_core.strategies.opencode.entries import Entry, read
from compaction_core.strategies.opencode.parameters import PruneParameters
from compaction_core.strategies.opencode.prunable import prunable
from compaction_core.strategies.opencode.pruning import Pruned, clearing, output_tokens, walk
from compaction_core.strategies.released import Released
from compaction_core.strategies.step import Decision, Rejected, Step
from compaction_core.turns import runs
from compaction_core.words import count

LISTING: tuple[str, ...] = (
    "total = cleared = 0",
    "for entry in entries, newest first:",
    "    skip it while fewer than two user messages were passed",
    "    stop at a summary, and at an output that was cleared before",
    "    for output in its tool outputs, last first:",
    "        skip it if the tool failed or is protected",
    "        total = total + size(output)",
    "        if total > 40,000: mark it, cleared = cleared + size(output)",
    "if cleared > 20,000: put a placeholder in place of each marked output",
)
START, WALK, IMMUNE, STOPS, OUTPUTS, SKIP, ADD, MARK, APPLY = range(len(LISTING))


class OpencodePrune(Released):
    """opencode's pruning alone."""

    name = "opencode-prune"
    label = "opencode, pruning of tool outputs"
    family = "opencode"
    version = "1.18.34"
    date = "2026-11-29"
    source = "opencode-linux-x64 1.0.0 to 1.18.34 (npm), session/compaction: prune"
    counter = "opencode"
    unit = "prunable tokens"
    parameters: type[Parameters] = PruneParameters
    listing = LISTING

    def mode(self, parameters: PruneParameters) -> str:
        """There is one mode."""
        return "prune"

    def threshold(self, context_window: int | None, parameters: PruneParameters) -> int | None:
        """What the outputs that can be cleared must exceed; the window has no part in it."""
        return parameters.prune_minimum

    def watched(self, context: Context) -> tuple[int, ...]:
        """What could be cleared, at each message."""
        settings: PruneParameters = context.parameters
        entries = read(context.session.messages, context.rows).entries
        found = prunable(entries, output_tokens(context), settings.protected_tools, settings.prune_protect)
        places = {index: at for at, entry in enumerate(entries) for index in entry.indexes}
        newest = accumulate((places.get(i, -1) for i in range(context.start, context.end)), max)
        return tuple(found[at] if at >= 0 else 0 for at in newest)

    def looks(self, context: Context) -> tuple[bool, ...]:
        """When the agent has ended a turn."""
        return after_turns(context)

    def steps(self, context: Context) -> Iterator[Step]:
        """One walk back."""
        settings: PruneParameters = context.parameters
        entries = read(context.session.messages, context.rows).entries
        seen = walk(entries, output_tokens(context), settings.protected_tools, settings.prune_protect)
        yield _start(context, entries, seen)
        if seen.immune >= 0:
            yield _walked(seen, settings.prune_protect)
        cleared = seen.applied(settings.prune_minimum)
        yield _ended(context, seen, cleared, settings.prune_minimum)


def _start(context: Context, entries: tuple[Entry, ...], seen: Pruned) -> Step:
    number = sum(len(entry.outputs) for entry in entries)
    if seen.immune < 0:
        text = f"{count(number, 'tool output')}, but fewer than two user messages: nothing is looked at."
        return Step(kind="start", line=IMMUNE, text=text)
    return Step(
        kind="start",
        line=IMMUNE,
        text=f"{count(number, 'tool output')}. #{seen.immune} is the second-newest user message: nothing from it on is "
        "cleared, whatever its size.",
        rejected=(Rejected(start=seen.immune, stop=context.end, reason="within the two newest user turns"),),
        variables={"outputs": number},
    )


def _walked(seen: Pruned, protect: int) -> Step:
    reasons = ((seen.protected, "within the protected tokens"), (seen.skipped, "a protected tool, or failed"))
    rejected = [
        Rejected(start=a, stop=b, reason=reason) for found, reason in reasons for a, b in runs(sorted(found))
    ]  # fmt: skip
    end = "" if seen.stopped is None else f" The walk stops at #{seen.stopped}: nothing older is looked at."
    return Step(
        kind="measure",
        line=MARK if seen.stopped is None else STOPS,
        candidate=seen.found[0] if seen.found else None,
        valid=bool(seen.found) or None,
        text=f"Older tool outputs, newest first: {len(seen.protected):,} within {protect:,} tokens, which stay; "
        f"{len(seen.found):,} beyond them, {seen.tokens:,} tokens; {len(seen.skipped):,} of a protected tool or a "
        f"failed call, which are passed over.{end}",
        rejected=tuple(sorted(rejected, key=lambda run: run.start)),
        variables={"cleared": seen.tokens},
    )


def _ended(context: Context, seen: Pruned, cleared: tuple[int, ...], minimum: int) -> Step:
    if not cleared:
        text = f"{seen.tokens:,} tokens are not more than {minimum:,}: nothing is cleared."
        return Step(kind="decide", line=APPLY, text=text, decision=Decision(cut=None, mode_used="prune"))
    return Step(
        kind="decide",
        line=APPLY,
        text=f"{seen.tokens:,} tokens are more than {minimum:,}: {count(len(cleared), 'tool output')} give way to a "
        "placeholder. The calls stay.",
        effects=clearing(cleared),
        variables={"cleared": seen.tokens},
        decision=Decision(cut=context.start, mode_used="prune"),
    )


strategies.add(OpencodePrune())
