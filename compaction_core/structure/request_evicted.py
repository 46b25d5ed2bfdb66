"""The user's request is gone, and the answer to it is kept (users 1.13, fact 3)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.base import rules
from compaction_core.structure.rows import Listed


class RequestEvicted:
    """A cut at an assistant message takes the request in front of it; the summary alone still holds it."""

    name = "request-evicted"
    label = "The last request is only in the summary"
    codes = ("request-evicted",)

    def check(self, listed: Listed) -> Iterator[Finding]:
        """One warning where a compacted list has no user message of its own and goes on with the model's work."""
        if not listed.compacted:
            return
        kept = [place for place in listed.talk if listed.numbers[place] is not None]
        own = [p for p in kept if listed.rows[p].kind == "user" and listed.messages[p].summary is None]
        first = next((place for place in kept if listed.rows[place].kind == "assistant"), None)
        if own or first is None:
            return
        yield listed.finding(
            "request-evicted",
            "warning",
            f"No message of the user is kept: {listed.name(first)} goes on with a request that only the summary holds.",
            "Keep the last user message word for word, or check that the summary quotes it.",
            (first,),
        )


rules.add(RequestEvicted())
