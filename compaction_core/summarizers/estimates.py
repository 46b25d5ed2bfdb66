"""Before a request is sent: tokens, whether it fits, and what it costs at most. After it: what it cost.

Prices and windows are those of LiteLLM's list (``models.py``), dollars per token. None always means unknown.
"""

from compaction_core.models import Model, models
from compaction_core.session import Message, Record, Text, Usage
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.chat import chat_messages
from compaction_core.summarizers.runs import ModelSettings
from compaction_core.summarizers.turn_prefix import parts_of
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message


class Estimate(Record):
    """What a request would take. Its own model counts a little differently than ``counter``."""

    counter: str
    tokens_in: int
    most_out: int | None
    """Longest answer: as set, but no more than the model gives."""
    window: int | None
    fits: bool | None
    """Whether the input fits the model's window."""
    price_in: float | None
    """Dollars for the input alone."""
    price_most: float | None
    """Dollars with the longest answer."""


def estimate(request: SummaryRequest, settings: ModelSettings, counter: str = "o200k_base") -> Estimate:
    """What sending this request would take. Raises UnknownName for a counter that does not exist."""
    tokens = request_tokens(request, settings, counter)
    known = listed(settings.model)
    limits = [n for n in (settings.max_tokens, known.max_output if known else None) if n is not None]
    most = min(limits, default=None)
    longest = None if most is None else price(settings.model, Usage(input=tokens, output=most))
    return Estimate(
        counter=counter,
        tokens_in=tokens,
        most_out=most,
        window=known.context_window if known else None,
        fits=tokens <= known.context_window if known else None,
        price_in=price(settings.model, Usage(input=tokens)),
        price_most=longest,
    )


def request_tokens(request: SummaryRequest, settings: ModelSettings, counter: str = "o200k_base") -> int:
    """Tokens of the chat messages of a request, content only; of both requests where a turn is cut."""
    chosen = counters.get(counter)
    parts = parts_of(request)
    sent = [m for part in parts for m in chat_messages(part, settings.acknowledgement, settings.fence)]
    return sum(count_message(Message(role="user", parts=(Text(text=m["content"]),)), chosen) for m in sent)


def price(name: str, usage: Usage) -> float | None:
    """Dollars for this usage; cached input at its own price, at the full one where the list names none."""
    known = listed(name)
    prices = known.prices_at(usage.context) if known else None
    if prices is None or prices.input is None or prices.output is None:
        return None
    read = prices.input if prices.cache_read is None else prices.cache_read
    written = prices.input if prices.cache_write is None else prices.cache_write
    return (
        usage.input * prices.input
        + usage.cache_read * read
        + usage.cache_write * written
        + usage.output * prices.output
    )


def listed(name: str) -> Model | None:
    """The model by the name LiteLLM is given: as it stands, or without the provider in front (``openai/gpt-4.1``)."""
    known = models()
    if name in known:
        return known[name]
    provider, _, rest = name.partition("/")
    found = known.get(rest)
    return found if found is not None and (found.provider or "").split("-")[0] == provider else None
