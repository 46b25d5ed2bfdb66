"""The one sentence that is the whole story: what the session holds, and what would become of it."""

from compaction_core.report.words import counted_by
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import staying
from compaction_core.strategies.step import Fate
from compaction_core.tokens import Measured, counters
from compaction_core.turns import runs
from compaction_core.watching import Watch
from compaction_core.words import amount, count, percent, span

NOTHING = "nothing changes"
OTHER_FATES: dict[Fate, str] = {"clear": "cleared", "truncate": "cut short", "drop": "dropped"}


def story(session: Session, measured: Measured, plan: Plan | None, watch: Watch, strategy_label: str) -> str:
    """Tell what ``plan`` does to ``session``.

    ``measured`` is the display count. A plan that ends where ``watch`` says the trigger first fires is told as
    the system's own doing, any other as one made by hand at that moment; without a plan only the trigger is told.
    """
    if not session.messages:
        return "This session holds no messages."
    parts = [
        f"This session holds {count(len(session.messages), 'message')} and {count(measured.total, 'token')} "
        f"({counted_by(measured.counter, measured.basis)}).",
        _moment(session, plan, watch, strategy_label),
        _recorded(session, plan),
    ]
    return " ".join(part for part in parts if part)


def why(plan: Plan) -> str:
    """Why the cut lies where it does, from the steps of a search that tries one ratio after another.

    Any other way of choosing is told by its last word.
    """
    tries = [s for s in plan.steps if s.kind == "measure" and None not in (s.ratio, s.candidate, s.kept_tokens)]
    if not tries or plan.cut is None:
        return plan.steps[-1].text
    last, label = tries[-1], counters.get(plan.counter).label
    kept = f"#{last.candidate} would keep {count(last.kept_tokens or 0, 'token')}"
    if last.goal is None:
        return f"The window is unknown, so the first legal cut was taken: {kept} ({label})."
    goal = count(round(last.goal), "token")
    if plan.fallback_reason is not None:
        but = f", but {plan.fallback_reason.rstrip('.')}" if (last.kept_tokens or 0) < last.goal else ""
        tried = count(plan.attempts, "try", "tries")
        return f"After {tried}, {kept}; the goal was under {last.goal:,.0f} ({label}){but}."
    if len(tries) == 1:
        return (
            f"Why there: the first try already keeps less than the goal of {goal}, "
            f"{last.kept_tokens:,} from #{last.candidate} on ({label})."
        )
    return (
        f"Why there: {count(plan.attempts, 'try', 'tries')}, and the cut at #{last.candidate} is the first to keep "
        f"less than the goal of {goal}: {last.kept_tokens:,}; the first, at #{tries[0].candidate}, kept "
        f"{tries[0].kept_tokens:,} ({label})."
    )


def change(before: int, after: int) -> str:
    """How much less, or more, ``after`` is.

    >>> change(1000, 680), change(100, 537), change(0, 5), change(7, 7)
    ('32% less', '5.4 times as many', 'from nothing', 'no change')
    """
    if before == after:
        return "no change"
    if not before:
        return "from nothing"
    if after < before:
        return f"{percent(before - after, before)} less"
    return f"{percent(after - before, before)} more" if after < 2 * before else f"{after / before:.1f} times as many"


def outcome(plan: Plan, session: Session | None = None) -> str:
    """What becomes of the messages, as clauses without a full stop.

    With the ``session``, system prompts are told apart from the messages that stay.
    """
    if plan.error is not None:
        return f"it gives up: {plan.error.rstrip('.')}"
    summarized = plan.indexes("summarize")
    clauses = [_summarized(session, plan, summarized)] if summarized else []
    for fate, verb in OTHER_FATES.items():
        if changed := plan.indexes(fate):
            clauses.append(f"{count(len(changed), 'message')} {_be(len(changed))} {verb}")
    if not clauses:
        return NOTHING
    kept = plan.indexes("keep") if session is None else staying(plan, session)
    prompts = sum(_is_prompt(session, i) for i in range(plan.end))
    besides = f" besides the system {'prompt' if prompts == 1 else 'prompts'}" if prompts else ""
    stay = f"{len(kept):,} {'stays' if len(kept) == 1 else 'stay'}" if kept else "none stays"
    return ", ".join([*clauses, stay + besides])


def _recorded(session: Session, plan: Plan | None) -> str:
    """The compactions that the file records before the moment that is planned."""
    end = len(session.messages) if plan is None else plan.end
    before = [c.index for c in session.compactions if c.kind == "compact" and c.index < end]
    if not before:
        return ""
    many = count(len(before), "compaction") if len(before) > 1 else "a compaction"
    since = "the last one" if len(before) > 1 else "it"
    kept = len(session.kept_before[max(before)])
    also = f", and {count(kept, 'message')} from before it stayed word for word" if kept else ""
    return f"The file records {many} before that; since {since}, the context starts at #{max(before)}{also}."


def _moment(session: Session, plan: Plan | None, watch: Watch, label: str) -> str:
    """When the trigger fires and, if there is a plan, with what result."""
    where = _where(plan, watch)
    if plan is not None and plan.end == watch.fired:
        return _told(f"{where}, {label} would compact after #{plan.end - 1}", session, plan)
    if watch.fired is not None:
        trigger = f"{where}, {label} would compact after #{watch.fired - 1}."
    elif watch.threshold is None:
        trigger = f"{where}, {label} has no threshold to reach."
    else:
        largest = watch.largest_firing_window
        smaller = "" if largest is None else f"; in a window of {count(largest, 'token')} or less it would"
        trigger = f"{where}, {label} never compacts it{smaller}."
    if plan is None:
        return trigger
    if plan.end == 0:
        return f"{trigger} Before the first message there is nothing to compact."
    moment = "at its end" if plan.end == len(session.messages) else f"after #{plan.end - 1}"
    lead = "Compacted by hand" if watch.fired is not None else "So it is compacted by hand here,"
    return f"{trigger} {_told(f'{lead} {moment}', session, plan)}"


def _where(plan: Plan | None, watch: Watch) -> str:
    """The window, else the threshold alone, else that neither is known.

    A trigger that counts otherwise has its line told, unless it fired below that line: then the window made it.
    """
    below = watch.fired is not None and watch.tokens[watch.fired - 1] <= (watch.threshold or 0)
    by_window = watch.unit == "tokens" or watch.threshold is None or below
    if plan is not None and plan.context_window is not None and by_window:
        return f"In {_article(plan.context_window)} {plan.context_window:,}-token window"
    if watch.threshold is not None:
        return f"With a threshold of {amount(watch.threshold, watch.unit)}"
    return "With the window unknown"


def _article(number: int) -> str:
    """a or an, as the number is read aloud."""
    head = f"{number:,}".split(",")[0]
    return "an" if head[0] == "8" or head in ("11", "18") else "a"


def _told(lead: str, session: Session, plan: Plan) -> str:
    """The moment with its outcome; a fallback and a failure give their reason."""
    if plan.error is not None:
        return f"{lead}, but it gives up: {plan.error.rstrip('.')}."
    result = outcome(plan, session)
    if plan.fallback_reason is not None:
        reason = plan.fallback_reason.rstrip(".")
        if result == NOTHING:
            return f"{lead}, but {reason}: {result}."
        if plan.mode_used in ("all", "everything"):
            reason += ", so everything is summarized instead"
        elif plan.mode_used != plan.mode:
            reason += f", so {plan.mode_used} decides instead"
        return f"{lead}, but {reason}: {result}."
    return f"{lead}: {result}."


def _summarized(session: Session | None, plan: Plan, indexes: tuple[int, ...]) -> str:
    """Which messages become the summary; "the first" only where none stands before them."""
    number, ranges = len(indexes), runs(indexes)
    numbers = ", ".join(span(*r) for r in ranges[:3]) + (", …" if len(ranges) > 3 else "")
    gone = set(indexes)
    earlier = [i for i in range(plan.start, indexes[-1]) if i not in gone and not _is_prompt(session, i)]
    verb = "becomes" if number == 1 else "become"
    everything = all(i in gone or _is_prompt(session, i) for i in range(plan.start, plan.end))
    if everything and number > 1:
        which = "both messages" if number == 2 else f"all {count(number, 'message')}"
    elif not earlier:
        which = "the first message" if number == 1 else f"the first {count(number, 'message')}"
    else:
        which = count(number, "message")
    return f"{which} ({numbers}) {verb} one summary"


def _is_prompt(session: Session | None, index: int) -> bool:
    return session is not None and session.messages[index].is_prompt


def _be(number: int) -> str:
    return "is" if number == 1 else "are"
