"""Which model summarizes: letta.md §2.8."""

import pytest

from compaction_core.strategies import plan
from compaction_core.strategies.letta_server.routing import handles, route
from tests.make import dialogue

HAIKU, GLM, MINI = "anthropic/claude-haiku-4-5", "zai/glm-5", "openai/gpt-5-mini"


@pytest.mark.parametrize(
    ("agent", "compaction", "available", "tried", "found"),
    [
        ("openai/gpt-4.1", None, None, (MINI,), MINI),
        ("openai/gpt-4.1", None, (), (MINI,), None),
        ("openai/gpt-4.1", "openai/gpt-5", ("openai/gpt-5",), ("openai/gpt-5",), "openai/gpt-5"),
        ("openai/gpt-4.1", "gone/model", (MINI,), ("gone/model",), None),
        ("anthropic/claude-sonnet-4", None, None, (HAIKU,), HAIKU),
        ("google_ai/gemini-2.5-pro", None, None, ("google_ai/gemini-2.5-flash",), "google_ai/gemini-2.5-flash"),
        ("groq/llama", None, None, (), None),
        ("letta/auto", "openai/gpt-5", None, (HAIKU,), HAIKU),
        ("letta/auto-fast", None, (GLM,), (HAIKU, GLM), GLM),
        ("letta/auto", "openai/gpt-5", ("openai/gpt-5",), (HAIKU, GLM, "openai/gpt-5"), "openai/gpt-5"),
        ("openai/gpt-4.1", "letta/auto", (GLM,), (HAIKU, GLM), GLM),
        ("openai/gpt-4.1", "letta/auto", (), (HAIKU, GLM), None),
        ("letta/letta-free", None, (GLM,), (HAIKU, GLM), GLM),
        (None, None, None, (), None),
    ],
)
def test_the_table(agent, compaction, available, tried, found) -> None:
    assert route(agent, compaction, available) == (tried, found)


def test_handles_are_typed_with_commas() -> None:
    assert handles(None) is None
    assert handles(" a/b, c/d ,") == ("a/b", "c/d")


def test_the_first_step_tells_who_summarizes() -> None:
    made = plan(dialogue(20), "letta-server", 1000, agent_handle="openai/gpt-4.1", available_handles="x/y")
    assert made.steps[0].variables == {"handles_tried": MINI, "summarizer": None}
    assert "asks for openai/gpt-5-mini; none exists" in made.steps[0].text
