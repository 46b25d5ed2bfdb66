"""Facts of transcripts, one JSON object a file: ``python -m tests.corpus FILE…``.

Computed from the public records only. What each fact means is told beside the corpus they are graded with.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from compaction_core.errors import CompactionError
from compaction_core.importers import load_all
from compaction_core.session import Message, Reasoning, Session, Text


def facts_of(sessions: Sequence[Session]) -> dict[str, Any]:
    """The facts of all conversations of one file."""
    messages = [message for session in sessions for message in session.messages]
    said = [m for m in messages if m.role == "assistant" and m.summary is None and "synthetic" not in m.flags]
    times = [m.timestamp for m in messages if m.timestamp is not None]
    used = [m.usage.context for m in messages if m.usage is not None and m.usage.context]
    orphans = sum(_orphans(session) for session in sessions)
    return {
        "format": sessions[0].format,
        "conversations": len(sessions),
        "tool_calls": sum(len({call.id for call in m.calls}) for m in [*messages, *_shown_aside(sessions)]),
        "tool_results": sum(len(session.result_of) + _early(session) for session in sessions) + orphans,
        "orphan_results": orphans,
        "user_prompts": sum(1 for m in messages if is_prompt(m)),
        "compactions": sum(c.kind == "compact" for session in sessions for c in session.compactions),
        "microcompactions": sum(c.kind == "clear" for session in sessions for c in session.compactions),
        "pruned_results": sum("pruned" in m.flags for m in messages),
        "assistant_chars": sum(len(p.text) for m in said for p in m.parts if isinstance(p, Text)),
        "has_reasoning": any(isinstance(p, Reasoning) and p.text.strip() for m in messages for p in m.parts),
        "models": sorted({m.model for m in messages if m.model} or {s.model for s in sessions if s.model}),
        "last_context_tokens": used[-1] if used else None,
        "first_ts": min(times, default=None),
        "last_ts": max(times, default=None),
        "sidechain_messages": sum(len(t.messages) for session in sessions for t in session.threads),
        "unreadable_lines": len(sessions[0].integrity.unreadable),
        "warnings": [warning.text for warning in sessions[0].integrity.warnings],
    }


def _shown_aside(sessions: Sequence[Session]) -> list[Message]:
    """Sub-agents' messages of a SpecStory file: its fact counts every tool block in the Markdown, theirs too."""
    shown = (session for session in sessions if session.format == "cursor_specstory_md")
    return [message for session in shown for thread in session.threads for message in thread.messages]


def _orphans(session: Session) -> int:
    """Results whose call stands nowhere in the thread, not even after them."""
    called = {call.id for message in session.messages for call in message.calls}
    results = (session.messages[index].result for index in session.orphans)
    return sum(result is not None and result.call_id not in called for result in results)


def _early(session: Session) -> int:
    """Results written before their calls, as parallel writers do; one for each call id."""
    called = {call.id for message in session.messages for call in message.calls}
    results = {result.call_id for index in session.orphans if (result := session.messages[index].result)}
    return len(results & called - {call for _, call in session.result_of})


def is_prompt(message: Message) -> bool:
    """Whether a person typed the message."""
    return message.role == "user" and message.summary is None and "meta" not in message.flags


def report(path: str) -> dict[str, Any]:
    """The facts of one file, or its error."""
    began = time.perf_counter()
    try:
        found: dict[str, Any] = {**facts_of(load_all(Path(path))), "error": None}
    except CompactionError as error:
        found = {"warnings": [], "error": {"type": type(error).__name__, "message": str(error)}}
    return {"file": path, **found, "seconds": round(time.perf_counter() - began, 3)}


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(json.dumps(report(argument)), flush=True)
