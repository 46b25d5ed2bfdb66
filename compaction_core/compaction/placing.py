"""What stands in the new list, and where the summary stands among it."""

from dataclasses import replace
from typing import Literal

from compaction_core.compaction.records import ViewMessage
from compaction_core.session import Message, Session
from compaction_core.strategies.base import Addition
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.remains import standing
from compaction_core.summarizers.base import Wrapper
from compaction_core.tokens import Measured, TokenCounter, counters
from compaction_core.tokens.measure import count_message

PLACES = ("before_summary", "after_summary", "end")


def prompts(session: Session, plan: Plan) -> list[int]:
    """System prompts stay, also those from before a recorded compaction."""
    return [i for i in range(plan.end) if session.messages[i].is_prompt]


def kept(session: Session, plan: Plan, index: int, measured: Measured) -> ViewMessage:
    """A message as it stands in the view: whole, or what its effect leaves of it."""
    message = session.messages[index]
    left = standing(message, plan.effect(index))
    if left is message:
        return ViewMessage(index=index, message=message, tokens=measured.counts[index])
    return ViewMessage(index=index, message=left, tokens=count_message(left, counters.get(measured.counter)))


def placed(
    plan: Plan,
    wrapper: Wrapper,
    tail: list[ViewMessage],
    message: Message,
    added: tuple[Addition, ...],
    counter: TokenCounter,
) -> list[ViewMessage]:
    """The summary and what is said beside it, among the messages that stay."""

    def entry(message: Message, origin: Literal["summary", "added"], index: int | None = None) -> ViewMessage:
        return ViewMessage(index=index, message=message, tokens=count_message(message, counter), origin=origin)

    beside = {place: [entry(a.message, "added") for a in added if a.place == place] for place in PLACES}
    host = plan.decision.merged_into
    if host is not None and wrapper.position == "planned":
        before = [kept for kept in tail if kept.index is not None and kept.index < host]
        after = [kept for kept in tail if kept.index is not None and kept.index > host]
        whole = [entry(_merged(message, kept.message), "summary", host) for kept in tail if kept.index == host]
        inner = [*beside["before_summary"], *whole, *beside["after_summary"]]
        return [*before, *inner, *after, *beside["end"]]
    at = {"planned": plan.summary_at, "first": (*plan.numbers, plan.start)[0], "last": plan.end}[wrapper.position]
    before = [kept for kept in tail if kept.index is not None and kept.index < at]
    inner = [*beside["before_summary"], entry(message, "summary"), *beside["after_summary"]]
    return [*before, *inner, *tail[len(before) :], *beside["end"]]


def _merged(summary: Message, kept: Message) -> Message:
    """The kept message with the summary in front of its own parts."""
    return replace(kept, parts=(*summary.parts, *kept.parts), summary=summary.summary)
