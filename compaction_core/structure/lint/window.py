"""The window and the line in it (users A1, A10, A11, A15, A16; test inputs t21, t22)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

SMALL = 32_768
"""Tokens up to which a window is small: many systems' reserves and prompts are made for 200,000."""
EARLY = 0.4
"""Share of the window below which a line looks like one for another window; releases have lines at half of it."""


class Window:
    """Unknown, too small for the reserve, small, or hardly used."""

    name = "window"
    label = "Window and line"
    codes = ("unknown-window", "reserve-over-window", "small-window", "early-line")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most two findings."""
        if case.window is None:
            if case.line is None and case.strategy.threshold(200_000, case.settings) is not None:
                yield Finding(
                    code="unknown-window",
                    severity="warning",
                    text=f"The window is unknown, and {case.strategy.label} then has no line: it never compacts by "
                    "itself.",
                    advice="Give the window, or a setting in tokens if the system has one.",
                )
            return
        line = case.line
        if line is None or case.unit != "tokens":
            return
        if line <= 0:
            yield Finding(
                code="reserve-over-window",
                severity="error",
                text=f"What is held back is as large as the {case.window:,}-token window or larger: the line lies at "
                f"{line:,} tokens, so every look compacts.",
                advice="Lower the reserve or the output limit, or use a model with a larger window.",
            )
        elif line < EARLY * case.window:
            yield Finding(
                code="early-line",
                severity="note",
                text=f"It compacts above {line:,} tokens, {100 * line / case.window:.0f}% of the {case.window:,}-token "
                "window: the rest is hardly ever used.",
                advice="Check whether the line is set for another window than the model has.",
            )
        if case.window <= SMALL:
            yield Finding(
                code="small-window",
                severity="note",
                text=f"The window of {case.window:,} tokens is small: of it {case.prompts:,} go to prompt and tools, "
                f"by the strategy's counter, and {max(0, line - case.prompts):,} are left below the line.",
                advice="Take tools out, shorten the prompt, or lower what is kept.",
            )


lints.add(Window())
