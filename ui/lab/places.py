"""Where a model's request goes: this computer or another, and whose key it takes."""

import ipaddress
from urllib.parse import urlsplit

from compaction_core.summarizers.estimates import listed
from compaction_core.summarizers.runs import ModelSettings

ADDRESSES = {
    "Ollama": "http://127.0.0.1:11434",
    "llama.cpp": "http://127.0.0.1:8080/v1",
    "vLLM": "http://127.0.0.1:8000/v1",
}
"""The addresses these servers listen on unless told otherwise."""
KEY_ALONE = ("anthropic", "deepseek", "gemini", "groq", "mistral", "openai", "openrouter", "together_ai", "xai")
"""Providers for which a typed key is the whole credential."""


def place(settings: ModelSettings) -> str:
    """The provider's name, or scheme, host and port of a typed-in address: one key each, and never another's."""
    if settings.api_base is not None:
        parts = urlsplit(settings.api_base)
        return f"{parts.scheme}://{parts.netloc}"
    return provider(settings.model)


def provider(model: str) -> str:
    """The provider as LiteLLM takes it from the name; ``unknown`` where the name does not tell."""
    before, slash, _ = model.partition("/")
    if slash:
        return before
    known = listed(model)
    return (known.provider if known is not None else None) or "unknown"


def is_here(settings: ModelSettings) -> bool:
    """Whether the request stays on this computer: a loopback address was typed in."""
    if settings.api_base is None:
        return False
    host = urlsplit(settings.api_base).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
