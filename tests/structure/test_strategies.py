"""Whatever a strategy of the registry makes of a session is taken by the provider, or reported by the rules."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.compaction import compact
from compaction_core.session import Message, Session
from compaction_core.strategies import plan, strategies
from compaction_core.structure import PROVIDERS, check
from compaction_core.summarizers import Wrapper
from tests.make import say
from tests.structure.lists import damaged, gone_on, honest
from tests.structure.strict_wire import refusal

windows = st.none() | st.integers(1, 60) | st.integers(60, 2_000)


@pytest.mark.parametrize("name", strategies.names())
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1 << 20), window=windows, broken=st.booleans())
def test_every_result_is_taken_or_reported(name: str, seed: int, window: int | None, broken: bool) -> None:
    chance = random.Random(seed)
    rows = damaged(chance) if broken else honest(chance, turns=8)
    made = Session(format="test", messages=tuple(rows))
    result = compact(made, plan(made, name, window), text="what was done")
    view = [entry.message for entry in result.view]
    thinks = any(part.kind == "reasoning" for m in (*view, *result.request.messages) for part in m.parts)
    for provider in PROVIDERS:
        errors = [f for f in check(result, provider) if f.severity == "error"]
        answer = refusal(provider, gone_on(_as_sent(name, provider, view)), thinks)
        assert bool(errors) == (answer is not None), (provider, answer, errors)


def _as_sent(name: str, provider: str, view: list[Message]) -> list[Message]:
    """A compaction block of Anthropic's own is taken back as it is, in the place of everything before it."""
    if name != "anthropic-api-compact" or provider != "anthropic":
        return view
    return [say("user", "block") if message.summary == "what was done" else message for message in view]


def test_the_block_of_the_provider_is_no_message_of_the_model() -> None:
    """The same words from another system's wrapper are refused as a first message."""
    made = Session(format="test", messages=(say("user"), say("assistant"), say("user")))
    block = compact(made, plan(made, "anthropic-api-compact", 9_000))
    spoken = Wrapper(role="assistant", template="{summary}")
    message = compact(made, plan(made, "by-hand", 9_000, cut=3), wrapper=spoken)
    codes = [{f.code for f in check(done, "anthropic") if f.severity == "error"} for done in (block, message)]
    assert codes == [set(), {"first-message"}]
