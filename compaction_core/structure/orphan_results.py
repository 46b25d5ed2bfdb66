"""A tool result whose call is no longer in the list (users D1, D2, D9, D11; test input t12)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class OrphanResults:
    """Every interface pairs results with calls by id; a result without one is refused."""

    name = "orphan-results"
    label = "Results without a call"
    codes = ("orphan-result",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One error a run of neighbouring results: those of a parallel group that lost its call are one."""
        group: list[int] = []
        for place, _, caller in listed.answers:
            if caller is not None:
                continue
            if group and place > group[-1] + 1:
                yield _finding(listed, group)
                group = []
            group.append(place)
        if group:
            yield _finding(listed, group)


def _finding(listed: Listed, places: list[int]) -> Finding:
    several = len(places) > 1
    return listed.finding(
        "orphan-result",
        "error",
        f"{listed.names(places)} {'answer calls' if several else 'answers a call'} that no earlier message makes. "
        + listed.rejected("a tool result needs its call before it"),
        _advice(listed, several),
        places,
    )


def _advice(listed: Listed, several: bool) -> str:
    """A list as its file has it was not made by the cut that is judged."""
    if not listed.history:
        return "Move the cut in front of the message that calls, or behind the last of its results."
    calls, results = ("the calls", "the results") if several else ("the call", "the result")
    why = (
        f"The list has this already, before this cut; a compaction that the file records may have taken {calls}."
        if listed.compacted
        else "No cut made this, and none mends it: it stands so in the file."
    )
    return f"{why} Put {calls} in front of {results}, or leave {results} out, before the list is sent."


rules.add(OrphanResults())
