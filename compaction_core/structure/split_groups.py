"""Parallel calls of which only some are still answered (users D2, D8; test input t12)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class SplitGroups:
    """All results of one message's calls belong together."""

    name = "split-groups"
    label = "Parallel calls torn apart"
    codes = ("split-group",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One error a message with answered and unanswered calls."""
        for place, row in enumerate(listed.rows):
            if len(row.calls) < 2 or place == listed.waiting or place not in listed.answered:
                continue
            missing = listed.missing(place)
            if missing:
                yield listed.finding(
                    "split-group",
                    "error",
                    f"{listed.name(place)} makes {len(row.calls)} calls at once, and {len(missing)} of them "
                    f"{'have' if len(missing) > 1 else 'has'} no result. "
                    + listed.rejected("every call of a group needs its result"),
                    "Give each call its result, or leave the whole group out, before the list is sent."
                    if listed.history
                    else "Cut in front of the whole group or behind it.",
                    (place, *listed.results_of[place]),
                )


rules.add(SplitGroups())
