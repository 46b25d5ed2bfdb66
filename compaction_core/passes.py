"""Several passes in a row: some systems compact again at once when the result is still too full.

passes = carry(session, plan, "offline")
passes[-1].to_messages()
"""

from compaction_core.compaction import Compaction, compact
from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, strategies
from compaction_core.strategies.planner import context_of, plan_context
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summarizer, Wrapper
from compaction_core.summarizers.prompts import Prompt
from compaction_core.tokens import counters, measure

MOST_PASSES = 10
"""No system makes so many; a strategy that never stops must."""


def carry(
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
) -> tuple[Compaction, ...]:
    """Carry out a plan, and every further pass that the system makes at once because its result is still too full.

    The first entry is ``compact`` with the same arguments. ``text``, ``wrapper`` and ``prompt`` are the first pass's
    alone; a later one has the system's own. A later pass plans over ``following(session, before)``, so its numbers
    are places in the list that the pass before it left.
    """
    passes = [
        compact(
            session, plan, summarizer, text=text, wrapper=wrapper, counter=counter, overhead=overhead,
            trigger=trigger, prompt=prompt,
        )
    ]  # fmt: skip
    while len(passes) < MOST_PASSES and (settings := again(passes[-1])) is not None:
        session, before = following(session, passes[-1]), passes[-1]
        plan = replanned(session, before, settings, overhead)
        passes.append(compact(session, plan, summarizer, counter=counter, overhead=overhead, trigger=trigger))
    return tuple(passes)


def again(compaction: Compaction) -> Parameters | None:
    """The settings of the pass that the system makes next; None where it stops, or where nothing was summarized."""
    if not compaction.request.indexes:
        return None
    return strategies.get(compaction.plan.strategy).again(compaction.plan, compaction.summary)


def following(session: Session, compaction: Compaction) -> Session:
    """The list after a compaction as a session of its own: what the next pass plans over."""
    return Session(
        format=session.format,
        title=session.title,
        version=session.version,
        model=session.model,
        context_window=session.context_window,
        tools=session.tools,
        messages=tuple(entry.message for entry in compaction.view),
    )


def replanned(session: Session, before: Compaction, settings: Parameters, overhead: int | None = None) -> Plan:
    """The plan of the next pass over ``following(…, before)``; what was protected before still is."""
    plan = before.plan
    strategy = strategies.get(plan.strategy)
    own = plan.counter if plan.counter in counters.names() else strategy.estimator(settings)
    protected = [place for place, entry in enumerate(before.view) if entry.index in plan.protected]
    context = context_of(session, measure(session, own), plan.context_window, settings, overhead=overhead)
    return plan_context(strategy, context, protected)
