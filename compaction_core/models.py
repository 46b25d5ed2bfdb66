"""Windows and prices by model name, from the file that LiteLLM's wheel carries; LiteLLM itself is not imported."""

import importlib.util
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from compaction_core.errors import CompactionError, UnknownName
from compaction_core.session import Record

FILE = "model_prices_and_context_window_backup.json"
PROPOSED_WINDOW = 200_000
"""Tokens of the window to begin with where neither a file nor its model names one: a guess."""


class Prices(Record):
    """Dollars per token, for requests of more than ``above`` tokens; None where the list does not say."""

    above: int = 0
    input: float | None
    output: float | None
    cache_read: float | None
    cache_write: float | None


class Model(Record):
    """One model as LiteLLM lists it; None where the list does not say."""

    name: str
    provider: str | None
    context_window: int
    max_output: int | None
    prices: tuple[Prices, ...]
    """The ordinary prices, then those of longer requests, in ascending order."""

    def prices_at(self, tokens: int) -> Prices:
        """The prices of a request of so many tokens."""
        return next(tier for tier in reversed(self.prices) if tokens > tier.above or not tier.above)


@lru_cache(maxsize=1)
def models() -> dict[str, Model]:
    """Every chat model with a known window, by name. Raises CompactionError if the list is not installed."""
    spec = importlib.util.find_spec("litellm")
    locations = spec.submodule_search_locations if spec else None
    path = Path(next(iter(locations))) / FILE if locations else None
    if path is None or not path.is_file():
        raise CompactionError(f"The model list {FILE} is missing; install the litellm release pyproject.toml names.")
    rows: dict[str, dict[str, Any]] = orjson.loads(path.read_bytes())
    return {name: _model(name, row) for name, row in sorted(rows.items()) if _is_chat(row)}


def model(name: str) -> Model:
    """One model; raises UnknownName with the closest few names."""
    known = models()
    if name not in known:
        near = [other for other in known if name.lower().split("/")[-1][:8] in other.lower()][:8]
        raise UnknownName("model in the list", name, near or list(known)[:8])
    return known[name]


def window_of(name: str | None) -> int | None:
    """The context window of a model by the name a transcript gives it; None when unknown."""
    found = models().get(name or "")
    return found.context_window if found else None


def _is_chat(row: dict[str, Any]) -> bool:
    window = row.get("max_input_tokens")
    return row.get("mode") in ("chat", "responses") and isinstance(window, int) and window > 0


def _model(name: str, row: dict[str, Any]) -> Model:
    limit = row.get("max_output_tokens")
    tiers = sorted({int(found[1]) for key in row if (found := _TIER.fullmatch(key))})
    return Model(
        name=name,
        provider=row.get("litellm_provider"),
        context_window=row["max_input_tokens"],
        max_output=limit if isinstance(limit, int) else None,
        prices=(_prices(row, 0, ""), *(_prices(row, 1000 * tier, f"_above_{tier}k_tokens") for tier in tiers)),
    )


_TIER = re.compile(r"input_cost_per_token_above_(\d+)k_tokens")
_FIELDS = {
    "input": "input_cost_per_token",
    "output": "output_cost_per_token",
    "cache_read": "cache_read_input_token_cost",
    "cache_write": "cache_creation_input_token_cost",
}


def _prices(row: dict[str, Any], above: int, suffix: str) -> Prices:
    """A tier's prices; where it names none, the ordinary one stands."""
    found = {field: row.get(key + suffix, row.get(key)) for field, key in _FIELDS.items()}
    return Prices(above=above, **found)
