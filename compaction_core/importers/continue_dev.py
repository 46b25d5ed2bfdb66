"""Continue's sessions (JSON): ``~/.continue/sessions/<id>.json`` of its extensions and its command line.

After ``core/index.d.ts`` (``Session``, ``ChatHistoryItem``). The results of tools stand beside the calls, in
``toolCallStates``, or in messages of their own. Compacting writes the summary onto the last message that it stands for
(``conversationSummary``); the model is sent it and what comes after (``constructMessages``). No message has a time.
"""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.apis.any_usage import made
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.apis.openai_message import call_part, content_part
from compaction_core.importers.shared.recorded import prompts_before
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, whole
from compaction_core.importers.source import Source
from compaction_core.session import (
    File,
    Message,
    Part,
    Reasoning,
    RecordedCompaction,
    Role,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)

_ROLES: dict[Any, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_FAILED = ("errored", "canceled")
_LOOKED_AT = 20

Item = dict[str, Any]


def detect(source: Source) -> str | None:
    """Why this is Continue's: a session with a history of messages and their context."""
    document = as_object(source.document)
    items = objects_in(document.get("history"))[:_LOOKED_AT]
    if "sessionId" not in document or not any(_is_item(item) for item in items):
        return None
    return "it is a session with a history of messages and their context"


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    document = as_object(source.document)
    reader = _Reader([item for item in objects_in(document.get("history")) if _is_item(item)])
    models = (message.model for message in reversed(reader.messages) if message.model)
    yield Session(
        format="continue_dev",
        title=one_line(optional_text(document.get("title")) or "") or first_prompt(reader.messages),
        model=next(models, None) or optional_text(document.get("chatModelTitle")),
        messages=tuple(reader.messages),
        compactions=tuple(reader.compactions),
    )


def _is_item(item: Item) -> bool:
    return "contextItems" in item and "role" in as_object(item.get("message"))


class _Reader:
    """Takes the items of a history in order."""

    def __init__(self, items: list[Item]) -> None:
        self.messages: list[Message] = []
        self.compactions: list[RecordedCompaction] = []
        self._ids = CallIds()
        self._thoughts: list[Part] = []
        self._answered = {
            identity
            for item in items
            if (identity := optional_text(as_object(item["message"]).get("toolCallId"))) is not None
        }
        for item in items:
            self._take(item)

    def _take(self, item: Item) -> None:
        message = as_object(item["message"])
        summary = optional_text(item.get("conversationSummary"))
        if message.get("role") == "thinking":  # belongs to the answer that follows
            self._thoughts += [part for part in _content(message) if isinstance(part, Text | Reasoning)]
            return
        if summary is not None and message.get("content") == summary:  # the command line keeps nothing else
            self._compact(summary, "assistant")
            return
        self._add(item, message)
        if summary is not None:
            self._compact(summary, "user")

    def _add(self, item: Item, message: Item) -> None:
        role = _ROLES.get(message.get("role"), "user")
        parts: list[Part] = [_context(one) for one in objects_in(item.get("contextItems"))] if role == "user" else []
        if role == "tool":
            call = self._ids.of_result(message.get("toolCallId"))
            texts = [part.text for part in _content(message) if isinstance(part, Text)]
            parts = [ToolResult(call_id=call, text="\n".join(texts))]
        else:
            parts += [*self._reasoning(item), *_content(message)] if role == "assistant" else _content(message)
            parts += [call_part(call, self._ids) for call in as_list(message.get("toolCalls"))]
        self._thoughts = []
        if parts:
            log = next(iter(objects_in(item.get("promptLogs"))), {})
            told = optional_text(log.get("modelTitle")) if role == "assistant" else None
            usage = usage_of(message.get("usage")) if role == "assistant" else None
            self.messages.append(Message(role=role, parts=tuple(parts), model=told, usage=usage))
        calls = {part.id for part in parts if isinstance(part, ToolCall)}
        states = objects_in(item.get("toolCallStates")) or objects_in([item.get("toolCallState")])
        for state in states:
            identity = optional_text(state.get("toolCallId"))
            if identity in calls and identity not in self._answered and state.get("output") is not None:
                self.messages.append(Message(role="tool", parts=(_result(state, str(identity)),)))

    def _reasoning(self, item: Item) -> list[Part]:
        told = optional_text(as_object(item.get("reasoning")).get("text"))
        earlier = [Reasoning(text=part.text) for part in self._thoughts if isinstance(part, Text | Reasoning)]
        return [*earlier, *([Reasoning(text=told)] if told else [])]

    def _compact(self, summary: str, role: Role) -> None:
        index = len(self.messages)
        self.compactions.append(RecordedCompaction(index=index, kept=prompts_before(self.messages, index)))
        self.messages.append(Message(role=role, parts=(Text(text=summary),), summary=summary))


def _content(message: Item) -> list[Part]:
    return [made for block in as_list(message.get("content")) if (made := _part(block)) is not None]


def _part(block: Any) -> Part | None:
    if isinstance(block, str):
        return Text(text=block) if block else None
    address = as_object(as_object(block).get("imageUrl")).get("url")
    return image_of_address(address) if isinstance(address, str) else content_part(block)


def _context(item: Item) -> Part:
    """A file or a search that a person put into the message."""
    name = optional_text(item.get("name")) or optional_text(item.get("description")) or "context"
    return File(name=name, text=optional_text(item.get("content")))


def _result(state: Item, identity: str) -> ToolResult:
    texts = [text for one in objects_in(state.get("output")) if (text := optional_text(one.get("content")))]
    return ToolResult(call_id=identity, text="\n\n".join(texts), is_error=state.get("status") in _FAILED)


def usage_of(value: Any) -> Usage | None:
    """Tokens of one answer; the prompt includes its cached part. None where nothing was counted."""
    told = as_object(value)
    prompt, answer = as_object(told.get("promptTokensDetails")), as_object(told.get("completionTokensDetails"))
    return made(
        whole(told.get("promptTokens")),
        whole(prompt.get("cachedTokens")),
        whole(prompt.get("cacheWriteTokens")),
        whole(told.get("completionTokens")),
        whole(answer.get("reasoningTokens")),
    )


IMPORTER = importers.add(Importer(name="continue_dev", label="Continue session", detect=detect, read=read, order=36))
