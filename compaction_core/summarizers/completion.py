"""Between our records and LiteLLM's: what is sent, and what an answer says. LiteLLM itself is not imported here."""

import contextlib
from collections.abc import Callable
from typing import Any

from pydantic import SecretStr

from compaction_core.session import Record, Usage
from compaction_core.summarizers.faults import scrub
from compaction_core.summarizers.runs import ModelSettings, Outcome

NO_KEY = "no-key"
"""What a typed-in address gets where no key was given; local servers ignore it."""


class End(Record):
    """How a request ended."""

    outcome: Outcome = "ok"
    stop_reason: str | None = None
    usage: Usage | None = None
    model: str | None = None
    error: str | None = None
    reasoning_chars: int = 0


def arguments(messages: list[dict[str, str]], settings: ModelSettings, key: SecretStr | None) -> dict[str, Any]:
    """LiteLLM's arguments for one request without retries; the one place where the key is readable."""
    chosen: dict[str, Any] = {
        "model": settings.model,
        "messages": messages,
        "timeout": settings.timeout,
        "stream": settings.stream,
        "max_retries": 0,
        "num_retries": 0,
        "api_base": settings.api_base,
        "temperature": settings.temperature,
        "max_tokens": settings.max_tokens,
        "stream_options": {"include_usage": True} if settings.stream else None,
    }
    if key is not None and key.get_secret_value().strip():
        chosen["api_key"] = key.get_secret_value().strip()
    elif settings.api_base is not None:  # else LiteLLM sends the key it finds in the environment to this address
        chosen["api_key"] = NO_KEY
    return {name: value for name, value in chosen.items() if value is not None}


def streamed(response: Any, put: Callable[[str], None], stopped: Callable[[], bool]) -> End:
    """Hand on each piece of text; the end of the stream."""
    stop_reason, model, thought, texts = None, None, 0, 0
    try:
        for chunk in response:
            if stopped():
                return End(outcome="cancelled")
            model = getattr(chunk, "model", None) or model
            for choice in chunk.choices:
                thought += len(getattr(choice.delta, "reasoning_content", None) or "")
                stop_reason = choice.finish_reason or stop_reason
                if choice.delta.content:
                    texts += 1
                    put(choice.delta.content)
    finally:
        with contextlib.suppress(Exception):
            response.close()
    # What the provider sent: the iterator above adds an end, and an estimated usage, where the provider sent none.
    arrived = getattr(response, "chunks", None)
    if arrived is not None and not arrived and not texts:
        return End(outcome="garbage", error="What came back is no stream of a chat completion.")
    usage = next((u for c in reversed(arrived or []) if (u := usage_of(getattr(c, "usage", None)))), None)
    return _end(stop_reason, usage, model, thought)


def whole(response: Any, put: Callable[[str], None]) -> End:
    """Hand on the whole text; the end of an answer that was not streamed."""
    choice = response.choices[0]
    message = choice.message
    if message.content:
        put(message.content)
    thought = len(getattr(message, "reasoning_content", None) or "")
    end = _end(choice.finish_reason, usage_of(getattr(response, "usage", None)), response.model, thought)
    refusal = getattr(message, "refusal", None)  # LiteLLM 1.110 hands it on here, but loses it in a stream
    return end.model_copy(update={"outcome": "refusal", "error": scrub(str(refusal))}) if refusal else end


def usage_of(reported: Any) -> Usage | None:
    """LiteLLM's usage as ours; None for none, and for the zeros it fills in where a provider reports nothing."""
    prompt, output = _number(reported, "prompt_tokens"), _number(reported, "completion_tokens")
    if not prompt and not output:
        return None
    details = getattr(reported, "prompt_tokens_details", None)
    read = _number(details, "cached_tokens")
    written = _number(reported, "cache_creation_input_tokens") or _number(details, "cache_creation_tokens")
    return Usage(
        input=max(0, prompt - read - written),
        cache_read=read,
        cache_write=written,
        output=output,
        reasoning=_number(getattr(reported, "completion_tokens_details", None), "reasoning_tokens"),
    )


def _end(stop_reason: Any, usage: Usage | None, model: Any, thought: int) -> End:
    filtered = stop_reason == "content_filter"
    return End(
        outcome="refusal" if filtered else "ok",
        stop_reason=None if stop_reason is None else str(stop_reason)[:80],
        usage=usage,
        model=str(model) if model else None,
        error="The provider's content filter stopped the answer." if filtered else None,
        reasoning_chars=thought,
    )


def _number(holder: Any, name: str) -> int:
    value = getattr(holder, name, None)
    return value if isinstance(value, int) and value > 0 else 0
