"""Usage in the spellings of providers and libraries; the right values follow from what each documents."""

from typing import Any

import pytest

from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.session import Usage


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        # OpenAI chat: prompt_tokens includes the cached part
        (
            {"prompt_tokens": 30, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 10}},
            Usage(input=20, cache_read=10, output=5),
        ),
        # Responses: likewise
        (
            {
                "input_tokens": 30,
                "output_tokens": 5,
                "input_tokens_details": {"cached_tokens": 10},
                "output_tokens_details": {"reasoning_tokens": 3},
            },
            Usage(input=20, cache_read=10, output=5, reasoning=3),
        ),
        # Anthropic: input_tokens excludes both
        (
            {
                "input_tokens": 3,
                "output_tokens": 5,
                "cache_read_input_tokens": 10,
                "cache_creation_input_tokens": 7,
            },
            Usage(input=3, cache_read=10, cache_write=7, output=5),
        ),
        # LangChain: input_tokens is the sum of all kinds
        (
            {"input_tokens": 30, "output_tokens": 5, "input_token_details": {"cache_read": 10, "cache_creation": 7}},
            Usage(input=13, cache_read=10, cache_write=7, output=5),
        ),
        # Gemini: thoughts are counted beside the candidates
        (
            {
                "promptTokenCount": 30,
                "cachedContentTokenCount": 10,
                "candidatesTokenCount": 5,
                "thoughtsTokenCount": 4,
            },
            Usage(input=20, cache_read=10, output=9, reasoning=4),
        ),
        # Vercel AI SDK 5
        (
            {"inputTokens": 30, "outputTokens": 5, "cachedInputTokens": 10, "reasoningTokens": 2},
            Usage(input=20, cache_read=10, output=5, reasoning=2),
        ),
        ({"input_tokens": 0}, None),
        ({"prompt_tokens": "many"}, None),
        (None, None),
    ],
)
def test_usage(told: Any, usage: Usage | None) -> None:
    assert usage_of_any(told) == usage
