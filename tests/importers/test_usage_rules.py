"""Cached tokens by each format's own rule: a part of the input, or extra to it (users.md C5, C6, test input t28).

An input of 184,704 with 183,936 of them read from cache is a request of 184,704 tokens where the cache is a part
(OpenAI, Gemini, and the formats that follow them), and of 368,640 where it is extra (Anthropic, opencode, pi, dsh).
"""

import json
from typing import Any

import pytest

from compaction_core import load
from compaction_core.importers import langfuse, mini_swe_agent
from compaction_core.importers.atif import parts as atif_parts
from compaction_core.importers.cline import history, screen
from compaction_core.importers.codex import header as codex_header
from compaction_core.importers.deepseek_harness import messages as dsh
from compaction_core.importers.gemini_cli import messages as gemini
from compaction_core.importers.inspect_ai import messages as inspect
from compaction_core.importers.opencode import parts as opencode
from compaction_core.importers.openhands.usage import Meter
from compaction_core.importers.otel_genai import content as otel
from compaction_core.importers.pi import messages as pi
from compaction_core.importers.shared.apis import any_usage, blocks, gemini_parts, openai_message
from compaction_core.importers.vercel_ui import importer as vercel
from compaction_core.session import Usage

INPUT, CACHED, OUTPUT = 184_704, 183_936, 500
PART, EXTRA = 184_704, 368_640
OPENAI = {
    "prompt_tokens": INPUT,
    "prompt_tokens_details": {"cached_tokens": CACHED},
    "completion_tokens": OUTPUT,
    "total_tokens": INPUT + OUTPUT,
}
RESPONSES = {"input_tokens": INPUT, "input_tokens_details": {"cached_tokens": CACHED}, "output_tokens": OUTPUT}
ANTHROPIC = {"input_tokens": INPUT, "cache_read_input_tokens": CACHED, "output_tokens": OUTPUT}


def cline_screen(protocol: str | None) -> Usage:
    told = {"tokensIn": INPUT, "cacheReads": CACHED, "tokensOut": OUTPUT, "apiProtocol": protocol}
    (found,) = screen.calls([{"ts": 1, "say": "api_req_started", "text": json.dumps(told)}])
    return found[1]


def openhands_v1() -> Usage | None:
    meter = Meter()
    total = {
        "prompt_tokens": INPUT,
        "cache_read_tokens": CACHED,
        "completion_tokens": OUTPUT,
        "per_turn_token": INPUT + OUTPUT,
    }
    meter.read({"usage_to_metrics": {"agent": {"accumulated_token_usage": total}}})
    return meter.take()


@pytest.mark.parametrize(
    ("found", "context"),
    [
        pytest.param(openai_message.usage_of(OPENAI), PART, id="openai_chat, openhands v0, mini-swe-agent"),
        pytest.param(any_usage.usage_of_any(OPENAI), PART, id="traces, OpenAI"),
        pytest.param(any_usage.usage_of_any(RESPONSES), PART, id="openai_responses"),
        pytest.param(
            any_usage.usage_of_any(
                {"input_tokens": INPUT, "input_token_details": {"cache_read": CACHED}, "output_tokens": OUTPUT}
            ),
            PART,
            id="langchain, langsmith",
        ),
        pytest.param(
            codex_header.usage_of({"input_tokens": INPUT, "cached_input_tokens": CACHED, "output_tokens": OUTPUT}),
            PART,
            id="codex",
        ),
        pytest.param(gemini.usage_of({"input": INPUT, "cached": CACHED, "output": OUTPUT}), PART, id="gemini_cli"),
        pytest.param(
            gemini_parts.usage_of({"promptTokenCount": INPUT, "cachedContentTokenCount": CACHED}), PART, id="qwen_code"
        ),
        pytest.param(atif_parts.usage_of({"prompt_tokens": INPUT, "cached_tokens": CACHED}), PART, id="atif"),
        pytest.param(vercel._usage({"inputTokens": INPUT, "cachedInputTokens": CACHED}), PART, id="vercel_ui"),
        pytest.param(mini_swe_agent._usage(RESPONSES), PART, id="mini-swe-agent, Responses"),
        pytest.param(openhands_v1(), PART, id="openhands v1"),
        pytest.param(history.usage_of({"inputTokens": INPUT, "cacheReadTokens": CACHED}), PART, id="cline, SDK"),
        pytest.param(history.usage_of({"tokens": {"prompt": INPUT, "cached": CACHED}}), PART, id="cline 3"),
        pytest.param(cline_screen("openai"), PART, id="roo code, OpenAI protocol"),
        pytest.param(
            otel.usage_of_span({"gen_ai.usage.input_tokens": INPUT, "gen_ai.usage.cache_read.input_tokens": CACHED}),
            PART,
            id="otel_genai",
        ),
        pytest.param(
            inspect.usage_of(
                {"input_tokens": INPUT, "input_tokens_cache_read": CACHED, "output_tokens": 1, "total_tokens": PART + 1}
            ),
            PART,
            id="inspect_ai, by its total",
        ),
        pytest.param(
            langfuse._usage(
                {"usageDetails": {"input": INPUT, "cached_tokens": CACHED, "output": 1, "total": PART + 1}}
            ),
            PART,
            id="langfuse, by its total",
        ),
        pytest.param(blocks.usage_of(ANTHROPIC), EXTRA, id="claude_code, anthropic_messages"),
        pytest.param(any_usage.usage_of_any(ANTHROPIC), EXTRA, id="traces, Anthropic"),
        pytest.param(opencode.usage_of({"input": INPUT, "cache": {"read": CACHED}}), EXTRA, id="opencode"),
        pytest.param(pi.usage_of({"input": INPUT, "cacheRead": CACHED}), EXTRA, id="pi"),
        pytest.param(dsh.usage_of({"inputTokens": INPUT, "cacheReadTokens": CACHED}), EXTRA, id="deepseek_harness"),
        pytest.param(cline_screen(None), EXTRA, id="cline, screen"),
        pytest.param(
            inspect.usage_of(
                {
                    "input_tokens": INPUT,
                    "input_tokens_cache_read": CACHED,
                    "output_tokens": 1,
                    "total_tokens": EXTRA + 1,
                }
            ),
            EXTRA,
            id="inspect_ai, apart",
        ),
        pytest.param(
            langfuse._usage(
                {"usageDetails": {"input": INPUT, "cached_tokens": CACHED, "output": 1, "total": EXTRA + 1}}
            ),
            EXTRA,
            id="langfuse, apart",
        ),
    ],
)
def test_the_rule_of_each_format(found: Usage | None, context: int) -> None:
    assert found is not None
    assert (found.context, found.cache_read) == (context, CACHED)
    assert found.input == context - CACHED


def test_a_prompt_smaller_than_its_cache_was_counted_apart() -> None:
    """Older gateways hand Anthropic's numbers on under OpenAI's names: 3 fresh tokens beside 1,000 cached ones."""
    told = {"prompt_tokens": 3, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 1_000}}
    for found in (
        openai_message.usage_of(told),
        atif_parts.usage_of({"prompt_tokens": 3, "cached_tokens": 1_000}),
        vercel._usage({"inputTokens": 3, "cachedInputTokens": 1_000}),
    ):
        assert found is not None and (found.input, found.context) == (3, 1_003)


@pytest.mark.parametrize(
    ("found", "output"),
    [
        # a real Gemini CLI record: 12,874 + 18 + 31 = 12,923, so the thoughts stand beside the output
        (gemini.usage_of({"input": 12_874, "output": 18, "cached": 0, "thoughts": 31, "tool": 0, "total": 12_923}), 49),
        (gemini.usage_of({"input": 100, "output": 50, "thoughts": 15, "tool": 20, "total": 185}), 65),
        (gemini.usage_of({"input": 10, "output": 5, "thoughts": 4}), 9),
        # Qwen Code's OpenAI-compatible models count them in, Gemini's do not; the total tells
        (gemini_parts.usage_of(
            {"promptTokenCount": 10, "candidatesTokenCount": 9, "thoughtsTokenCount": 4, "totalTokenCount": 19}), 9),
        (gemini_parts.usage_of(
            {"promptTokenCount": 10, "candidatesTokenCount": 5, "thoughtsTokenCount": 4, "totalTokenCount": 19}), 9),
        # opencode: in the output before it wrote a total, beside it since
        (opencode.usage_of({"input": 10, "output": 9, "reasoning": 4, "cache": {"read": 90}}), 9),
        (opencode.usage_of({"input": 10, "output": 5, "reasoning": 4, "cache": {"read": 90}, "total": 109}), 9),
        (opencode.usage_of({"input": 10, "output": 9, "reasoning": 4, "cache": {"read": 90}, "total": 109}), 9),
    ],
)  # fmt: skip
def test_the_output_has_the_reasoning_in_it(found: Usage | None, output: int) -> None:
    assert found is not None and (found.output, found.reasoning > 0) == (output, True)


def test_the_rules_hold_from_the_bytes_on() -> None:
    """One file each: Claude Code, Codex, an OpenAI chat and aider's history."""
    claude: list[dict[str, Any]] = [
        {"type": "user", "uuid": "1", "parentUuid": None, "sessionId": "s", "isSidechain": False,
         "message": {"role": "user", "content": "hi"}},
        {"type": "assistant", "uuid": "2", "parentUuid": "1", "sessionId": "s", "isSidechain": False,
         "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "yes"}], "usage": ANTHROPIC}},
    ]  # fmt: skip
    count = {"input_tokens": INPUT, "cached_input_tokens": CACHED, "output_tokens": OUTPUT}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "yes"}]}
    asked = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]}
    rollout = [
        {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s"}},
        {"timestamp": "2026-01-01T00:00:01Z", "type": "response_item", "payload": asked},
        {"timestamp": "2026-01-01T00:00:02Z", "type": "response_item", "payload": said},
        {"timestamp": "2026-01-01T00:00:03Z", "type": "event_msg",
         "payload": {"type": "token_count", "info": {"last_token_usage": count}}},
    ]  # fmt: skip
    chat = {
        "messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes", "usage": OPENAI}],
        "model": "gpt-5",
    }
    tokens = "> Tokens: 185k sent, 184k cache hit, 500 received."
    history = f"# aider chat started at 2026-01-01 00:00:00\n\n#### hi\n\nyes\n\n{tokens}\n"
    lines = ["\n".join(map(json.dumps, rows)).encode() for rows in (claude, rollout)]
    found = [load(data) for data in (*lines, json.dumps(chat).encode(), history.encode())]
    assert [session.format for session in found] == ["claude_code", "codex", "openai_chat", "aider"]
    usages = [next(m.usage for m in session.messages if m.usage) for session in found]
    assert [usage.context for usage in usages] == [EXTRA, PART, PART, 185_000]
