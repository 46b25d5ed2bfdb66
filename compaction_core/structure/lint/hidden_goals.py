"""A goal that the program put in goes, and older words of the user stay (users G3)."""

import re
from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

PUT_IN_AGAIN = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions")
"""How the items start that Codex writes anew into every context."""
_GOAL = re.compile(
    r"\b(?:goal|objective|mission|ziel|objectif|objetivo|obiettivo|doel)s?\b|цел[ьи]|目标|目標|목표", re.I
)
START = 200
"""Characters in which an item says that it sets a goal."""


class HiddenGoals:
    """A goal that was set by a command stands in the list as a hidden user message.

    Who keeps the user's own messages alone loses it, and then the oldest request speaks again.
    """

    name = "hidden-goals"
    label = "Hidden goals that go"
    codes = ("hidden-goal-goes",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, where a hidden goal goes and a user message before it stays."""
        messages, plan = case.session.messages, case.plan
        users = [i for i in case.context.rows if messages[i].role == "user" and messages[i].summary is None]
        stay = [i for i in users if "meta" not in messages[i].flags and plan.fate(i) in ("keep", "truncate")]
        if not stay or not case.real:
            return
        gone = tuple(
            i
            for i in users
            if i > stay[0]
            and "meta" in messages[i].flags
            and plan.fate(i) in ("summarize", "drop")
            and not messages[i].text.lstrip().startswith(PUT_IN_AGAIN)
            and _GOAL.search(messages[i].text[:START])
        )
        if not gone:
            return
        does = "sets a goal and goes" if len(gone) == 1 else "set goals and go"
        named = ", ".join(f"#{i}" for i in gone[:6]) + (f" and {len(gone) - 6:,} more" if len(gone) > 6 else "")
        yield Finding(
            code="hidden-goal-goes",
            severity="warning",
            text=f"{named}, put in by the program and not seen by the person, {does}, while the older words of the "
            f"user (#{stay[0]}) stay word for word: what was said first counts again.",
            advice="Keep it, or have the program put it in again after each compaction.",
            messages=gone,
        )


lints.add(HiddenGoals())
