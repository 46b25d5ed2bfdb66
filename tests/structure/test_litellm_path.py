"""A sample of the lists through LiteLLM's real request path, to the simulated providers on loopback.

LiteLLM 1.110 sends OpenAI-shaped lists as they are. For Anthropic it joins neighbouring answers of the model itself and
refuses a list without a message on its own: such lists are left out there, because what arrives is another list than
the one judged.
"""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from compaction_core.openai_messages import to_dicts
from compaction_core.session import Message
from compaction_core.structure import check
from compaction_core.summarizers.litellm import load
from tests.structure.lists import damaged, gone_on
from tests.structure.strict_server import StrictServer

# LiteLLM reads pydantic's fields from instances; the filter it sets when imported is undone by pytest for each test.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"
)


@pytest.fixture(scope="module")
def server() -> Iterator[StrictServer]:
    with StrictServer() as running:
        yield running


def sent(server: StrictServer, model: str, base: str, messages: list[dict[str, Any]]) -> str | None:
    """The error that came back through LiteLLM; None for an answer."""
    litellm = load()
    try:
        answer = litellm.completion(
            model=model, messages=messages, api_base=base, api_key="no-key", max_retries=0, num_retries=0, timeout=10
        )
    except litellm.BadRequestError as error:
        return str(error)
    assert answer.choices[0].message.content == "fine"
    return None


@pytest.mark.parametrize("provider", ["openai-chat", "strict-template"])
def test_what_the_rules_say_is_what_comes_back(server: StrictServer, provider: str) -> None:
    refused = 0
    for seed in range(10_000, 10_060):
        rows = damaged(random.Random(seed))
        errors = [f for f in check(rows, provider) if f.severity == "error"]
        back = sent(server, f"openai/{provider}", f"{server.url}/v1", _plain(gone_on(rows)))
        assert bool(errors) == (back is not None), (seed, back, errors)
        if back is not None:
            assert server.answers[-1] is not None and server.answers[-1] in back
            refused += 1
    assert 10 < refused < 58


def test_the_same_for_anthropic_where_litellm_sends_the_list_as_it_is(server: StrictServer) -> None:
    tried = refused = 0
    for seed in range(20_000, 20_120):
        rows = [without_thinking(row) for row in damaged(random.Random(seed))]
        if not any(row.role != "system" for row in rows) or _neighbours(rows):
            continue
        tried += 1
        errors = [f for f in check(rows, "anthropic") if f.severity == "error"]
        body = [*_plain(gone_on(rows))]
        back = sent(server, "anthropic/claude-3-5-haiku-20241022", server.url, body)
        assert bool(errors) == (back is not None), (seed, back, errors, server.answers[-1])
        refused += back is not None
    assert tried > 40 and refused > 10


def _plain(rows: list[Message]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "reasoning_content"} for row in to_dicts(rows)]


def without_thinking(row: Message) -> Message:
    return row.model_copy(update={"parts": tuple(part for part in row.parts if part.kind != "reasoning")})


def _neighbours(rows: list[Message]) -> bool:
    talk = [row.role for row in rows if row.role != "system"]
    return any(one == other == "assistant" for one, other in pairwise(talk))
