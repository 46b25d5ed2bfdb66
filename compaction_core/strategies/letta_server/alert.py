"""How the server hands the summary to the model: one message behind the system message, a JSON alert.

Source: compact.py:380-424, system.py (0.16.8). The row has role ``summary`` where the client asked for compaction
messages, else ``user``; a model is sent a user message either way. The count of hidden messages is one too low, as in
Letta Code: it subtracts the lengths of two lists, and the new one holds the summary. A sliding window that evicts
nothing prints -1. A compaction asked for at an endpoint has no statistics and no count.
"""

import json
from datetime import UTC, datetime
from typing import Any

from compaction_core.session import Message, Session, Text
from compaction_core.strategies.letta_code.alert import LEAD_IN, NOTE, NOTE_ALL
from compaction_core.strategies.letta_server.planning import slides
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summary, Wrapper, filled

TRIGGERS = {"context_window_limit": "post_step_context_check", "context_window_overflow": "context_window_exceeded"}
"""Letta Code's words for the server's own."""
MANUAL = "manual"


def hidden(before: int, kept: int) -> int:
    """The count that is printed: messages before, less those kept and the summary."""
    return before - (kept + 1)


def template(mode: str) -> str:
    """The text around the summary; only the sliding modes print a count."""
    return f"{NOTE if slides(mode) else NOTE_ALL}\n{LEAD_IN}\n {{summary}}"


def wrapper(plan: Plan) -> Wrapper:
    """The release's wrapper for this plan."""
    count = hidden(plan.stats["messages_before"], plan.stats["messages_kept"]) if slides(plan.mode_used) else None
    return Wrapper(template=template(plan.mode_used), alert=True, hidden=count)


def message(wrapped: Wrapper, summary: Summary, plan: Plan, session: Session, trigger: str) -> Message:
    """The summary as one message. Its time is that of the last planned message that has one, else 1970, in UTC.

    The release prints the time of day in the agent's time zone; here the same file must give the same text.
    """
    if trigger == MANUAL and wrapped.template == template(plan.mode_used):
        wrapped = wrapped.model_copy(update={"template": template("all")})
    times = (m.timestamp for m in reversed(session.messages[: plan.end]) if m.timestamp is not None)
    time = next(times, None)
    text = filled(wrapped, summary)
    if wrapped.alert:
        told: dict[str, Any] = {"type": "system_alert", "message": text}
        told["time"] = datetime.fromtimestamp(time or 0.0, UTC).isoformat(timespec="seconds")
        if trigger != MANUAL:
            told["compaction_stats"] = stats(plan, session, trigger)
        text = json.dumps(told, ensure_ascii=False)
    return Message(role=wrapped.role, parts=(Text(text=text),), summary=summary.text, timestamp=time)


def stats(plan: Plan, session: Session, trigger: str) -> dict[str, Any]:
    """The statistics beside a summary: what the provider reported before, the server's estimate without it after."""
    usages = (m.usage.total for m in reversed(session.messages[plan.start : plan.end]) if m.usage and m.usage.total)
    return {
        "trigger": TRIGGERS.get(trigger, trigger),
        "context_tokens_before": next(usages, plan.stats["tokens_before"]),
        "context_tokens_after": plan.steps[-1].variables.get("tokens_after"),
        "context_window": plan.context_window,
        "messages_count_before": 1 + plan.stats["messages_before"],
        "messages_count_after": 2 + plan.stats["messages_kept"],
    }
