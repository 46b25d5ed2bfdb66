"""An estimate that is far from a tokenizer's count (users B15, C8, C9, C10; test inputs t30 to t33)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.lint.estimates import effect

FAR = 1.5
"""Factor between the two counts from which they decide differently."""
SMALLEST = 250
"""Tokens between the two from which that is told: in a list of a few words the overhead of each message is all."""


class Counting:
    """The trigger may go by what a provider reports and the planner by an estimate: then they disagree."""

    name = "counting"
    label = "Estimate against tokenizer"
    codes = ("estimate-off",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, with the message that differs most."""
        own, real = case.measured, case.shown
        if own.counter == real.counter or not case.context.rows:
            return
        estimated = sum(own.counts[i] for i in case.context.rows)
        counted = sum(real.counts[i] for i in case.context.rows)
        if not estimated or not counted or abs(estimated - counted) < SMALLEST or 1 / FAR < estimated / counted < FAR:
            return
        worst = max(case.context.rows, key=lambda i: abs(own.counts[i] - real.counts[i]))
        does = effect(case, estimated < counted)
        if not does:
            return
        yield Finding(
            code="estimate-off",
            severity="warning",
            text=f"The strategy counts {estimated:,} tokens ({own.counter}), {real.counter} counts {counted:,}. "
            f"The largest difference is in #{worst}: {own.counts[worst]:,} against {real.counts[worst]:,}. " + does,
            advice="Use a tokenizer, or what the provider reports, for trigger and cut alike."
            if own.basis == "estimated"
            else "This system's counter leaves part of each message out: decide by one that counts all.",
            messages=(worst,),
        )


lints.add(Counting())
