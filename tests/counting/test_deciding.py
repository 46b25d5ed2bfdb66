"""What decides a line: a report, a tokenizer or an estimate."""

import pytest

from compaction_core.counting.deciding import errors, reads_reports, reported
from compaction_core.session import Session, Usage
from compaction_core.strategies import strategies
from compaction_core.tokens import measure
from tests.make import say, session

TALK = session(*(say(("user", "assistant")[i % 2], "重构登录模块" * 30) for i in range(12)))


def with_usage() -> Session:
    return session(*TALK.messages, say("assistant", "ok", usage=Usage(input=5_000)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("letta-code", True),  # the newest positive usage is the anchor
        ("pi", True),
        ("opencode", True),  # nothing is estimated there
        ("openhands", False),  # counts the list by LiteLLM
        ("openai-agents", False),
        ("textbook-window", False),
    ],
)
def test_who_reads_what_the_provider_reports(name: str, expected: bool) -> None:
    chosen = strategies.get(name)
    assert reads_reports(chosen, chosen.parameters()) is expected


def test_a_report_decides_only_where_there_is_one() -> None:
    chosen = strategies.get("pi")
    assert reported(with_usage(), chosen, chosen.parameters()) and not reported(TALK, chosen, chosen.parameters())


def test_bands_stand_around_what_an_estimate_decides() -> None:
    chosen = strategies.get("pi")
    for made, expected in ((TALK, True), (with_usage(), False)):
        own, real = measure(made, "pi"), measure(made)
        trigger, goal = errors(made, chosen, chosen.parameters(), own, real, 2_000, 300.0)
        assert (trigger is not None) is expected and goal is not None and goal.counter == "pi"
        assert errors(made, chosen, chosen.parameters(), real, real, 2_000, 300.0) == (None, None)
    assert errors(TALK, chosen, chosen.parameters(), own, real, None, None) == (None, None)


@pytest.mark.parametrize("name", strategies.names())
def test_every_strategy_can_be_asked(name: str) -> None:
    assert reads_reports(strategies.get(name), strategies.get(name).parameters()) in (True, False)
