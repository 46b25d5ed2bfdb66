"""Nothing but prompts left (users D18; test input t18)."""

from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class NoConversation:
    """Where prompts are sent apart, the list of messages is empty; OpenAI answers a prompt alone."""

    name = "no-conversation"
    label = "No user or assistant message left"
    codes = ("no-conversation",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """At most one finding."""
        if listed.talk or _not_begun(listed):
            return
        mild = listed.provider.name.startswith("openai") and len(listed.rows) > 0
        severity: Severity = "warning" if mild else "error"
        text = "No user or assistant message is left. "
        text += (
            f"{listed.provider.label} answers the prompts alone."
            if mild
            else listed.rejected("there must be at least one message")
        )
        advice = "Give the summary as a user message, or keep the last user message."
        yield listed.finding("no-conversation", severity, text, advice, range(len(listed.rows)))


def _not_begun(listed: Listed) -> bool:
    """A file that holds its prompts alone: the user has not spoken yet."""
    fresh = listed.history and not listed.compacted and not listed.sent and len(listed.rows) > 0
    return fresh and all(message.summary is None for message in listed.messages)


rules.add(NoConversation())
