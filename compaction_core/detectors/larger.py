"""A summary that is larger than what it replaces."""

from compaction_core.detectors.base import Checked, detectors
from compaction_core.findings import Finding, Span


class Larger:
    """The compaction would fill the window further (users: gemini-cli 3574, codex 8878)."""

    name = "larger"
    label = "Larger than what it replaces"
    rejects = True
    codes = ("larger",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One error if the summary has at least as many tokens as the messages."""
        if not checked.text or not checked.request.indexes or checked.tokens < checked.replaced:
            return ()
        return (
            Finding(
                code="larger",
                severity="error",
                text=f"The summary has {checked.tokens:,} tokens; the messages it replaces have {checked.replaced:,}.",
                advice="Keep the messages as they are, or ask for a shorter summary.",
                messages=checked.request.indexes,
                spans=(Span(start=0, stop=len(checked.text)),),
            ),
        )


detectors.add(Larger())
