"""The three ways that only drop: truncation, a window of turns, and replay of the user's messages."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import overhead
from compaction_core.strategies.step import Rejected, Step, effects
from compaction_core.strategies.textbook.shared import Textbook, TextbookParameters, cut_of, ended, line_of
from compaction_core.turns import turns
from compaction_core.words import count


class TruncationParameters(TextbookParameters):
    """Truncation."""

    keep_pairs: bool = Field(
        default=False,
        title="Keep pairs",
        description="Move the cut on so that no tool result loses its call. Plain truncation does not look.",
    )


class Truncation(Textbook):
    """Delete from the front until it fits."""

    name = "textbook-truncation"
    label = "Truncation"
    word = "truncation"
    parameters: type[Parameters] = TruncationParameters
    listing = (
        "while context > line:",
        "    delete the oldest message",
        "if pairs are kept: go on while the first one is a tool result",
        "keep the rest, word for word; nothing says what is gone",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """Count down from the front."""
        rows, line, base = context.rows, line_of(context), overhead(context)
        n = len(rows)
        total = base + context.tokens(0, n)
        if line is None or total <= line:
            reason = "The window is unknown" if line is None else f"{total:,} tokens are within the line of {line:,}"
            yield ended(self.word, None, f"{reason}: nothing is deleted.", 0)
            return
        first = next((k for k in range(n + 1) if base + context.tokens(k, n) <= line), n)
        gone = rows[:first]
        left = base + context.tokens(first, n)
        yield Step(
            kind="measure", candidate=rows[first] if first < n else context.end, kept_tokens=left, goal=line, line=1,
            text=f"Without the oldest {first:,} of {count(n)}, {left:,} of {total:,} tokens are left.",
            effects=effects(gone, "drop"), variables={"n": n, "first": first, "line": line},
        )  # fmt: skip
        if context.parameters.keep_pairs:
            more = first
            while more < n and context.session.messages[rows[more]].role == "tool":
                more += 1
            if more > first:
                yield Step(
                    kind="apply", line=2, effects=effects(rows[first:more], "drop"),
                    text=f"The first {more - first:,} left are tool results whose call is gone: they go too.",
                )  # fmt: skip
            first, gone = more, rows[:more]
        text = f"Deleted: {count(len(gone))}. Left: {n - first:,}."
        yield ended(self.word, cut_of(gone), text, 3)


class WindowParameters(TextbookParameters):
    """A window of turns."""

    keep_turns: int = Field(
        default=5,
        ge=1,
        title="Turns kept",
        description="The newest turns that stay whole. The article names no number; this one is ours.",
        json_schema_extra={"unit": "turns"},
    )


class TurnWindow(Textbook):
    """Keep the last N turns."""

    name = "textbook-window"
    label = "Keep the last turns"
    word = "window"
    parameters: type[Parameters] = WindowParameters
    listing = (
        "turns = user messages, each with all until the next",
        "first = start of the last N turns",
        "delete everything before it",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """Count turns from the back."""
        found = turns(context.session.messages, context.start, context.end)
        keep: Any = context.parameters.keep_turns
        yield Step(
            kind="start", line=0, text=f"{count(len(found), 'turn')}; the last {keep:,} stay.",
            variables={"turns": len(found), "keep": keep},
        )  # fmt: skip
        first = found[-keep].start if len(found) > keep else context.start
        gone = [row for row in context.rows if row < first]
        if not gone:
            yield ended(self.word, None, "No turn is older than those that stay: nothing is deleted.", 1)
            return
        yield Step(
            kind="apply", candidate=first, line=2, effects=effects(gone, "drop"),
            text=f"The last {count(keep, 'turn')} from #{first} on: {count(len(gone))} before it to delete.",
        )  # fmt: skip
        stays = len(context.rows) - len(gone)
        yield ended(self.word, first, f"Deleted: {count(len(gone))}. Left: {stays:,}.", 2)


class Replay(Textbook):
    """Keep the user's messages alone, and let the agent start again."""

    name = "textbook-replay"
    label = "Replay of user messages"
    word = "replay"
    listing = (
        "keep every user message, in order",
        "delete every answer, call and result",
        "the agent starts again from what was asked",
    )

    def steps(self, context: Context) -> Iterator[Step]:
        """Sort by role."""
        messages = context.session.messages
        gone = [row for row in context.rows if messages[row].role != "user"]
        if not gone:
            yield ended(self.word, None, "There are only user messages: nothing is deleted.", 0)
            return
        stays = len(context.rows) - len(gone)
        rejected = tuple(
            Rejected(start=e.start, stop=e.stop, reason="no user message") for e in effects(gone, "drop")[:200]
        )
        yield Step(
            kind="apply", line=1, effects=effects(gone, "drop"), rejected=rejected,
            text=f"Deleted: {count(len(gone))}, answers, calls and results. Left: {count(stays, 'user message')}.",
        )  # fmt: skip
        text = f"Sent again: {count(stays, 'user message')}; all work in between is lost."
        yield ended(self.word, cut_of(gone), text, 2)


strategies.add(Truncation())
strategies.add(TurnWindow())
strategies.add(Replay())
