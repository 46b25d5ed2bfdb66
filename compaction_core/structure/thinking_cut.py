"""A turn in the middle of its tool calls that lost the thinking at its start (users D13, D17; test input t13)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class ThinkingCut:
    """Anthropic: with thinking on, the turn that is going on must start with its thinking.

    Seen in the list alone: signed or redacted thinking somewhere in it, or in what was taken out of it.
    """

    name = "thinking-cut"
    label = "Thinking cut from its tool calls"
    codes = ("thinking-cut",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """At most one error: only the turn that is going on is judged."""
        if listed.provider.name != "anthropic" or not listed.thinking or not listed.talk:
            return
        open_calls = listed.rows[listed.talk[-1]].kind == "tool" or listed.waiting is not None
        if not open_calls:
            return
        turn: list[int] = []
        for place in reversed(listed.talk):
            if listed.rows[place].kind == "user":
                break
            turn.append(place)
        first = next((place for place in reversed(turn) if listed.rows[place].kind == "assistant"), None)
        if first is None or listed.rows[first].leads:
            return
        yield listed.finding(
            "thinking-cut",
            "error",
            f"The turn that is going on starts with {listed.name(first)}, which has no thinking in front, although the "
            "model thinks. " + listed.rejected("a turn with tool calls must start with its thinking block"),
            "Cut between turns, keep the turn's first message, or turn thinking off for this request.",
            (first,),
        )


rules.add(ThinkingCut())
