"""The header of a Codex rollout (system prompt, tools a client brought), and its token counts."""

from collections.abc import Sequence
from typing import Any

from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.blocks import block_list
from compaction_core.importers.shared.values import json_text, optional_text, whole
from compaction_core.session import Usage

_HEAD = 30


def meta_of(rows: Sequence[Row]) -> dict[str, Any]:
    """The session's own header; a fork repeats its parent's header after it."""
    for row in rows:
        payload = row.value.get("payload")
        if row.value.get("type") == "session_meta" and isinstance(payload, dict):
            return payload
        if "instructions" in row.value and "id" in row.value and "type" not in row.value:
            return row.value
    return {}


def instructions(meta: dict[str, Any], rows: Sequence[Row]) -> str | None:
    """The system prompt; older headers hold instead what also arrives as the first user message."""
    base = meta.get("base_instructions")
    prompt = optional_text(base.get("text")) if isinstance(base, dict) else optional_text(base)
    older = optional_text(meta.get("instructions"))
    if prompt or not older:
        return prompt
    said = (row.value.get("payload", row.value) for row in rows[:_HEAD])
    blocks = [block for item in said if isinstance(item, dict) for block in block_list(item.get("content"))]
    texts = (block.get("text") if isinstance(block, dict) else block for block in blocks)
    return None if any(isinstance(text, str) and older.strip() in text for text in texts) else older


def tools_of(meta: dict[str, Any]) -> str | None:
    """The tools a client brought, as JSON; Codex does not record its own."""
    tools = meta.get("dynamic_tools")
    return json_text(tools) if tools else None


def usage_of(last: dict[str, Any]) -> Usage | None:
    """Tokens of one call: ``input_tokens`` includes the cached part. None where nothing was counted."""
    cached, prompt = whole(last.get("cached_input_tokens")), whole(last.get("input_tokens"))
    found = Usage(
        input=max(0, prompt - cached),
        cache_read=min(cached, prompt),
        output=whole(last.get("output_tokens")),
        reasoning=whole(last.get("reasoning_output_tokens")),
    )
    return found if found.total else None
