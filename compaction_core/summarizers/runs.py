"""The records of asking a model: with what settings, and what came back. No record here ever holds a key."""

import ipaddress
from typing import Literal, get_args
from urllib.parse import urlsplit

from pydantic import ConfigDict, Field, field_validator

from compaction_core.errors import BadParameter
from compaction_core.session import Record, Usage
from compaction_core.summarizers.base import Summary

Outcome = Literal[
    "ok",
    "overflow",
    "timeout",
    "rate_limit",
    "server_error",
    "auth",
    "dropped",
    "refusal",
    "garbage",
    "cancelled",
    "error",
]
"""ok: a whole answer, even a blank one. dropped: the answer broke off. garbage: no chat completion came back."""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


class ModelSettings(Record):
    """Which model is asked, and how. The key is no setting: it is handed to ``ask`` on its own."""

    model_config = ConfigDict(hide_input_in_errors=True)  # someone may paste a key into the wrong field

    model: str = Field(min_length=1, max_length=200)
    """As LiteLLM writes it: ``openai/gpt-4.1``, ``ollama/llama3``, ``openai/NAME`` with an address of your own."""
    api_base: str | None = None
    """Address of the server; None: the provider's own."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, gt=0)
    """Longest answer, in the model's own tokens; None: the provider's default."""
    timeout: float = Field(default=120.0, gt=0, le=3600)
    """Seconds that the whole answer may take."""
    stream: bool = True
    acknowledgement: str | None = None
    """An assistant turn between instructions and transcript."""
    fence: bool = False
    """Put the transcript between marks that it cannot close itself."""

    @field_validator("api_base")
    @classmethod
    def _address_alone(cls, value: str | None) -> str | None:
        """Raises BadParameter for an address that carries a user name, a password or a query."""
        if value is None or not value.strip():
            return None
        try:
            parts = urlsplit(value.strip())
            plain = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            plain = False
        if not plain:
            raise BadParameter("The model's address must start with http:// or https:// and name a host.")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise BadParameter("The model's address holds a name, a password or a query; give the key on its own.")
        return value.strip()


def leaves_this_computer(settings: ModelSettings) -> bool:
    """False only for a given address on loopback: where no address is given, the environment may name any.

    >>> leaves_this_computer(ModelSettings(model="openai/x", api_base="http://127.0.0.1:8080/v1"))
    False
    """
    host = urlsplit(settings.api_base or "").hostname or ""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


class Answer(Record):
    """What one request to a model came to. ``text`` holds what had arrived, also where the outcome is not ok."""

    outcome: Outcome
    text: str = ""
    stop_reason: str | None = None
    """stop, length, content_filter, …; None where the answer did not end."""
    usage: Usage | None = None
    """As the provider reported it; None where it reported nothing. Never an estimate."""
    model: str
    """The model's name as the answer gives it, else as it was asked for."""
    seconds: float = 0.0
    seconds_to_first: float | None = None
    """Until the first text; None without streaming or without text."""
    error: str | None = None
    """What the provider or the network said, without keys; at most 600 characters."""
    reasoning_chars: int = 0
    """Characters of readable thinking, which is not part of ``text``."""
    origin: Literal["live", "recorded", "injected"] = "live"
    """recorded: replayed from a file; injected: a fault put in on purpose, nothing was sent."""

    @property
    def blank(self) -> bool:
        """Whether there is no visible text."""
        return not self.text.strip()


def summary_of(answer: Answer, settings: ModelSettings) -> Summary:
    """A model's answer as a summary."""
    notes = [f"by {settings.model}"]
    if answer.origin == "recorded":
        notes.append("replayed from a recorded run")
    if answer.origin == "injected":
        notes.append("an injected answer, nothing was sent")
    if answer.stop_reason == "length":
        notes.append("cut off at the longest answer")
    return Summary(text=answer.text, summarizer=f"litellm:{settings.model}", basis="model", note="; ".join(notes))
