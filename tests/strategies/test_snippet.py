"""Settings as the systems read them: only what differs from the release, under the system's own keys."""

import ast
import json
import tomllib

import pytest

from compaction_core.strategies import Strategy, strategies
from compaction_core.strategies.snippet import as_call, as_toml

WITH = [s for s in strategies if s.snippet(s.parameters(), 100_000) is not None]


@pytest.mark.parametrize("strategy", WITH, ids=lambda s: s.name)
def test_every_snippet_is_valid_in_its_language(strategy: Strategy) -> None:
    found = strategy.snippet(strategy.parameters(), 100_000)
    assert found is not None and found.place
    match found.language:
        case "json":
            json.loads(found.text)
        case "toml":
            tomllib.loads(found.text)
        case "python":
            ast.parse(found.text)


def test_letta_code_names_its_settings_as_the_agents_api_does() -> None:
    strategy = strategies.get("letta-code")
    found = strategy.snippet(strategy.parameters(sliding_window_percentage=0.5), 128_000)
    assert found is not None and json.loads(found.text) == {
        "context_window_limit": 128_000,
        "compaction_settings": {"sliding_window_percentage": 0.5},
    }


def test_a_setting_that_no_release_offers_is_left_out() -> None:
    strategy = strategies.get("codex")
    settings = strategy.parameters(compact_user_message_max_tokens=5, model_auto_compact_token_limit=90_000)
    found = strategy.snippet(settings, 100_000)
    assert found is not None
    assert tomllib.loads(found.text) == {"model_context_window": 100_000, "model_auto_compact_token_limit": 90_000}


def test_strings_survive_quoting() -> None:
    hard = 'a "quoted"\nline \\ é'
    assert tomllib.loads(as_toml("x", {"prompt": hard}).text) == {"prompt": hard}
    call = ast.parse(as_call("x", "Thing", {"prompt": hard, "model": "raw:model"}).text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert ast.literal_eval(call.keywords[0].value) == hard
    assert isinstance(call.keywords[1].value, ast.Name)


def test_opencode_s_switches_are_those_of_its_file() -> None:
    strategy = strategies.get("opencode")
    found = strategy.snippet(strategy.parameters(prune="on", tail_turns=3, output_limit=1), 100_000)
    assert found is not None and json.loads(found.text) == {"compaction": {"prune": True, "tail_turns": 3}}
