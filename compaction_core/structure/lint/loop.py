"""Still above the line afterwards: it compacts again at once (users B1, B3, B10, B11; test input t24)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

MOST = 10
"""Passes that are tried out."""
PROGRESS = 0.01
"""Share a pass must take away to count as progress."""


class Loop:
    """The passes are carried out with offline summaries until one gets below the line, or none gains any more."""

    name = "loop"
    label = "Compacts again at once"
    codes = ("loop", "several-passes")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding: an error where it never gets below the line."""
        line = case.line
        if line is None or line <= 0 or case.after <= line or case.before <= line:
            return
        if case.unit == "tokens" and case.empty > line:
            return  # told by fires-when-empty
        if all(fate == "keep" for fate in case.plan.fates):
            return  # told by nothing-to-do
        sizes = [case.before, case.after]
        done = case.passes[-1]
        while sizes[-1] > line and len(sizes) <= MOST and sizes[-1] < (1 - PROGRESS) * sizes[-2]:
            done = case.again(done)[-1]
            sizes.append(case.seen([entry.message for entry in done.view]))
        told = " → ".join(f"{size:,}" for size in sizes)
        number = len(sizes) - 1
        passes = f"{number} {'passes' if number > 1 else 'pass'}"
        ends = sizes[-1] <= line
        yield Finding(
            code="several-passes" if ends else "loop",
            severity="warning" if ends else "error",
            text=f"After compacting, {case.told(case.after)} are still above the line at {line:,}: it compacts again "
            "at once. " + (f"It takes {passes} ({told})." if ends else f"After {passes} it is no further ({told})."),
            advice="Keep less, or raise the line: what is kept and the summary must fit below it.",
        )


lints.add(Loop())
