"""The rules against the simulated providers: an error wherever one refuses, none where it takes the list."""

import random

import pytest

from compaction_core.structure import PROVIDERS, check
from tests.structure.lists import damaged, gone_on, honest
from tests.structure.strict_wire import refusal

PASSES = 3_000


def thinks(rows: list) -> bool:
    return any(part.kind == "reasoning" for row in rows for part in row.parts)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_rules_agree_with_the_provider_on_thousands_of_damaged_histories(provider: str) -> None:
    refused = 0
    for seed in range(PASSES):
        rows = damaged(random.Random(seed))
        errors = [f for f in check(rows, provider) if f.severity == "error"]
        answer = refusal(provider, gone_on(rows), thinks(rows))
        refused += answer is not None
        assert bool(errors) == (answer is not None), (seed, answer, errors, [_short(row) for row in rows])
    assert PASSES / 10 < refused < PASSES * 0.95


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_rules_agree_on_requests_that_are_sent_as_they_stand(provider: str) -> None:
    for seed in range(PASSES // 2):
        rows = damaged(random.Random(seed))
        errors = [f for f in check(rows, provider, sent=True) if f.severity == "error"]
        answer = refusal(provider, rows, thinks(rows))
        assert bool(errors) == (answer is not None), (seed, answer, errors, [_short(row) for row in rows])


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_honest_history_is_quiet(provider: str) -> None:
    for seed in range(1_000):
        rows = honest(random.Random(seed))
        assert [f for f in check(rows, provider) if f.severity != "note"] == []
        assert refusal(provider, gone_on(rows), thinks(rows)) is None


def _short(row) -> str:
    ids = [c.id for c in row.calls] + ([row.result.call_id] if row.result else [])
    return f"{row.role}{'*' if thinks([row]) else ''}({','.join(ids)})"
