"""A summary that is the assistant's last reply over again."""

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.sources import plain
from compaction_core.findings import Finding, Span
from compaction_core.session import Text


class Echo:
    """Some systems stored the last answer for want of a summary (users: docker-agent 3470)."""

    name = "echo"
    label = "The last reply over again"
    rejects = True
    codes = ("echo",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One error if the summary is, word for word, the last text the assistant wrote and there was more to tell."""
        request = checked.request
        for index, message in zip(reversed(request.indexes), reversed(request.messages), strict=True):
            said = "\n".join(part.text for part in message.parts if isinstance(part, Text))
            if message.role == "assistant" and message.summary is None and said.strip():
                if len(request.messages) < 3 or plain(said) != plain(checked.text):
                    return ()
                return (
                    Finding(
                        code="echo",
                        severity="error",
                        text=f"The summary is the assistant's reply #{index}, word for word.",
                        advice="Ask again; the other messages are not in it.",
                        messages=(index,),
                        spans=(Span(start=0, stop=len(checked.text)),),
                    ),
                )
        return ()


detectors.add(Echo())
