"""Calls in one message, results behind another that calls too: ``A A T T`` (users D4, D5; t11, t20)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class SplitMessages:
    """Logs write one answer of the model as several rows; sent so, each row's results are not right behind it."""

    name = "split-messages"
    label = "One answer over several rows"
    codes = ("split-message",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One error a message whose results stand behind another answer of the model."""
        if not listed.provider.adjacent:
            return
        for place, results in away(listed).items():
            if behind_answer(listed, place):
                yield listed.finding(
                    "split-message",
                    "error",
                    f"{listed.name(place)} calls, and its results {listed.names(results)} stand behind another answer "
                    "of the model: one answer over several rows, or two mixed up. "
                    + listed.rejected("results must follow their call at once"),
                    "Merge the rows of one answer before anything is cut or sent.",
                    (place, *results),
                )


def away(listed: Listed) -> dict[int, list[int]]:
    """For each calling message, the places of its results that are not in the run right behind it."""
    late = {
        caller: [place for place in places if place >= listed.ends[caller]]
        for caller, places in listed.results_of.items()
    }
    return {caller: places for caller, places in late.items() if places}


def behind_answer(listed: Listed, place: int) -> bool:
    """Whether the run of results behind a message ends at another answer of the model."""
    end = listed.ends[place]
    return end < len(listed.rows) and listed.rows[end].kind == "assistant"


rules.add(SplitMessages())
