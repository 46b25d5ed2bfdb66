"""The same call id twice in one list."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class RepeatedIds:
    """Anthropic refuses a list in which two calls have the same id; elsewhere the pairs are still clear."""

    name = "repeated-ids"
    label = "Call ids that come twice"
    codes = ("repeated-call-id",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One error a repeated id."""
        if listed.provider.name != "anthropic":
            return
        seen: dict[str, int] = {}
        for place, row in enumerate(listed.rows):
            for identity in row.calls:
                if identity in seen:
                    yield listed.finding(
                        "repeated-call-id",
                        "error",
                        f"{listed.name(place)} calls with an id that {listed.name(seen[identity])} has used. "
                        + listed.rejected("the ids of calls must be unique"),
                        "Give the later call and its result another id.",
                        (seen[identity], place),
                    )
                seen.setdefault(identity, place)


rules.add(RepeatedIds())
