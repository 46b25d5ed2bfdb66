"""Plan + summary → Compaction: the list the model sees next, with the summary wrapped and put in its place."""

from functools import cached_property
from typing import Any, Literal

from compaction_core.openai_messages import to_dicts
from compaction_core.session import Message, Record, Session, Text
from compaction_core.strategies.base import Addition, Plan, standing, strategies
from compaction_core.strategies.planner import settle
from compaction_core.strategies.renumbering import as_listed, request_in_the_file
from compaction_core.summarizers.base import Summarizer, Summary, SummaryRequest, Wrapper, clipped
from compaction_core.summarizers.door import named
from compaction_core.summarizers.prompts import Prompt
from compaction_core.summarizers.prompts.variables import variables
from compaction_core.summarizers.turn_prefix import summarized
from compaction_core.tokens import Measured, counters, measure
from compaction_core.tokens.base import Basis, TokenCounter
from compaction_core.tokens.measure import count_message


class ViewMessage(Record):
    """One message of the new list: where it comes from and what it costs."""

    index: int | None
    """Its index in the session; None for what the compaction brings in."""
    message: Message
    tokens: int
    origin: Literal["session", "summary", "added"] = "session"
    """summary: the wrapped summary, with an ``index`` where it is put into that message; added: said beside it."""


class Ledger(Record):
    """Where the window's tokens are, before and after, by the display counter."""

    counter: str
    basis: Basis
    window: int | None
    system: int
    tools: int
    tools_basis: Basis
    before: int
    """Conversation without system prompt, before."""
    summary: int
    """The wrapped summary, and what is added beside it; put into a kept message, what that message grew by."""
    kept: int
    """What stays, word for word or blanked."""

    @property
    def overhead(self) -> int:
        """What no compaction can remove: system prompt and tool schemas."""
        return self.system + self.tools

    @property
    def whole(self) -> bool:
        """Whether system prompt or tools are counted; where the file holds neither, every request is larger."""
        return self.overhead > 0

    @property
    def context_before(self) -> int:
        """The whole request before."""
        return self.overhead + self.before

    @property
    def context_after(self) -> int:
        """The whole request after."""
        return self.overhead + self.summary + self.kept

    @property
    def free(self) -> int | None:
        """Tokens left in the window afterwards; negative when it is still too full."""
        return None if self.window is None else self.window - self.context_after


class Compaction(Record):
    """One compaction carried out: the plan, the summary, its wrapper, and the view."""

    plan: Plan
    request: SummaryRequest
    summary: Summary
    wrapper: Wrapper
    view: tuple[ViewMessage, ...]
    """What the model sees next, in order."""
    ledger: Ledger

    @property
    def tokens_before(self) -> int:
        """Tokens of the real list before, system prompt included, tools not."""
        return self.ledger.system + self.ledger.before

    @cached_property
    def tokens_after(self) -> int:
        """Tokens of the view, wrapper and system prompt included, tools not."""
        return sum(entry.tokens for entry in self.view)

    @property
    def estimated_after(self) -> int:
        """Tokens as the strategy itself would count them: the raw summary and what stays, without any prompt."""
        counter = counters.get(self.plan.counter)
        return counter.tokens(counter.units(Text(text=self.summary.text))) + self.plan.stats["tokens_kept"]

    @property
    def summary_message(self) -> Message | None:
        """The wrapped summary as the model sees it; None when nothing was summarized."""
        return next((entry.message for entry in self.view if entry.origin == "summary"), None)

    def to_messages(self) -> list[dict[str, Any]]:
        """The view as OpenAI-style message dicts."""
        return to_dicts(entry.message for entry in self.view)


def compact(
    session: Session,
    plan: Plan,
    summarizer: str | Summarizer = "offline",
    *,
    text: str | None = None,
    wrapper: Wrapper | None = None,
    counter: str = "o200k_base",
    overhead: int | None = None,
    trigger: str = "manual",
    prompt: Prompt | None = None,
) -> Compaction:
    """Carry out a plan.

    ``summarizer`` is a name, ``litellm:MODEL`` for a model, or any object that summarizes. ``prompt`` stands in place
    of the strategy's own.

    ``text`` replaces the summarizer's answer, ``wrapper`` the system's own. ``overhead`` is the tokens of system
    prompt and tools where the file holds none; ``trigger`` is the system's word for why it compacts (Letta Code:
    context_window_limit, context_window_overflow or manual). Raises UnknownName for a summarizer or counter.
    """
    request = summary_request(session, plan)
    if prompt is not None:
        request = request.model_copy(update={"instructions": prompt.filled(variables(request)), "prompt": prompt.name})
    summary = _summary(request, summarizer, text)
    return assemble(session, plan, request, summary, wrapper, measure(session, counter), overhead, trigger)


def summary_request(session: Session, plan: Plan) -> SummaryRequest:
    """The exact input of the summarizer for this plan."""
    strategy = strategies.get(plan.strategy)
    whole, listed, numbers = as_listed(session, plan)
    request = strategy.request(whole, settle(strategy, plan.parameters), listed)
    if numbers is not None:
        request = request_in_the_file(request, numbers)
    held = [
        (c, session.messages[c.index].summary or "")
        for c in session.compactions
        if c.kind == "compact" and c.index < len(session.messages)
    ]
    recorded = tuple(row for row in held if row[0].index >= plan.end)
    before = tuple(c.index for c, text in held if c.index < plan.end and text)
    return request.model_copy(update={"recorded": recorded, "recorded_before": before})


def assemble(
    session: Session,
    plan: Plan,
    request: SummaryRequest,
    summary: Summary,
    wrapper: Wrapper | None,
    measured: Measured,
    overhead: int | None = None,
    trigger: str = "manual",
) -> Compaction:
    """Put the new list together; ``measured`` is the display count of the session."""
    strategy = strategies.get(plan.strategy)
    wrapper = wrapper or strategy.wrapper(plan)
    counter = counters.get(measured.counter)
    head = [_kept(session, plan, index, measured) for index in _prompts(session, plan)]
    tail = [_kept(session, plan, i, measured) for i in plan.indexes("keep", "clear", "truncate")]
    tail = [entry for entry in tail if not entry.message.is_prompt]
    middle = tail
    if request.indexes:
        whole, listed, _ = as_listed(session, plan)
        message = strategy.message(wrapper, summary, listed, whole, trigger)
        added = strategy.additions(wrapper, listed, whole, trigger)
        middle = _placed(plan, wrapper, tail, message, added, counter)
    system = sum(entry.tokens for entry in head)
    stays = sum(entry.tokens for entry in tail)
    before = sum(measured.counts[i] for i in plan.numbers if not session.messages[i].is_prompt)
    ledger = Ledger(
        counter=measured.counter,
        basis=measured.basis,
        window=plan.context_window,
        system=system,
        tools=measured.tools if overhead is None else max(0, overhead - system),
        tools_basis=measured.basis if overhead is None else "given",
        before=before,
        summary=sum(entry.tokens for entry in middle) - stays,
        kept=stays,
    )
    return Compaction(
        plan=plan, request=request, summary=summary, wrapper=wrapper, view=(*head, *middle), ledger=ledger
    )


def _summary(request: SummaryRequest, summarizer: str | Summarizer, text: str | None) -> Summary:
    if text is not None:
        summary = Summary(text=text, summarizer="given", basis="given", note="typed in by hand")
    else:
        chosen = named(summarizer) if isinstance(summarizer, str) else summarizer
        summary = summarized(chosen, request)
    return clipped(summary, request.clip_chars)


def _prompts(session: Session, plan: Plan) -> list[int]:
    """System prompts stay, also those from before a recorded compaction."""
    return [i for i in range(plan.end) if session.messages[i].is_prompt]


def _kept(session: Session, plan: Plan, index: int, measured: Measured) -> ViewMessage:
    """A message as it stands in the view: whole, or what its effect leaves of it."""
    message = session.messages[index]
    left = standing(message, plan.effect(index))
    if left is message:
        return ViewMessage(index=index, message=message, tokens=measured.counts[index])
    return ViewMessage(index=index, message=left, tokens=count_message(left, counters.get(measured.counter)))


def _placed(
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


PLACES = ("before_summary", "after_summary", "end")


def _merged(summary: Message, kept: Message) -> Message:
    """The kept message with the summary in front of its own parts."""
    return kept.model_copy(update={"parts": (*summary.parts, *kept.parts), "summary": summary.summary})
