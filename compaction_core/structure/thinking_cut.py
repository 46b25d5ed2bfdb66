"""A turn in the middle of its tool calls that lost the thinking at its start (users D13, D17; test input t13)."""

import re
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
        taken = first < listed.taken
        mild = taken or _adaptive(listed.messages[first].model)
        why = "a turn with tool calls must start with its thinking block"
        text = f"The turn that is going on starts with {listed.name(first)}, which has no thinking in front, although "
        text += "the model thinks. "
        if taken:
            text += "The file shows that the model went on all the same: it chooses itself when to think. "
        elif mild:
            text += "Where the model chooses itself when to think, that is taken. "
        text += f"With a fixed thinking budget, {listed.rejected(why)}" if mild else listed.rejected(why)
        yield listed.finding(
            "thinking-cut",
            "warning" if mild else "error",
            text,
            "Put the turn's thinking block back in front, or turn thinking off for this request."
            if listed.history
            else "Cut between turns, keep the turn's first message, or turn thinking off for this request.",
            (first,),
        )


def _adaptive(model: str | None) -> bool:
    """Claude from 4.6 on: with adaptive thinking, turns need not start with it, as reports of these models say."""
    found = re.search(r"claude-[a-z]+-(\d+)(?:[-.](\d{1,2}))?(?!\d)", model or "")
    return found is not None and (int(found[1]), int(found[2] or 0)) >= (4, 6)


rules.add(ThinkingCut())
