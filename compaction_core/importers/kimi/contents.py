"""Content parts of kosong, the library under both tools (``kosong/message.py``, ``kosong/src/message.ts``)."""

from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.apis.openai_message import call_part, content_part
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import optional_text
from compaction_core.session import File, Part, Reasoning, Text, ToolResult

_ERROR = "<system>ERROR:"


def said(content: Any, calls: Any, ids: CallIds) -> tuple[Part, ...]:
    """The parts of a message that is no tool result: its content, then its calls."""
    shown = [_part(block) for block in block_list(content) if block != ""]
    return (*shown, *(call_part(call, ids) for call in as_list(calls)))


def answered(
    content: Any, call: Any, ids: CallIds, *, failed: bool = False, note: str | None = None
) -> tuple[Part, ...]:
    """The parts of a tool result: its texts as one (``note`` is told to the model behind them), then the rest."""
    parts = [_part(block) for block in block_list(content)]
    texts = [part.text for part in parts if isinstance(part, Text) and part.text]
    failed = failed or (bool(texts) and texts[0].startswith(_ERROR))
    text = "\n".join([*texts, note] if note else texts)
    others = tuple(part for part in parts if not isinstance(part, Text))
    return (ToolResult(call_id=ids.of_result(call), text=text, is_error=failed), *others)


def _part(block: Any) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "think" and isinstance(block.get("think"), str):
        return Reasoning(text=block["think"], signature=optional_text(block.get("encrypted")))
    if kind in ("audio_url", "video_url"):
        return File(name=kind.removesuffix("_url"))
    address = as_object(block.get("imageUrl")).get("url") if kind == "image_url" else None
    return image_of_address(address) if isinstance(address, str) else content_part(block)
