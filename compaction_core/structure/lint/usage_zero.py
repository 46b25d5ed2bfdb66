"""Reports that are all zero: the estimate decides (users A21; test input t29)."""

from collections.abc import Iterator

from compaction_core.counting import band
from compaction_core.counting.deciding import reads_reports
from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case


class UsageZero:
    """A gateway that reports nothing; the trigger was made to go by reports."""

    name = "usage-zero"
    label = "Reports that are all zero"
    codes = ("usage-zero",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding: a warning where an estimate decides instead."""
        if case.cached_tokens.calls or case.measured.basis != "estimated":
            return
        usages = [message.usage for message in case.session.messages if message.usage is not None]
        if not usages or any(usage.total for usage in usages) or not reads_reports(case.strategy, case.settings):
            return
        error = band(case.measured, case.shown, case.line)
        calls = f"All {len(usages):,} reported usages are" if len(usages) > 1 else "The only reported usage is"
        yield Finding(
            code="usage-zero",
            severity="warning",
            text=f"{calls} zero, so an estimate decides the trigger ({case.measured.counter})."
            + ("" if error is None else f" {error.told}"),
            advice="Let the provider or the gateway report usage, or decide by a tokenizer.",
            messages=tuple(i for i, message in enumerate(case.session.messages) if message.usage is not None),
        )


lints.add(UsageZero())
