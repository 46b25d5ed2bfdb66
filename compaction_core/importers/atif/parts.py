"""Contents, observation results and metrics of ATIF steps (1.0 to 1.8)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.shared.apis.any_usage import made
from compaction_core.importers.shared.apis.blocks import block_list, opaque
from compaction_core.importers.shared.values import optional_text, whole
from compaction_core.session import File, Image, Part, Text, Usage


def results_of(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The results of a step's observation."""
    observation = step.get("observation")
    found = observation.get("results") if isinstance(observation, dict) else None
    yield from (result for result in (found if isinstance(found, list) else ()) if isinstance(result, dict))


def plain(content: Any) -> str:
    """The text of a content."""
    return "\n".join(part.text for part in parts_of(content) if isinstance(part, Text))


def parts_of(content: Any) -> Iterator[Part]:
    """Text, or since 1.6 a list of content parts; images and sounds lie in files beside the trajectory."""
    for block in block_list(content):
        if isinstance(block, str):
            if block:
                yield Text(text=block)
            continue
        kind = block.get("type") if isinstance(block, dict) else None
        source = block.get("source") if kind in ("image", "audio") else None
        path = optional_text(source.get("path")) if isinstance(source, dict) else None
        media_type = optional_text(source.get("media_type")) if isinstance(source, dict) else None
        if kind == "text" and isinstance(block.get("text"), str):
            yield Text(text=block["text"])
        elif path is None:
            yield opaque(block)
        elif kind == "image":
            yield Image(source=path, media_type=media_type)
        else:
            yield File(name=path, media_type=media_type)


def usage_of(metrics: Any) -> Usage | None:
    """``prompt_tokens`` include the cached ones; what was written to the cache stands in ``extra``."""
    if not isinstance(metrics, dict):
        return None
    more = metrics.get("extra")
    more = more if isinstance(more, dict) else {}
    read, written = whole(metrics.get("cached_tokens")), whole(more.get("cache_creation_input_tokens"))
    prompt, output = whole(metrics.get("prompt_tokens")), whole(metrics.get("completion_tokens"))
    return made(prompt, read, written, output, whole(more.get("reasoning_tokens")))
