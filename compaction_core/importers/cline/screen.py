"""What Cline, Roo Code and Kilo Code show (``ui_messages.json``): tokens of each call, compactions, and, where the
history itself is missing, the conversation."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.recorded import note
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import json_text, optional_text, optional_whole, seconds, whole
from compaction_core.session import Message, Part, Reasoning, RecordedCompaction, Text, ToolCall, ToolResult, Usage

_TYPES = ("ask", "say")
_TYPED = ("task", "text", "user_feedback", "user_feedback_diff")
_SAID = ("text", "completion_result", "followup", "plan_mode_respond")
_CALLS = ("tool", "command", "use_mcp_server", "browser_action", "browser_action_launch")
_RESULTS = ("command_output", "mcp_server_response", "browser_action_result")


@dataclass(frozen=True)
class Event:
    """A compaction as the interface records it.

    ``entries`` is how many entries the history had then, ``deleted`` the first and last entry that were cut out of it,
    ``summary`` the summary where there is one.
    """

    timestamp: float | None
    entries: int | None = None
    deleted: tuple[int, int] | None = None
    summary: str | None = None
    mark: str = ""
    tokens_before: int | None = None
    tokens_after: int | None = None


def is_screen(value: Any) -> bool:
    """Whether a list holds what is shown: times, and something asked or said."""
    rows = value[:20] if isinstance(value, list) else []
    return bool(rows) and all(isinstance(row, dict) and row.get("type") in _TYPES and "ts" in row for row in rows)


def calls(rows: list[dict[str, Any]]) -> list[tuple[float | None, Usage]]:
    """When each call of the model that was answered began, and its tokens."""
    found = []
    for row in rows:
        if row.get("say") == "api_req_started":
            usage = _usage(row)
            if usage is not None:
                found.append((seconds(row.get("ts")), usage))
    return found


def events(rows: list[dict[str, Any]]) -> Iterator[Event]:
    """The compactions: a range cut out of the middle that changes, or a condensed context."""
    before: tuple[int, int] | None = None
    for row in rows:
        deleted = _range(row.get("conversationHistoryDeletedRange"))
        index = row.get("conversationHistoryIndex")
        if deleted is not None and deleted != before:
            entries = index + 1 if isinstance(index, int) and 0 <= index < 10**6 else None
            yield Event(timestamp=seconds(row.get("ts")), entries=entries, deleted=deleted)
        before = deleted or before
        told = as_object(row.get("contextCondense"))
        if row.get("say") == "condense_context" and told:
            yield Event(
                timestamp=seconds(row.get("ts")),
                summary=optional_text(told.get("summary")) or "",
                mark=optional_text(told.get("condenseId")) or "",
                tokens_before=optional_whole(told.get("prevContextTokens")),
                tokens_after=optional_whole(told.get("newContextTokens")),
            )


def conversation(rows: list[dict[str, Any]]) -> tuple[list[Message], list[RecordedCompaction]]:
    """The conversation as far as the screen shows it: results only where they were printed."""
    messages: list[Message] = []
    compactions: list[RecordedCompaction] = []
    ids = CallIds()
    usage: Usage | None = None
    for at, row in enumerate(rows):
        for event in events([row]) if row.get("say") == "condense_context" else ():
            compactions.append(compaction(event, len(messages)))
            messages.append(message_of(event))
        if row.get("partial") is True:
            continue
        usage = _usage(row) or usage
        made = _message(row, at, ids)
        if made is not None and made.role == "assistant":
            made, usage = replace(made, usage=usage), None
        messages += [made] if made is not None else []
    return messages, compactions


def compaction(event: Event, index: int, kept: tuple[int, ...] = ()) -> RecordedCompaction:
    """The event as a record; ``index`` is where its note stands."""
    return RecordedCompaction(
        index=index,
        kept=kept,
        tokens_before=event.tokens_before,
        tokens_after=event.tokens_after,
        timestamp=event.timestamp,
    )


def message_of(event: Event) -> Message:
    """The summary that the event carries, or a note that there is none."""
    if not event.summary:
        return note("(Earlier messages were cut out of the context here, without a summary.)", event.timestamp)
    parts: tuple[Part, ...] = (Text(text=event.summary),)
    return Message(role="user", parts=parts, timestamp=event.timestamp, summary=event.summary)


def _message(row: dict[str, Any], at: int, ids: CallIds) -> Message | None:
    kind, asks = row.get("say") or row.get("ask"), row.get("type") == "ask"
    text = optional_text(row.get("text")) or ""
    moment = seconds(row.get("ts"))
    if kind in _RESULTS:
        result = ToolResult(call_id=ids.of_result(None), text=text)
        return Message(role="tool", parts=(result,), timestamp=moment)
    if kind in _CALLS:
        inner = parse(text.encode("utf-8", "replace"))
        name = as_object(inner).get("tool") or as_object(inner).get("toolName") or kind
        told = json_text(inner) if isinstance(inner, dict) else json_text({"command": text})
        call = ToolCall(id=ids.of_call(None, str(name)), name=str(name), arguments=told)
        return Message(role="assistant", parts=(call,), timestamp=moment)
    if kind == "reasoning" and text:
        return Message(role="assistant", parts=(Reasoning(text=text),), timestamp=moment)
    if not text or not isinstance(kind, str) or kind not in (*_TYPED, *_SAID):
        return None
    typed = not asks and (kind in _TYPED[2:] or kind == "task" or at == 0)
    images = tuple(image_of_address(image) for image in as_list(row.get("images")) if isinstance(image, str))
    return Message(role="user" if typed else "assistant", parts=(Text(text=text), *images), timestamp=moment)


def _usage(row: dict[str, Any]) -> Usage | None:
    """Tokens of an answered call, which stand as JSON in a string.

    The input excludes what was cached, unless Roo Code says that the protocol is OpenAI's.
    """
    if row.get("say") != "api_req_started":
        return None
    told = as_object(parse((optional_text(row.get("text")) or "").encode("utf-8", "replace")))
    read, written, fresh = whole(told.get("cacheReads")), whole(told.get("cacheWrites")), whole(told.get("tokensIn"))
    if told.get("apiProtocol") == "openai":
        fresh = max(0, fresh - read - written)
    found = Usage(input=fresh, cache_read=read, cache_write=written, output=whole(told.get("tokensOut")))
    return found if found.total else None


def _range(value: Any) -> tuple[int, int] | None:
    listed = as_list(value)
    if len(listed) != 2 or not all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 10**6 for n in listed):
        return None
    return listed[0], listed[1]
