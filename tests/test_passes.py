"""Several passes at once: letta.md §1.6, and the whole compaction of the release in letta_code.carried."""

import pytest

from compaction_core.passes import again, carry, following
from compaction_core.session import Session
from compaction_core.strategies import plan
from compaction_core.strategies.letta_code.carried import Reply, carry_out
from compaction_core.strategies.letta_code.parameters import LettaCodeParameters
from compaction_core.summarizers import Summary, SummaryRequest
from tests.make import call, dialogue, say, session

LONG = "x" * 240
"""60 tokens by Letta's rule: with the 90 that a window of 150 keeps of twenty messages, exactly the window."""


class Scripted:
    """Answers one text after another."""

    name, label = "scripted", "scripted"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[SummaryRequest] = []

    def summarize(self, request: SummaryRequest) -> Summary:
        self.asked.append(request)
        return Summary(text=self.texts.pop(0), summarizer="scripted", basis="given")


@pytest.mark.parametrize(
    ("found", "first"),
    [(dialogue(20), LONG), (session(*dialogue(19).messages, call("open")), 2 * LONG)],
    ids=["exactly full", "an open call"],
)
def test_a_result_that_fills_the_window_is_summarized_again_as_the_release_does(found: Session, first: str) -> None:
    parameters = LettaCodeParameters(prompt="mine")
    texts = iter((first, "short"))
    done = carry_out(found, 150, parameters, lambda _: Reply(text=next(texts)))
    scripted = Scripted(first, "short")
    passes = carry(found, plan(found, "letta-code", 150, prompt="mine"), scripted)
    assert len(passes) == 2
    assert tuple(entry.message for entry in passes[1].view) == done.messages
    numbers = [entry.index for entry in passes[0].view]
    assert tuple(numbers[entry.index] for entry in passes[1].view if entry.index is not None) == done.kept
    assert [r.transcript for r in scripted.asked] == [r.transcript for r in done.requests]
    assert [r.instructions for r in scripted.asked] == [r.instructions for r in done.requests]
    assert passes[1].plan.mode_used == "all" and passes[1].request.previous_summary == first


@pytest.mark.parametrize(
    ("window", "text", "settings"),
    [
        (150, "x" * 236, {}),  # 59 + 90 = 149: below the window
        (None, "x" * 4_000, {}),  # no window to fill
        (150, "x" * 4_000, {"mode": "all"}),  # the result of all is never looked at
    ],
)
def test_there_is_one_pass_where_the_release_makes_one(window: int | None, text: str, settings: dict[str, str]) -> None:
    found = dialogue(20)
    passes = carry(found, plan(found, "letta-code", window, **settings), text=text)
    assert len(passes) == 1 and again(passes[0]) is None


def test_a_later_pass_counts_from_the_list_it_found() -> None:
    found = session(say("system", "rules"), *dialogue(20).messages)
    first, second = carry(found, plan(found, "letta-code", 150), Scripted(LONG, "short"), counter="letta-code")
    assert second.ledger.context_before == first.ledger.context_after
    assert second.plan.start == 0 and second.plan.end == len(first.view)
    assert second.view[0].message.text == "rules"
    assert following(found, first).digest != found.digest


def test_what_is_protected_stays_through_every_pass() -> None:
    found = dialogue(20)
    passes = carry(found, plan(found, "letta-code", 150, protect=(3,)), Scripted(LONG, "short"))
    assert passes[1].plan.protected == (0,)  # in front of the first summary
    assert passes[1].view[0].message == found.messages[3]
    assert passes[1].view[1].message.summary == "short" and len(passes[1].view) == 2


def test_nothing_is_summarized_again_where_nothing_was_summarized() -> None:
    found = dialogue(20)
    assert len(carry(found, plan(found, "letta-code", 150, protect=range(20)), text=LONG)) == 1
