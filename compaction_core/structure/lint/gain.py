"""What one pass brings (users B8, F15, F16)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

SMALL = 0.05
"""Share of the context below which a pass has gained next to nothing."""


class Gain:
    """With an offline summary: a model's may be longer."""

    name = "gain"
    label = "What one pass gains"
    codes = ("no-gain", "small-gain")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding."""
        if not case.acts or case.unit != "tokens" or not case.before or all(fate == "keep" for fate in case.plan.fates):
            return
        gained = case.before - case.after
        told = f"{case.before:,} tokens become {case.after:,}, by the strategy's counter and with an offline summary"
        if gained <= 0:
            yield Finding(
                code="no-gain",
                severity="error",
                text=f"{told}: the list does not shrink.",
                advice="Compact when more can go, ask for a shorter summary, or clear tool output instead.",
            )
        elif gained < SMALL * case.before:
            yield Finding(
                code="small-gain",
                severity="warning",
                text=f"{told}: a gain of {100 * gained / case.before:.1f}%.",
                advice="Keep less, or compact later.",
            )


lints.add(Gain())
