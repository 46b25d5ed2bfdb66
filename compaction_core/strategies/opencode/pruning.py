"""Clearing old tool outputs: no model is asked, and the walk looks at nothing but tool outputs.

Source: opencode 1.0.0 to 1.18.34, ``prune``. It runs after a user's turn has ended, whatever the window. A cleared
output is kept in storage and read by the model as a short placeholder.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from compaction_core.js import utf16_length
from compaction_core.strategies.context import Context
from compaction_core.strategies.opencode.entries import Entry
from compaction_core.strategies.step import Effect
from compaction_core.tokens.opencode import quarter
from compaction_core.turns import runs

PROTECT = 40_000
MINIMUM = 20_000
RECENT_TURNS = 2
PLACEHOLDER = "[This old tool output was cleared.]"


class Pruned(NamedTuple):
    """What the walk saw, newest first."""

    immune: int
    """Index of the message from which on nothing is looked at; -1 while there are fewer than two user turns."""
    protected: tuple[int, ...]
    """Outputs within the newest tokens."""
    skipped: tuple[int, ...]
    """Outputs that are never cleared: of a protected tool, or failed."""
    found: tuple[int, ...]
    """Outputs beyond the protected tokens. The one that crosses the line is one of them."""
    tokens: int
    """What those come to."""
    stopped: int | None
    """The message at which the walk ended early: a cleared output, or a summary."""

    def applied(self, minimum: int = MINIMUM) -> tuple[int, ...]:
        """The outputs that are cleared, ascending: all that were found if they come to more than ``minimum``."""
        return tuple(sorted(self.found)) if self.tokens > minimum else ()


def walk(
    entries: Sequence[Entry],
    tokens: Callable[[int], int],
    protected_tools: Collection[str] = ("skill",),
    protect: int = PROTECT,
) -> Pruned:
    """Walk back from the newest entry. ``tokens`` counts the output of the message with that index."""
    immune, turns, total, pruned = -1, 0, 0, 0
    protected: list[int] = []
    skipped: list[int] = []
    found: list[int] = []
    for entry in reversed(entries):
        if entry.kind == "compaction" and turns >= RECENT_TURNS:  # its summary stands behind the request it answers
            return Pruned(immune, tuple(protected), tuple(skipped), tuple(found), pruned, entry.indexes[0])
        if entry.kind != "assistant":
            turns += 1
            immune = entry.indexes[0] if turns == RECENT_TURNS else immune
        if turns < RECENT_TURNS:
            continue
        for output in reversed(entry.outputs):
            if not output.completed or output.tool in protected_tools:
                skipped.append(output.message)
                continue
            if output.marked:
                return Pruned(immune, tuple(protected), tuple(skipped), tuple(found), pruned, output.message)
            size = tokens(output.message)
            total += size
            if total <= protect:
                protected.append(output.message)
            else:
                found.append(output.message)
                pruned += size
    return Pruned(immune, tuple(protected), tuple(skipped), tuple(found), pruned, None)


def output_tokens(context: Context) -> Callable[[int], int]:
    """Tokens of an output: a quarter of its characters, or what a counter that was chosen by hand says."""
    if context.measured.counter != "opencode":
        return context.measured.counts.__getitem__
    messages = context.session.messages
    return lambda index: text_tokens(messages[index].text)


def text_tokens(text: str) -> int:
    """``Math.round(length / 4)`` of a text in UTF-16 units."""
    return quarter(utf16_length(text))


def clearing(indexes: Sequence[int]) -> tuple[Effect, ...]:
    """One effect for each run of outputs."""
    return tuple(Effect(fate="clear", start=a, stop=b, text=PLACEHOLDER) for a, b in runs(indexes))
