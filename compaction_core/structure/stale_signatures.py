"""Signed thinking that was made after messages which are gone (users D15, D16)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class StaleSignatures:
    """A signature proves thinking; some gateways and models bind it to what stood before."""

    name = "stale-signatures"
    label = "Signatures of another beginning"
    codes = ("stale-signature",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One warning for all signed thinking that is kept behind a cut."""
        if listed.provider.name != "anthropic" or not listed.compacted:
            return
        places = [place for place, row in enumerate(listed.rows) if row.thoughts and listed.numbers[place] is not None]
        if places:
            yield listed.finding(
                "stale-signature",
                "warning",
                f"{listed.names(places)} {'hold' if len(places) > 1 else 'holds'} signed thinking made when other "
                f"messages stood in front. {listed.provider.label} has been seen to refuse such thinking as modified "
                f"({listed.provider.rejection}).",
                "Take thinking of finished turns out when compacting; keep it only in the turn that is going on.",
                places,
            )


rules.add(StaleSignatures())
