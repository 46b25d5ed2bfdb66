"""Old observations that SWE-agent's history processors took out of the prompt (``query`` of a step, release 1.x)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list

_ELIDED = "Old environment output:"


def elided(history: list[dict[str, Any]], steps: list[Any]) -> dict[int, int]:
    """Entries of the history that a later prompt holds only as a line, each with the entry the model said next.

    The prompt of a step is the history before it, entry by entry; a prompt of another length says nothing.
    """
    answers = {at for at, entry in enumerate(history) if entry.get("role") == "assistant" and not entry.get("is_demo")}
    found: dict[int, int] = {}
    for step in steps:
        query = (step.get("query") or step.get("messages")) if isinstance(step, dict) else None
        if not isinstance(query, list) or len(query) not in answers:
            continue
        for at in _lines(query):
            if at not in found and not _is_line(history[at].get("content")):
                found[at] = len(query)
    return found


def _lines(query: list[Any]) -> Iterator[int]:
    yield from (at for at, entry in enumerate(query) if isinstance(entry, dict) and _is_line(entry.get("content")))


def _is_line(content: Any) -> bool:
    first = next(iter(block_list(content)), None)
    text = first.get("text") if isinstance(first, dict) else first
    return isinstance(text, str) and text.startswith(_ELIDED)
