"""A summary behind messages that came after what it tells (users D23)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class SummaryPlace:
    """No provider rejects it; the model reads the old as the newest."""

    name = "summary-place"
    label = "A summary behind what it leads to"
    codes = ("summary-after-tail",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One warning a summary that stands behind kept answers of the model."""
        if listed.history and listed.compacted:
            return  # what a recorded compaction kept is listed in the file's order; its place is not known
        kept: list[int] = []
        for place in listed.talk:
            if listed.messages[place].summary is None:
                if listed.rows[place].kind == "assistant" and listed.numbers[place] is not None:
                    kept.append(place)
            elif kept and not _fills(listed, place):
                yield listed.finding(
                    "summary-after-tail",
                    "warning",
                    f"A summary stands behind {listed.names(kept[-1:])}, which is kept: the model reads what was first "
                    "as what was last.",
                    "Put the summary in front of the kept messages.",
                    (kept[-1], place),
                )


def _fills(listed: Listed, summary: int) -> bool:
    """Whether it stands for messages behind those in front of it: a head that stays, and then what went."""
    front = {number for number in listed.numbers[:summary] if number is not None}
    last = max(front)
    following = next((number for number in listed.numbers[summary:] if number is not None), None)
    return len(front) == last + 1 if following is None else following > last + 1


rules.add(SummaryPlace())
