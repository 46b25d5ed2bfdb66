"""Amp threads (JSON): ``~/.local/share/amp/threads/T-….json`` of older releases, and ``amp threads export``.

Messages with Anthropic's blocks, the result of a tool under ``run``; usage and model stand on each answer. No schema is
published: the keys are those that public readers of these files agree on.
"""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.apis.blocks import assistant_pieces, block_list, user_pieces
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import first_prompt, json_text, one_line, optional_text, seconds, whole
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Message, Session, Usage, Warning
from compaction_core.words import count

_OWN = ("agentMode", "nextMessageId", "env", "v", "activatedSkills")


def detect(source: Source) -> str | None:
    """Why this is an Amp thread: its id, and when it was made, beside the messages."""
    document = as_object(source.document)
    told = isinstance(document.get("messages"), list) and "created" in document
    if not told or not str(document.get("id")).startswith("T-") or not any(key in document for key in _OWN):
        return None
    return "it is a thread with an id that begins with T-"


def read(source: Source) -> Iterator[Session]:
    """The one session of the file."""
    document = as_object(source.document)
    ids = CallIds()
    messages: list[Message] = []
    window: int | None = None
    others = 0
    for value in objects_in(document.get("messages")):
        if value.get("role") not in ("user", "assistant"):
            others += 1
            continue
        messages += _messages(value, ids)
        window = whole(as_object(value.get("usage")).get("maxInputTokens")) or window
    models = (message.model for message in reversed(messages) if message.model)
    yield Session(
        format="amp",
        title=one_line(optional_text(document.get("title")) or "") or first_prompt(messages),
        model=next(models, None),
        context_window=window,
        messages=tuple(messages),
        integrity=Integrity(skipped_rows=others, warnings=tuple(_warnings(others))),
    )


def _messages(value: dict[str, Any], ids: CallIds) -> list[Message]:
    blocks = ids.named([_as_anthropic(block) for block in block_list(value.get("content"))])
    usage, state = as_object(value.get("usage")), as_object(value.get("state"))
    sent = as_object(value.get("meta")).get("sentAt")
    identity = value.get("messageId")
    return messages_of(
        assistant_pieces(blocks) if value["role"] == "assistant" else user_pieces(blocks),
        identity=str(identity) if isinstance(identity, int | str) else None,
        timestamp=seconds(sent if sent is not None else usage.get("timestamp")),
        model=optional_text(usage.get("model")),
        usage=_usage(usage),
        stop_reason=optional_text(state.get("stopReason"))
        or (state.get("type") == "cancelled" and "cancelled")
        or None,
    )


def _as_anthropic(block: Any) -> Any:
    """A block as the Messages API spells it."""
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "tool_result" and "run" in block:
        text, failed = _result(as_object(block["run"]))
        return {"type": kind, "tool_use_id": block.get("toolUseID"), "content": text, "is_error": failed}
    source = as_object(block.get("source")) if kind == "image" else {}
    if "mediaType" in source:
        return {**block, "source": {**source, "media_type": source["mediaType"]}}
    return block


def _result(run: dict[str, Any]) -> tuple[str, bool]:
    """The text of a tool's run, and whether it failed, was cancelled or rejected."""
    status = run.get("status")
    if status == "done":
        told = run.get("result")
        return (told if isinstance(told, str) else "" if told is None else json_text(told)), False
    if status == "error":
        error = run.get("error")
        text = error if isinstance(error, str) else as_object(error).get("message")
        return optional_text(text) or "The tool failed.", True
    if status in ("cancelled", "rejected-by-user"):
        return optional_text(run.get("reason")) or str(status), True
    return json_text(run), False


def _usage(value: dict[str, Any]) -> Usage | None:
    """Tokens of one answer: the input excludes the cache, as Anthropic's does. None where nothing was counted."""
    found = Usage(
        input=whole(value.get("inputTokens")),
        cache_read=whole(value.get("cacheReadInputTokens")),
        cache_write=whole(value.get("cacheCreationInputTokens")),
        output=whole(value.get("outputTokens")),
    )
    return found if found.total else None


def _warnings(others: int) -> Iterator[Warning]:
    if others:
        text = f"Left out {count(others, 'message')} of roles that are not known."
        yield Warning(code="unknown_rows", text=text, count=others)


IMPORTER = importers.add(Importer(name="amp", label="Amp thread", detect=detect, read=read, order=38))
