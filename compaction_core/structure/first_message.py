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
        if listed.own_block and listed.messages[first].summary is not None and listed.provider.name == "anthropic":
            return  # a compaction block: what stands before it is ignored
        mild = listed.provider.name == "gemini" and not listed.rows[first].calls
        alone = listed.history and not listed.compacted and not any(row.kind == "user" for row in listed.rows)
        severity: Severity = "warning" if mild or alone else "error"
        text = f"The model speaks first, in {listed.name(first)}. "
        if mild:
            text += f"{listed.provider.label} takes it; older models wanted the user first."
        elif alone:
            text += "The file holds no message of a user: an answer without its request, or a part of a conversation. "
            text += f"Sent so, {listed.rejected('the first message must be the user')}"
        else:
            text += listed.rejected("the first message must be the user's")
        advice = "Put the summary in front as a user message, or keep the user message before the cut."
        if listed.history and not listed.compacted:  # no cut and no summary made it
            advice = "Put a message of the user in front, before the list is sent."
        yield listed.finding("first-message", severity, text, advice, (first,))


rules.add(FirstMessage())
