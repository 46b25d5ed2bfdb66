"""Before sending: prices and windows of the list in LiteLLM 1.110.2."""

import pytest

from compaction_core.models import model
from compaction_core.session import Usage
from compaction_core.summarizers.estimates import estimate, listed, price, request_tokens
from compaction_core.summarizers.runs import ModelSettings
from compaction_core.tokens.bpe import O200K
from tests.summarizers.asking import TRANSCRIPT, small


def test_tokens_are_those_of_what_is_sent() -> None:
    plain = ModelSettings(model="openai/gpt-4.1")
    assert request_tokens(small(), plain) == O200K.count("Summarize the record.") + O200K.count(TRANSCRIPT)
    assert request_tokens(small(), plain.model_copy(update={"fence": True})) > request_tokens(small(), plain) + 40


def test_a_known_model() -> None:
    found = estimate(small(), ModelSettings(model="openai/gpt-4.1", max_tokens=1000))
    # gpt-4.1: $2 and $8 per million, window 1,047,576
    assert (found.most_out, found.window, found.fits) == (1000, 1_047_576, True)
    assert found.price_in == pytest.approx(found.tokens_in * 2e-6)
    assert found.price_most == pytest.approx(found.tokens_in * 2e-6 + 1000 * 8e-6)


def test_without_a_limit_the_models_own_counts_and_a_limit_above_it_does_not() -> None:
    own = model("gpt-4.1").max_output
    assert estimate(small(), ModelSettings(model="gpt-4.1")).most_out == own
    assert estimate(small(), ModelSettings(model="gpt-4.1", max_tokens=10_000_000)).most_out == own


def test_too_long_for_the_window() -> None:
    window = model("gpt-4.1").context_window
    assert estimate(small("a " * window), ModelSettings(model="gpt-4.1")).fits is False


def test_an_unknown_model_is_unknown() -> None:
    found = estimate(small(), ModelSettings(model="openai/my-own", api_base="http://localhost:1/v1"))
    assert (found.most_out, found.window, found.fits, found.price_in, found.price_most) == (None,) * 5
    assert found.tokens_in > 0
    assert estimate(small(), ModelSettings(model="openai/my-own", max_tokens=5)).most_out == 5


def test_cache_prices() -> None:
    entry = model("claude-sonnet-4-5")
    usage = Usage(input=1000, cache_read=100_000, cache_write=2000, output=500)
    # $3, $0.30, $3.75 and $15 per million
    assert price("anthropic/claude-sonnet-4-5", usage) == pytest.approx(0.003 + 0.03 + 0.0075 + 0.0075)
    assert entry.prices_at(1).cache_read == pytest.approx(3e-7)


def test_names_with_a_provider() -> None:
    assert listed("openai/gpt-4.1") == listed("gpt-4.1") == model("gpt-4.1")
    assert listed("ollama/gpt-4.1") is None, "another provider's model of that name"
    assert listed("gpt-4.1/") is None and listed("") is None
