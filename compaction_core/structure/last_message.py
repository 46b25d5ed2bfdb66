"""A request that ends with the model's own words."""

from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class LastMessage:
    """Judged only where the list is sent as it stands, as a summarizer's request is."""

    name = "last-message"
    label = "Who speaks last in a request"
    codes = ("last-message",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """At most one finding: an error for Gemini and strict templates, a warning for Anthropic."""
        if not listed.sent or listed.provider.name.startswith("openai") or not listed.talk:
            return
        last = listed.talk[-1]
        if listed.rows[last].kind != "assistant":
            return
        mild = listed.provider.name == "anthropic"
        severity: Severity = "warning" if mild else "error"
        text = f"The request ends with the model's own message {listed.name(last)}. "
        text += (
            f"Older models of {listed.provider.label} go on writing it; newer ones answer {listed.provider.rejection}."
            if mild
            else listed.rejected("the last message must be the user's or a result")
        )
        yield listed.finding(
            "last-message", severity, text, "End the request with a user message that asks for the summary.", (last,)
        )


rules.add(LastMessage())
