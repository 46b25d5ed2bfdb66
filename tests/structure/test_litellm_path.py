"""A thousand generated lists through LiteLLM's real request path, to the simulated providers on loopback.

The verdict of the rules on a list must be what comes back for it, for every list that LiteLLM passes on as it is. What
it sends for another list (``strict_shapes`` says which) is left out of the comparison, and counted.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from compaction_core.openai_messages import to_dicts
from compaction_core.session import Message
from compaction_core.structure import PROVIDERS, check
from compaction_core.summarizers.litellm import load
from tests.structure.lists import damaged, gone_on
from tests.structure.strict_server import StrictServer
from tests.structure.strict_shapes import shape
from tests.structure.strict_wire import SERVERS

LISTS = 200
"""For each of the five providers."""

# LiteLLM reads pydantic's fields from instances; the filter it sets when imported is undone by pytest for each test.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Pydantic serializer warnings:UserWarning"),
]


class Route(NamedTuple):
    """How LiteLLM reaches an interface."""

    model: str
    path: str = ""


ROUTES = {
    "openai-chat": Route("openai/openai-chat", "/v1"),
    "openai-responses": Route("openai/responses/openai-responses", "/v1"),
    "anthropic": Route("anthropic/claude-3-7-sonnet-20250219"),
    "gemini": Route("gemini/gemini-2.5-flash"),
    "strict-template": Route("openai/strict-template", "/v1"),
}


@pytest.fixture(scope="module")
def server() -> Iterator[StrictServer]:
    with StrictServer() as running:
        yield running


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_the_rules_say_is_what_comes_back(server: StrictServer, provider: str) -> None:
    compared = refused = 0
    for seed in range(LISTS):
        rows = [_sendable(row, provider) for row in damaged(random.Random(seed))]
        sent_on = gone_on(rows)
        thinks = provider == "anthropic" and any(part.kind == "reasoning" for row in rows for part in row.parts)
        back = _sent(server, provider, _dicts(sent_on), thinks)
        meant = SERVERS[provider][0](sent_on, thinks)
        if back is LOCAL or shape(provider, server.bodies[-1]) != shape(provider, meant):
            continue
        errors = [f for f in check(rows, provider) if f.severity == "error"]
        assert bool(errors) == (back is not None), (seed, back, errors)
        compared += 1
        if back is not None:
            assert server.answers[-1] is not None and server.answers[-1] in back
            refused += 1
    assert compared > LEAST[provider] * LISTS and compared / 10 < refused < compared


LEAST = {"openai-chat": 0.99, "openai-responses": 0.99, "anthropic": 0.45, "gemini": 0.5, "strict-template": 0.99}
"""Share of the lists that arrive as they are."""
LOCAL = "LiteLLM itself refuses"


def _sent(server: StrictServer, provider: str, messages: list[dict[str, Any]], thinks: bool) -> str | None:
    """The provider's error as it comes back through LiteLLM; None for an answer, LOCAL where nothing was sent."""
    litellm, route, before = load(), ROUTES[provider], len(server.answers)
    more: dict[str, Any] = {"thinking": {"type": "enabled", "budget_tokens": 1_024}} if thinks else {}
    try:
        answer = litellm.completion(
            model=route.model, messages=messages, api_base=server.url + route.path, api_key="no-key", max_retries=0,
            num_retries=0, timeout=10, **more,
        )  # fmt: skip
    except litellm.BadRequestError as error:
        return str(error) if len(server.answers) > before else LOCAL
    except Exception:
        if len(server.answers) > before:
            raise
        return LOCAL
    assert answer.choices[0].message.content == "fine"
    return None


def _sendable(row: Message, provider: str) -> Message:
    """Signed thinking goes through LiteLLM to Anthropic only."""
    if provider == "anthropic":
        return row
    return replace(row, parts=tuple(part for part in row.parts if part.kind != "reasoning"))


def _dicts(rows: Sequence[Message]) -> list[dict[str, Any]]:
    """OpenAI's dicts, with signed thinking as LiteLLM takes it; it sends Gemini two equal calls as one, so none is."""
    found = []
    for row, plain in zip(rows, to_dicts(rows), strict=True):
        value = {name: each for name, each in plain.items() if name != "reasoning_content"}
        for each in value.get("tool_calls", ()):
            each["function"]["arguments"] = json.dumps({"id": each["id"]})
        blocks = [
            {"type": "thinking", "thinking": part.text, "signature": part.signature}
            for part in row.parts
            if part.kind == "reasoning"
        ]
        found.append({**value, "thinking_blocks": blocks} if blocks else value)
    return found
