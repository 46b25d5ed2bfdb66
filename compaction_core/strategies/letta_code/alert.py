"""How Letta Code hands the summary to the model: a user message that holds a JSON alert with statistics.

Source: local-store.ts:1664-1725 (0.30.29). The text is ``JSON.stringify`` of the alert, so it has no blanks between
keys and its time is ``toISOString``; the count of hidden messages is one too low, because the release subtracts the
lengths of the two lists and the new one holds the summary.
"""

from typing import Any

from compaction_core.js import compact_json, iso_time, utf16_length
from compaction_core.session import Message, Session, Text
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summary, Wrapper, filled

NOTE = "Note: {hidden} earlier messages of this conversation are hidden, because the context has a limit."
NOTE_ALL = "Note: earlier messages of this conversation are hidden, because the context has a limit."
LEAD_IN = "What they held is summarized here:"


def wrapper(plan: Plan) -> Wrapper:
    """The release's wrapper for this plan; mode all prints no count."""
    sliding = plan.mode_used == "sliding_window"
    hidden = len(plan.indexes("summarize")) - 1
    note = NOTE if sliding else NOTE_ALL
    return Wrapper(template=f"{note}\n{LEAD_IN}\n {{summary}}", alert=True, hidden=hidden if sliding else None)


def message(wrapper: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
    """The summary as one message. Its time is that of the last planned message that has one, else 1970.

    The release prints the time of day; here the same file must give the same text.
    """
    times = (m.timestamp for m in reversed(session.messages[: plan.end]) if m.timestamp is not None)
    time = next(times, None)
    text = filled(wrapper, summary)
    if wrapper.alert:
        alert: dict[str, Any] = {"type": "system_alert", "message": text, "time": iso_time(time or 0.0)}
        text = compact_json(alert | {"compaction_stats": stats(plan, summary, trigger)})
    return Message(role=wrapper.role, parts=(Text(text=text),), summary=summary.text, timestamp=time)


def stats(plan: Plan, summary: Summary, trigger: str) -> dict[str, Any]:
    """The statistics beside a summary: the release's own estimates, without wrapper, prompt and tools."""
    found: dict[str, Any] = {
        "trigger": trigger,
        "context_tokens_before": plan.stats["tokens_before"],
        "context_tokens_after": -(-utf16_length(summary.text) // 4) + plan.stats["tokens_kept"],
        "context_window": plan.context_window,
        "messages_count_before": plan.stats["messages_before"],
        "messages_count_after": 1 + plan.stats["messages_kept"],
    }
    return {name: value for name, value in found.items() if value is not None}  # undefined is not printed
