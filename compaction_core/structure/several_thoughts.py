"""More than one thinking block in one message (users D14; test input t14)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class SeveralThoughts:
    """Allowed, as interleaved thinking is; clients that sort the blocks of a message break it."""

    name = "several-thoughts"
    label = "Several thinking blocks in one message"
    codes = ("several-thoughts",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One warning for all such messages."""
        if listed.provider.name != "anthropic":
            return
        places = [place for place, row in enumerate(listed.rows) if row.thoughts > 1]
        if places:
            yield listed.finding(
                "several-thoughts",
                "warning",
                f"{listed.names(places)} {'have' if len(places) > 1 else 'has'} more than one thinking block. "
                f"{listed.provider.label} takes them only in their own order; a client that puts thinking first, or "
                f"merges it, gets {listed.provider.rejection}.",
                "Send the blocks of a message in the order in which they came.",
                places,
            )


rules.add(SeveralThoughts())
