"""Plan + summary → Compaction: the summary asked for, wrapped and put in its place."""

from compaction_core.compaction import placing
from compaction_core.compaction.records import Compaction, Ledger
from compaction_core.session import Session
from compaction_core.strategies.base import strategies
from compaction_core.strategies.planner import settle
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.renumbering import as_listed, request_in_the_file
from compaction_core.summarizers.base import Summarizer, Summary, SummaryRequest, Wrapper, clipped
from compaction_core.summarizers.door import named
from compaction_core.summarizers.prompts import Prompt
from compaction_core.summarizers.prompts.variables import variables
from compaction_core.summarizers.turn_prefix import summarized
from compaction_core.tokens import Measured, counters, measure


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
    head = [placing.kept(session, plan, index, measured) for index in placing.prompts(session, plan)]
    tail = [placing.kept(session, plan, i, measured) for i in plan.indexes("keep", "clear", "truncate")]
    tail = [entry for entry in tail if not entry.message.is_prompt]
    middle = tail
    if request.indexes:
        whole, listed, _ = as_listed(session, plan)
        message = strategy.message(wrapper, summary, listed, whole, trigger)
        added = strategy.additions(wrapper, listed, whole, trigger)
        middle = placing.placed(plan, wrapper, tail, message, added, counter)
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
