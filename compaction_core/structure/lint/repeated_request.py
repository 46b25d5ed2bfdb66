"""The same request twice, with the cut between the two (users G9)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.session import Message
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

SHORTEST = 20
"""Characters from which on two messages that agree are the same request; shorter ones ("go on") come often."""


class RepeatedRequest:
    """Sent again because no answer came. Who tells messages apart by their text takes one for the other."""

    name = "repeated-request"
    label = "The same request on both sides of the cut"
    codes = ("repeated-request",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning: the last request stays, and an earlier copy of it goes into the summary."""
        requests = [(i, text) for i in case.context.rows if (text := _request(case.session.messages[i]))]
        if not requests or not case.real:
            return
        two, last = requests[-1]
        copies = [number for number, text in requests[:-1] if text == last]
        if not copies or case.plan.fate(two) != "keep" or case.plan.fate(copies[-1]) != "summarize":
            return
        one = copies[-1]
        yield Finding(
            code="repeated-request",
            severity="warning",
            text=f"#{one} and #{two} are the same request, word for word, and the cut lies between them: #{one} goes "
            f"into the summary, #{two} stays. By its text, the one that waits looks like the one that the summary "
            "tells of.",
            advice="Tell messages apart by their place and not by their text, and keep both or none.",
            messages=(one, two),
        )


def _request(message: Message) -> str:
    """What a person asked, on one line; nothing for what is too short to be known again."""
    if message.role != "user" or message.summary is not None or message.flags or message.result is not None:
        return ""
    text = " ".join(message.text.split())
    return text if len(text) >= SHORTEST else ""


lints.add(RepeatedRequest())
