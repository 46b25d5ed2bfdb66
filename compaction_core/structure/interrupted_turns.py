"""Something else between a call and its result: a user who spoke in between, a summary put there."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed
from compaction_core.structure.split_messages import away, behind_answer


class InterruptedTurns:
    """A turn that was broken into: the results come, but too late."""

    name = "interrupted-turns"
    label = "Something between a call and its result"
    codes = ("interrupted-turn",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One error a calling message whose results stand behind a user message or a prompt."""
        if not listed.provider.adjacent:
            return
        for place, results in away(listed).items():
            if behind_answer(listed, place):
                continue
            between = listed.ends[place]
            yield listed.finding(
                "interrupted-turn",
                "error",
                f"{listed.name(between)} stands between the calls of {listed.name(place)} and "
                f"{listed.names(results)}. " + listed.rejected("results must follow their call at once"),
                "Move what stands in between behind the results.",
                (place, between, *results),
            )


rules.add(InterruptedTurns())
