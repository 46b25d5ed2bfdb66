"""Which model the server lets summarize: a small table of handles (provider/model).

Source: compact.py:42-131, summarizer_config.py (0.16.8; Haiku and GLM-5 for letta/auto since 2026-03-20). In the self
modes the agent's own model summarizes, whatever this says; it still says who summarizes once they fall back to all.
An overloaded provider is replaced once (Anthropic by Bedrock's Opus 4.5, Z.ai by Baseten's GLM-5): not replayed here.
"""

from collections.abc import Collection
from typing import NamedTuple

AUTO = "letta/auto"
FOR_AUTO = ("anthropic/claude-haiku-4-5", "zai/glm-5")
LIGHT = {
    "anthropic": "anthropic/claude-haiku-4-5",
    "openai": "openai/gpt-5-mini",
    "google_ai": "google_ai/gemini-2.5-flash",
    "letta": AUTO,
}
"""The light model of each provider that has one."""


class Route(NamedTuple):
    """The handles that were asked for, in order, and the one that was found; None: the agent's own model."""

    tried: tuple[str, ...]
    found: str | None


def route(
    agent: str | None, compaction: str | None, available: Collection[str] | None, provider: str | None = None
) -> Route:
    """The summarizer of an agent's model ``agent`` with the compaction setting ``compaction``.

    ``available`` are the handles that exist, None for all; ``provider`` is the agent's, by default the one its handle
    names. An agent on letta/auto ignores the compaction setting as long as Haiku or GLM-5 exists.

    >>> route("openai/gpt-4.1", None, None)
    Route(tried=('openai/gpt-5-mini',), found='openai/gpt-5-mini')
    >>> route("groq/llama", None, None)
    Route(tried=(), found=None)
    """
    tried: list[str] = []

    def first(*handles: str) -> str | None:
        for handle in handles:
            tried.append(handle)
            if available is None or handle in available:
                return handle
        return None

    found = first(*FOR_AUTO) if agent is not None and agent.startswith(AUTO) else None
    if found is None:
        provider = provider or (agent or "").partition("/")[0]
        wanted = compaction or LIGHT.get(provider)
        if wanted:
            found = first(*FOR_AUTO) if wanted.startswith(AUTO) else first(wanted)
    return Route(tuple(tried), found)


def handles(text: str | None) -> tuple[str, ...] | None:
    """Handles typed in with commas between; None stays None."""
    return None if text is None else tuple(filter(None, (piece.strip() for piece in text.split(","))))
