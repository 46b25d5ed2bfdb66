"""More than one result for the same call."""

from collections import Counter
from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class RepeatedResults:
    """Anthropic wants one result a call; Gemini and Mistral count them; the OpenAI interfaces take the list."""

    name = "repeated-results"
    label = "Several results for one call"
    codes = ("repeated-result",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One finding a result too many."""
        counts = listed.provider.name in ("anthropic", "gemini", "strict-template")
        severity: Severity = "error" if counts else "warning"
        seen: Counter[tuple[int, str]] = Counter()
        for place, identity, caller in listed.answers:
            if caller is None:
                continue
            seen[caller, identity] += 1
            if seen[caller, identity] <= listed.rows[caller].calls.count(identity):
                continue
            text = f"{listed.name(place)} answers a call of {listed.name(caller)} that is answered already."
            if counts:
                text += " " + listed.rejected("there are more results than calls")
            yield listed.finding(
                "repeated-result", severity, text, "Keep one result for each call.", (caller, place)
            )  # fmt: skip


rules.add(RepeatedResults())
