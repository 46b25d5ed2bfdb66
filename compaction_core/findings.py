"""What a check found: one record for detectors, structure rules and lint."""

from typing import Literal

from compaction_core.session import Record

Severity = Literal["error", "warning", "note"]


class Span(Record):
    """Characters [start:stop) of the text that was checked: the evidence."""

    start: int
    stop: int


class Finding(Record):
    """One thing that is or may be wrong, with its evidence and what to do about it."""

    code: str
    """Stable, kebab-case: ``cut-off``, ``orphan-result``."""
    severity: Severity
    text: str
    """What was found, in one plain sentence with the numbers in it; our words."""
    advice: str
    """What to do."""
    messages: tuple[int, ...] = ()
    """Numbers of the messages concerned."""
    spans: tuple[Span, ...] = ()
    """Where in the checked text."""
