"""What Claude Code adds to the context without anyone typing it: attachments, command output, summaries."""

import re
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list, opaque, part_of
from compaction_core.importers.shared.apis.images import image_of_base64
from compaction_core.importers.shared.values import json_text, optional_text
from compaction_core.session import File, Part, Text

# Attachment types known to enter the context; others are interface state, unless they carry a "text".
_IN_CONTEXT = frozenset(
    {
        "agent_listing_delta",
        "compact_file_reference",
        "deferred_tools_delta",
        "edited_text_file",
        "file",
        "hook_additional_context",
        "hook_blocking_error",
        "invoked_skills",
        "mcp_instructions_delta",
        "nested_memory",
        "queued_command",
        "skill_listing",
        "task_reminder",
        "todo_reminder",
        "total_tokens_reminder",
    }
)
_HOOKS_READ = ("SessionStart", "UserPromptSubmit")
_INJECTED = re.compile(
    r"\s*(<(local-command-(stdout|stderr|caveat)|bash-(stdout|stderr)|task-notification|user-memory-input)>"
    r"|Caveat: The messages below|\[Request interrupted by user)"
)
_REMINDER = ("<system-reminder>", "</system-reminder>")
# How Claude Code introduces and closes a summary; only what stands between is the summary.
_SUMMARY_OPENING = re.compile(r"\s*This session is being continued[^\n]*\n\s*")
_SUMMARY = "This session is being continued from a previous conversation that ran out of context"
_SUMMARY_CLOSING = re.compile(
    r"\n\s*(If you need specific details from before compaction|Please continue the conversation|"
    r"Continue the conversation from|Recent messages are preserved)"
)
_CLOSING_LENGTH = 2_000


def attachment_parts(attachment: dict[str, Any]) -> tuple[Part, ...]:
    """The parts of an attachment that entered the context; empty if its type does not."""
    kind = optional_text(attachment.get("type")) or "attachment"
    hook_read = kind == "hook_success" and attachment.get("hookEvent") in _HOOKS_READ
    said = optional_text(attachment.get("text")) or (hook_read and optional_text(attachment.get("content")))
    if kind not in _IN_CONTEXT and not said:
        return ()
    if kind == "queued_command":
        return tuple(part_of(block) for block in block_list(attachment.get("prompt"))) or (opaque(attachment, kind),)
    picture = _picture(attachment.get("content"))
    if picture is not None:
        return (picture,)
    name = next((n for key in ("path", "filename") if (n := optional_text(attachment.get(key)))), None)
    text = _readable(attachment)
    if name is not None:
        return (File(name=name, text=text),)
    return (Text(text=text),) if text else (opaque(attachment, kind),)


def _picture(content: Any) -> Part | None:
    """An attached image file, which Claude Code stores as base64 under ``file``."""
    file = content.get("file") if isinstance(content, dict) and content.get("type") == "image" else None
    data = file.get("base64") if isinstance(file, dict) else None
    return image_of_base64(data, optional_text(file.get("type"))) if file and isinstance(data, str) else None


def _readable(attachment: dict[str, Any]) -> str | None:
    """The words of an attachment, from the first field that has some."""
    for key in ("text", "content", "snippet", "addedLines", "addedBlocks", "skills", "blockingError"):
        text = _words(attachment.get(key))
        if text:
            return text
    return None


def _words(value: Any) -> str:
    """Text of a field: a string, the ``content`` inside an object, lines of a list, else its JSON."""
    for _ in range(3):
        if isinstance(value, dict):
            value = next((value[key] for key in ("content", "file", "blockingError") if key in value), value)
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value:
        texts = [item.get("content") if isinstance(item, dict) else item for item in value]
        return "\n".join(
            text if isinstance(text, str) else json_text(item) for text, item in zip(texts, value, strict=True)
        )
    return json_text(value) if isinstance(value, dict) and value else ""


def is_injected(text: str) -> bool:
    """Whether a user text is command output, an interruption note or reminders only: nobody typed it."""
    if _INJECTED.match(text):
        return True
    rest = text.strip()
    while rest.startswith(_REMINDER[0]) and _REMINDER[1] in rest:
        rest = rest.partition(_REMINDER[1])[2].lstrip()
    return not rest and _REMINDER[0] in text


def is_summary(content: Any) -> bool:
    """Whether a user row's content is a summary by its first words: release 1.0.10 did not flag it."""
    blocks = block_list(content)
    first = blocks[0].get("text") if blocks and isinstance(blocks[0], dict) else blocks[0] if blocks else None
    return isinstance(first, str) and first.lstrip()[: len(_SUMMARY)] == _SUMMARY


def summary_text(text: str) -> str:
    """The summary inside the text Claude Code puts it in."""
    opening = _SUMMARY_OPENING.match(text)
    if opening is None:
        return text
    tail = max(opening.end(), len(text) - _CLOSING_LENGTH)
    closing = _SUMMARY_CLOSING.search(text, tail)
    return text[opening.end() : closing.start() if closing else len(text)].strip()
