"""A past for a session: provider usage on every answer, and compactions that the file records."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from compaction_core.session import (
    Message,
    Reasoning,
    RecordedCompaction,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)

OVERHEAD = 14_000
"""Tokens that a coding harness sends before the first message: its prompt and tool schemas."""
FRESH = 4
"""Input tokens that no cache covers, as providers report them for a cached conversation."""
WRAPPER = "This session is being continued from an earlier part that was compacted. Its summary:"
"""What stands above a summary. Its first words are how Claude Code files mark one; the rest is ours."""
_COMMIT = re.compile(r"^\[\S+ ([0-9a-f]{7})\] (.+)$", re.MULTILINE)


def with_compactions(
    session: Session, *, limit: int, manual: Collection[int] = (), overhead: int = OVERHEAD
) -> Session:
    """The session as if its harness had compacted it: at ``limit`` tokens of context, and where asked by hand.

    A summary (role user) is put before the answer that would have exceeded the limit, or before the message
    numbered in ``manual`` (0-based, of the given session). Tokens are characters / 4 and stand in ``usage`` as
    if the provider had reported them.
    """
    messages: list[Message] = []
    compactions: list[RecordedCompaction] = []
    opening = next((m.text for m in session.messages if m.role == "user"), "")
    context, cached, since = overhead, 0, 0
    for index, message in enumerate(session.messages):
        full = message.role == "assistant" and context > limit
        if (full or index in manual) and index > since:
            summary = _summary_message(session.messages[since:index], opening, len(compactions))
            mark = {"trigger": "manual" if index in manual else "auto", "timestamp": summary.timestamp}
            mark |= {"tokens_before": context, "tokens_after": overhead + _tokens(summary)}
            compactions.append(RecordedCompaction.model_validate({"index": len(messages)} | mark))
            messages.append(summary)
            context, cached, since = overhead + _tokens(summary), overhead, index
        if message.role == "assistant":
            messages.append(_with_usage(message, context, cached))
            cached = context
        else:
            messages.append(message)
        context += _tokens(message)
    return session.model_copy(update={"messages": tuple(messages), "compactions": tuple(compactions)})


def _with_usage(message: Message, context: int, cached: int) -> Message:
    fresh = max(0, context - cached - FRESH)
    usage = Usage(input=FRESH, cache_read=cached, cache_write=fresh, output=_tokens(message))
    return replace(message, usage=usage)


def _summary_message(gone: Sequence[Message], opening: str, before: int) -> Message:
    text = _summary(gone, opening, before)
    wrapped = Text(text=f"{WRAPPER}\n\n{text}")
    return Message(role="user", parts=(wrapped,), summary=text, timestamp=gone[-1].timestamp)


def _tokens(message: Message) -> int:
    chars = 0
    for part in message.parts:
        if isinstance(part, ToolCall):
            chars += len(part.name) + len(part.arguments)
        elif isinstance(part, Text | Reasoning | ToolResult):
            chars += len(part.text)
    return -(-chars // 4)


def _summary(gone: Sequence[Message], opening: str, before: int) -> str:
    """What a careful writer would keep of these messages: requests, rules, files, commits, the last word."""
    asked = [m.text.strip() for m in gone if m.role == "user" and m.summary is None]
    lines = ["## What was asked", *(f"- {text.split(chr(10))[0]}" for text in asked)]
    lines += ["", "## Rules from the first message", *opening.split("\n\n")[1:-1]]
    lines += ["", "## Files changed", *(f"- `{path}`" for path in _changed(gone))]
    commits = [match for m in gone if m.role == "tool" for match in _COMMIT.findall(m.text)]
    lines += ["", "## Commits", *(f"- {commit} {subject}" for commit, subject in commits)]
    last = next((m.text for m in reversed(gone) if m.role == "assistant" and m.text), "")
    lines += ["", "## Where we are", last or "The last request is being worked on."]
    if before:
        lines += ["", "Of the earlier summary only the rules above were carried over."]
    return "\n".join(lines)


def _changed(gone: Sequence[Message]) -> Iterator[str]:
    seen = set()
    for message in gone:
        for call in message.calls:
            path = json.loads(call.arguments).get("path")
            if call.name in ("edit_file", "write_file") and path not in seen:
                seen.add(path)
                yield path
