"""A summary that says nothing: no characters, only blanks, only marks, only empty tags."""

import re

from compaction_core.detectors.base import Checked, detectors
from compaction_core.findings import Finding, Span

_TAG = re.compile(r"</?[A-Za-z][\w-]{0,40}/?>")


class Empty:
    """The history is gone and nothing stands in its place (users: stavrobot 28, freebuff 1166)."""

    name = "empty"
    label = "Empty"
    rejects = True
    codes = ("empty", "whitespace-only")

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One error for a text without a letter or digit outside tags."""
        text = checked.text
        if any(c.isalnum() for c in _TAG.sub("", text)):
            return ()
        advice = "Ask again, or take the next rung; do not store it, the messages it replaces would be lost."
        if not text:
            return (Finding(code="empty", severity="error", text="The summary is empty.", advice=advice),)
        what = f"The summary holds {len(text)} characters and not one letter or digit outside tags."
        spans = (Span(start=0, stop=len(text)),)
        return (Finding(code="whitespace-only", severity="error", text=what, advice=advice, spans=spans),)


detectors.add(Empty())
