"""A call without a result: left behind, or still waiting (users D7, D10, D12; test inputs t15, t16)."""

from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class UnansweredCalls:
    """Decided by id, never by role alone: in ``A A T T`` nothing waits."""

    name = "unanswered-calls"
    label = "Calls without a result"
    codes = ("unanswered-call", "pending-call")

    def check(self, listed: Listed) -> Iterator[Finding]:
        """An error a message whose calls are all unanswered; a note where the list ends in open calls."""
        for place, row in enumerate(listed.rows):
            missing = listed.missing(place) if row.calls else []
            if not missing:
                continue
            if place == listed.waiting:
                yield _pending(listed, place, len(missing))
            elif place not in listed.answered:
                calls = "calls" if len(missing) > 1 else "call"
                broken = "error" in listed.messages[place].flags and place < listed.taken
                text = f"{listed.name(place)} makes {len(missing)} {calls} that nothing answers. "
                if broken:
                    text += "The answer was broken off, and the file shows that the conversation went on: the client "
                    text += "leaves it out when it sends. Sent so, "
                elif listed.unshown:
                    text += "This export leaves results out, so there may have been one. Sent as the file shows it, "
                yield listed.finding(
                    "unanswered-call",
                    "warning" if broken or listed.unshown else "error",
                    text + listed.rejected("every call needs its result"),
                    "Keep the results with the call, or take the call out, or add a result that says it was dropped.",
                    (place,),
                )


def _pending(listed: Listed, place: int, number: int) -> Finding:
    severity: Severity = "error" if listed.sent else "note"
    text = f"{listed.name(place)} waits for {number} {'results' if number > 1 else 'result'}."
    if listed.sent:
        text += " " + listed.rejected("every call needs its result")
        advice = "Leave the message with the open call out of the request."
    else:
        text += " Nothing is wrong as long as the call stays where its result will come."
        advice = "Compact after the result has come, or keep the message with the call."
    return listed.finding("pending-call", severity, text, advice, (place,))


rules.add(UnansweredCalls())
