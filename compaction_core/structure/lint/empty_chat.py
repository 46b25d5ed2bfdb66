"""Prompt and tools alone above the line (users B2, A22; test input t23)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case


class EmptyChat:
    """Nothing that a compaction can take away is in the way."""

    name = "empty-chat"
    label = "The line and an empty chat"
    codes = ("fires-when-empty",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one error."""
        if case.line is None or case.line <= 0 or case.unit != "tokens" or case.empty <= case.line:
            return
        yield Finding(
            code="fires-when-empty",
            severity="error",
            text=f"A chat that holds only two words has {case.empty:,} tokens already, above the line at "
            f"{case.line:,}: it compacts from the start, and no compaction helps.",
            advice="Take tools out, shorten the prompt, or raise the line.",
        )


lints.add(EmptyChat())
