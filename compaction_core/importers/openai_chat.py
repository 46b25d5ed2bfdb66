"""OpenAI chat completions: message lists, requests with replies, fine-tuning lines, τ-bench runs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.chats import Chat, chats, flavour
from compaction_core.importers.shared.apis.openai_message import message_of, usage_of
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, Session, Warning


def detect(source: Source) -> str | None:
    """Why this is a chat list: objects with role and content, or a reply with choices."""
    first = next(chats(source, all_lines=False), None)
    if first is None or flavour(first) != "openai":
        return None
    if not first.messages:
        return "it is a reply with choices" if first.reply else "it has a list of messages"
    return "it is a list of messages with role and content"


def read(source: Source) -> Iterator[Session]:
    """One session for each list of messages."""
    rows = source.jsonl
    for chat in chats(source):
        yield _session(chat, rows)


def _session(chat: Chat, rows: Rows | None) -> Session:
    ids = CallIds()
    messages: list[Message] = []
    warnings: list[Warning] = []
    for at, value in enumerate(chat.messages):
        made, warning = message_of(value, chat.line(at), ids)
        messages += [made] if made else []
        warnings += [warning] if warning else []
    if chat.reply is not None:
        warnings += _answer(chat, messages, ids)
    tools = chat.request.get("tools") or chat.request.get("functions")
    models = (m.model for m in reversed(messages) if m.model)
    return Session(
        format="openai_chat",
        title=optional_text(chat.request.get("title")) or first_prompt(messages),
        model=next(models, None) or chat.model,
        tools=json_text(tools) if tools else None,
        messages=tuple(_with_usage(messages, chat)),
        integrity=notes.integrity(rows, warnings=warnings),
    )


def _answer(chat: Chat, messages: list[Message], ids: CallIds) -> Iterator[Warning]:
    """Append the reply's first choice, unless the list already ends with it."""
    reply = chat.reply or {}
    choices = [choice for choice in reply["choices"] if isinstance(choice, dict)]
    value = choices[0].get("message") if choices else None
    if not isinstance(value, dict) or (chat.messages and _same(chat.messages[-1], value)):
        return
    made, warning = message_of({"role": "assistant", **value}, chat.line(len(chat.messages)), ids)
    if made is not None:
        answered = replace(
            made,
            model=made.model or optional_text(reply.get("model")),
            stop_reason=optional_text(choices[0].get("finish_reason")),
            timestamp=made.timestamp or seconds(reply.get("created")),
        )
        messages.append(answered)
    if warning is not None:
        yield warning
    if len(choices) > 1:
        text = f"The reply has {len(choices)} choices; the first is shown."
        yield Warning(code="choices", text=text, line=chat.line(0))


def _same(last: Any, value: dict[str, Any]) -> bool:
    keys = ("content", "tool_calls")
    return (
        isinstance(last, dict)
        and last.get("role") == "assistant"
        and all(last.get(key) == value.get(key) for key in keys)
    )


def _with_usage(messages: list[Message], chat: Chat) -> list[Message]:
    """Give the wrapper's usage to the last assistant message."""
    usage = usage_of((chat.reply or {}).get("usage")) or usage_of(chat.request.get("usage"))
    for at in range(len(messages) - 1, -1, -1):
        if messages[at].role == "assistant":
            if usage is not None and messages[at].usage is None:
                messages[at] = replace(messages[at], usage=usage)
            break
    return messages


IMPORTER = importers.add(
    Importer(name="openai_chat", label="OpenAI chat JSON or JSONL", detect=detect, read=read, order=90)
)
