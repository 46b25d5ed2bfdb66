"""Token usage as the providers and the tracing libraries spell it."""

from collections.abc import Mapping
from typing import Any

from compaction_core.importers.shared.values import whole
from compaction_core.session import Usage

_INPUT = ("input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "prompt_token_count", "promptTokenCount")
_OUTPUT = (
    "output_tokens",
    "completion_tokens",
    "outputTokens",
    "completionTokens",
    "candidates_token_count",
    "candidatesTokenCount",
)
_DETAILS = ("input_tokens_details", "prompt_tokens_details", "input_token_details", "inputTokenDetails")
_OUTPUT_DETAILS = ("output_tokens_details", "completion_tokens_details", "output_token_details", "outputTokenDetails")
_CACHED = ("cached_tokens", "cache_read", "cacheReadTokens")
_CACHED_BESIDE = ("cachedInputTokens", "cached_content_token_count", "cachedContentTokenCount", "cached_tokens")
_WRITTEN = ("cache_creation", "cache_write_tokens", "cacheWriteTokens")
_THOUGHTS = ("thoughts_token_count", "thoughtsTokenCount")


def usage_of_any(value: Any) -> Usage | None:
    """Usage of OpenAI, Anthropic, Gemini, LangChain or the Vercel AI SDK; None where nothing was counted.

    Only Anthropic's own ``input_tokens`` excludes the cache: it alone comes with ``cache_read_input_tokens`` and
    without details. Gemini counts thoughts beside the answer, the others in it.
    """
    if not isinstance(value, dict):
        return None
    prompt, answer = _count(value, _INPUT), _count(value, _OUTPUT)
    details, output_details = _details(value, _DETAILS), _details(value, _OUTPUT_DETAILS)
    cached = _count(details, _CACHED) or _count(value, _CACHED_BESIDE)
    written = _count(details, _WRITTEN)
    read_apart, written_apart = (
        whole(value.get("cache_read_input_tokens")),
        whole(value.get("cache_creation_input_tokens")),
    )
    if not details and "input_tokens" in value:
        return made(prompt + read_apart + written_apart, read_apart, written_apart, answer, 0)
    thoughts = _count(value, _THOUGHTS)
    reasoning = _count(output_details, ("reasoning_tokens", "reasoning", "reasoningTokens")) or thoughts
    reasoning = reasoning or whole(value.get("reasoningTokens"))
    return made(prompt, cached or read_apart, written or written_apart, answer + thoughts, reasoning)


def with_reasoning(output: int, reasoning: int, request: int, total: int, *, beside: bool) -> int:
    """The whole answer: ``reasoning`` is part of ``output`` or stands beside it, which the ``total`` of the call tells.

    ``request`` is all that went in. Where neither sum is the total (or there is none), ``beside`` says what holds.

    >>> with_reasoning(18, 31, 12_874, 12_923, beside=False), with_reasoning(18, 10, 100, 118, beside=True)
    (49, 18)
    """
    if total == request + output + reasoning:
        beside = True
    elif total == request + output:
        beside = False
    return output + reasoning if beside else output


def made(prompt: int, cached: int, written: int, answer: int, reasoning: int) -> Usage | None:
    """A record from counts whose prompt includes the cache; a prompt smaller than its cache was counted apart."""
    fresh = prompt - cached - written
    found = Usage(
        input=fresh if fresh >= 0 else prompt,
        cache_read=cached,
        cache_write=written,
        output=answer,
        reasoning=reasoning,
    )
    return found if found.total else None


def _count(value: Mapping[str, Any], keys: tuple[str, ...]) -> int:
    return next((count for key in keys if (count := whole(value.get(key)))), 0)


def _details(value: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return next((value[key] for key in keys if isinstance(value.get(key), dict)), {})
