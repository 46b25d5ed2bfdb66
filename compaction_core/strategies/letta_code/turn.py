"""One user turn in Letta Code: before the call, after the answer, and when the provider says it is too long.

Source: provider-turn-executor.ts:767-795, pi-stream-adapter.ts:62, 884-915 (0.30.29). A failed compaction fails the
turn. An overflow that the *summarizer* reported after the answer is mistaken for one of the provider, so the release
compacts a second time before it gives up.
"""

from collections.abc import Callable
from typing import Literal

from compaction_core.session import Message, Record, Session, Text, Usage
from compaction_core.strategies.letta_code.carried import Carried, Summarize, carry_out
from compaction_core.strategies.letta_code.parameters import LettaCodeParameters
from compaction_core.strategies.letta_code.trigger import context_estimate, threshold
from compaction_core.tokens import measure

MOST_OVERFLOWS = 3
"""Compactions per turn that the provider's own overflow may cause."""


class Answered(Record):
    """What the provider gave back for one call; ``usage_total`` 0 means that it reported none."""

    outcome: Literal["ok", "overflow"]
    text: str = ""
    usage_total: int = 0


Call = Callable[[], Answered]


class Turn(Record):
    """What happened: calls of the provider, every compaction in order, and whether the turn ended in an error."""

    provider_calls: int
    compactions: tuple[Carried, ...]
    triggers: tuple[str, ...]
    """Labels of the compactions that finished."""
    failed: bool


class _Running:
    """The state of one turn while it runs."""

    def __init__(self, session: Session, window: int | None, settings: LettaCodeParameters, summarize: Summarize):
        self.messages, self.window, self.settings, self.summarize = session.messages, window, settings, summarize
        self.calls, self.compactions, self.triggers = 0, list[Carried](), list[str]()

    def tokens(self) -> int:
        session = Session(format="turn", messages=self.messages)
        return context_estimate(self.messages, measure(session, "letta-code").counts).tokens

    def too_full(self) -> bool:
        line = threshold(self.window)
        return line is not None and self.tokens() > line

    def compact(self, trigger: str) -> str | None:
        """Carry it out; the failure, if it failed."""
        session = Session(format="turn", messages=self.messages)
        done = carry_out(session, self.window, self.settings, self.summarize, trigger)
        self.compactions.append(done)
        if done.error is None:
            self.triggers.append(trigger)
            self.messages = done.messages
        return done.error


def run_turn(
    session: Session, context_window: int | None, settings: LettaCodeParameters, call: Call, summarize: Summarize
) -> Turn:
    """Run the turn that the session's last message, a user's, begins."""
    state = _Running(session, context_window, settings, summarize)
    failed = state.too_full() and state.compact("context_window_limit") is not None
    if not failed:
        failed = _call_until_answered(state, call)
    return Turn(
        provider_calls=state.calls,
        compactions=tuple(state.compactions),
        triggers=tuple(state.triggers),
        failed=failed,
    )


def _call_until_answered(state: _Running, call: Call) -> bool:
    """Call the provider, compacting on its overflows; True if the turn failed."""
    overflows = 0
    while True:
        state.calls += 1
        answer = call()
        failure: str | None = "overflow"
        if answer.outcome == "ok":
            usage = Usage(input=answer.usage_total) if answer.usage_total > 0 else None
            state.messages += (Message(role="assistant", parts=(Text(text=answer.text),), usage=usage),)
            failure = state.compact("context_window_limit") if state.too_full() else None
        if failure != "overflow":
            return failure is not None
        if overflows == MOST_OVERFLOWS or state.compact("context_window_overflow") is not None:
            return True
        overflows += 1
