"""What Letta wraps around the texts of its messages: JSON envelopes, and the summary of a compaction."""

import re
from typing import Any, NamedTuple

from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.values import optional_text, optional_whole

_LONGEST = 2_000_000
_LEAD_IN = re.compile(r"summary of the (?:previous|prior) messages:?\s*", re.IGNORECASE)
# Envelopes of texts that nobody typed; "user_message" is the one of those that someone did.
_INJECTED = ("heartbeat", "login", "system_alert", "summary", "event")


class Envelope(NamedTuple):
    """What the text of a user message holds: what was typed, or a summary, or neither."""

    typed: str
    injected: bool
    summary: str | None = None
    stats: dict[str, Any] | None = None


def opened(text: str) -> Envelope:
    """Look into a user message's text. Letta server 0.16.8 and Letta Code 0.34 write the same envelopes."""
    if text.lstrip().startswith("<system-reminder>") and text.rstrip().endswith("</system-reminder>"):
        return Envelope("", True)
    head = text.lstrip()[:1]
    value = parse(text.encode("utf-8", "replace")) if head == "{" and len(text) <= _LONGEST else None
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(kind, str):
        return Envelope(text, False)
    said = optional_text(value.get("message")) or ""
    stats = value.get("compaction_stats")
    lead_in = _LEAD_IN.search(said)
    if kind in ("system_alert", "summary") and (lead_in or isinstance(stats, dict) or kind == "summary"):
        summary = said[lead_in.end() :] if lead_in else said
        return Envelope("", True, summary, stats if isinstance(stats, dict) else None)
    return Envelope(said or text, kind in _INJECTED)


def counts(stats: Any) -> dict[str, Any]:
    """Trigger and tokens of a compaction from Letta's ``compaction_stats``."""
    found = stats if isinstance(stats, dict) else {}
    return {
        "trigger": optional_text(found.get("trigger")),
        "tokens_before": optional_whole(found.get("context_tokens_before")),
        "tokens_after": optional_whole(found.get("context_tokens_after")),
    }
