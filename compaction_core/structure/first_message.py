"""Who speaks first (users D21; test input t17)."""

from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class FirstMessage:
    """Anthropic and strict templates want the user first; Gemini refuses a call there."""

    name = "first-message"
    label = "Who speaks first"
    codes = ("first-message",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """At most one finding; a result at the start is an orphan and not told again."""
        if listed.provider.name.startswith("openai") or not listed.talk:
            return
        first = listed.talk[0]
        if listed.rows[first].kind != "assistant":
            return
        mild = listed.provider.name == "gemini" and not listed.rows[first].calls
        severity: Severity = "warning" if mild else "error"
        text = f"The model speaks first, in {listed.name(first)}. "
        text += (
            f"{listed.provider.label} takes it; older models wanted the user first."
            if mild
            else listed.rejected("the first message must be the user's")
        )
        advice = "Put the summary in front as a user message, or keep the user message before the cut."
        yield listed.finding("first-message", severity, text, advice, (first,))


rules.add(FirstMessage())
