"""Output tokens that are taken from the same window (users A18; test input t27)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

FIELDS = ("max_output_tokens", "output_limit", "max_tokens")
"""Settings in which systems keep the longest answer."""


class Output:
    """Providers that count prompt and answer together refuse a request before the trigger has fired."""

    name = "output"
    label = "Output tokens against the line"
    codes = ("output-over-line",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning."""
        found = [value for field in FIELDS if (value := getattr(case.settings, field, None)) is not None]
        output = case.output if case.output is not None else max(found, default=None)
        if output is None or case.window is None or case.line is None or case.line <= 0 or case.unit != "tokens":
            return
        room = case.window - output
        left = f"{max(0, room):,} of the {case.window:,}-token window"
        if case.line > room:
            yield Finding(
                code="output-over-line",
                severity="error" if room <= 0 else "warning",
                text=f"An answer of up to {output:,} tokens leaves {left} for the request, but it "
                f"compacts only above {case.line:,}: where both count together, requests in between are refused.",
                advice=f"Lower the longest answer to {max(0, case.window - case.line):,} tokens"
                + (f", or the line to {room:,}." if room > 0 else "."),
            )


lints.add(Output())
