"""Several strategies on one session: what each would do, and where two of them part, told from their steps.

rows = compare(session, ("letta-code", "codex"), context_window=128_000)
print(first_difference(rows[0].plan, rows[1].plan).text)
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from compaction_core.session import Record, Session
from compaction_core.strategies.base import Strategy, strategies
from compaction_core.strategies.planner import context_of, plan_context, settle
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import FATES, Fate, Step
from compaction_core.tokens import Measured, measure
from compaction_core.watching import Watch, watch

LANDMARKS = ("first request", "last request", "last answer", "last tool output", "earlier summary")
"""Messages whose loss people notice, by name."""
SEARCHING = ("try", "candidate", "measure")
"""Steps of a search; what comes before and after them differs between systems."""
FACTS = ("ratio", "index_limit", "candidate", "kept_tokens", "goal")
"""What two steps of one kind can be compared by."""


class Outcome(Record):
    """What one strategy does."""

    strategy: str
    label: str
    watch: Watch
    plan: Plan
    tokens_before: int
    """Tokens of the planned messages without system prompts, by the display counter."""
    tokens_kept: int
    """Tokens of those that stay as they are, by the display counter; no summary, nothing blanked."""
    protects: tuple[str, ...]
    """Which of the messages people miss stay word for word: see LANDMARKS."""
    shares: tuple[tuple[Fate, int, int], ...]
    """(fate, messages, tokens) of every fate that occurs, system prompts left out."""

    @property
    def fires_at(self) -> int | None:
        """The message after which its own trigger first fires; None if it never does."""
        return None if self.watch.fired is None else self.watch.fired - 1


class Difference(Record):
    """Where two plans part: the first message with another fate, and the steps that decided it."""

    index: int
    fates: tuple[Fate, Fate]
    steps: tuple[int, int]
    """The step of each plan that settled this message, or the last one where none touched it."""
    sentences: tuple[str, ...]
    """Where the searches part, if they are of one kind; the message and its two fates; what settled it."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.sentences)


def compare(
    session: Session,
    names: Sequence[str],
    context_window: int | None,
    *,
    at: int | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    measured: Measured | None = None,
    overhead: int | None = None,
    protect: Iterable[int] = (),
) -> tuple[Outcome, ...]:
    """Plan the session's first ``at`` messages (default: all) with every named strategy.

    ``settings`` are parameters by strategy name, ``measured`` the display count (default o200k_base), ``protect`` the
    messages that stay whatever a strategy says. Counting is done once per estimator. Raises UnknownName and
    BadParameter.
    """
    shown, pins = measured or measure(session), tuple(protect)
    counted: dict[str, Measured] = {shown.counter: shown}
    outcomes = []
    for name in names:
        strategy = strategies.get(name)
        chosen = settle(strategy, dict((settings or {}).get(name, {})))
        estimator = strategy.estimator(chosen)
        if estimator not in counted:
            counted[estimator] = measure(session, estimator)
        own = counted[estimator]
        plan = plan_context(strategy, context_of(session, own, context_window, chosen, at, overhead), pins)
        seen = watch(session, strategy, own, context_window, chosen, overhead)
        outcomes.append(outcome(session, strategy, plan, seen, shown))
    return tuple(outcomes)


def outcome(session: Session, strategy: Strategy, plan: Plan, seen: Watch, shown: Measured) -> Outcome:
    """What a plan makes of the messages, by the display count ``shown``."""
    shares: dict[Fate, list[int]] = {fate: [0, 0] for fate in FATES}
    prompts, counts = frozenset(session.prompts), shown.counts
    for row, fate in chain(((n, plan.fate(n)) for n in plan.retained), enumerate(plan.fates, plan.start)):
        if row not in prompts:
            share = shares[fate]
            share[0] += 1
            share[1] += counts[row]
    return Outcome(
        strategy=strategy.name,
        label=strategy.label,
        watch=seen,
        plan=plan,
        tokens_before=sum(tokens for _, tokens in shares.values()),
        tokens_kept=shares["keep"][1],
        protects=_protects(session, plan),
        shares=tuple((fate, number, tokens) for fate, (number, tokens) in shares.items() if number),
    )


def _protects(session: Session, plan: Plan) -> tuple[str, ...]:
    prompts = frozenset(session.prompts)
    found: dict[str, int] = {}
    for row in reversed(plan.numbers):  # from the end, so that few texts are put together
        if row in prompts:
            continue
        message = session.messages[row]
        if message.role == "user" and message.summary is None and "meta" not in message.flags:
            found.setdefault("last request", row)
            found["first request"] = row
        elif message.role == "assistant" and ("last answer" in found or message.text):
            found.setdefault("last answer", row)
        elif message.result is not None:
            found.setdefault("last tool output", row)
        if message.summary is not None:
            found.setdefault("earlier summary", row)
    return tuple(name for name in LANDMARKS if name in found and plan.fate(found[name]) == "keep")


def first_difference(a: Plan, b: Plan) -> Difference | None:
    """The first message that two plans of the same messages treat differently; None if there is none.

    Told from the steps: the first pair of steps of one kind whose numbers differ, where both searched alike, then
    the steps that settled the message.
    """
    shared = {*b.numbers}
    index = next((i for i in a.numbers if i in shared and a.fate(i) != b.fate(i)), None)
    if index is None:
        return None
    fates = a.fate(index), b.fate(index)
    one, two = _settled(a, index), _settled(b, index)
    parted = _parted(a, b)
    labels = strategies.get(a.strategy).label, strategies.get(b.strategy).label
    if labels[0] == labels[1]:
        labels = (f"{labels[0]} (first)", f"{labels[1]} (second)")
    lead = () if parted is None else (_told("Where they part", labels, parted),)
    verbs = {
        "keep": "keeps",
        "summarize": "summarizes",
        "clear": "blanks",
        "truncate": "cuts short",
        "drop": "drops",
    }
    result = f"#{index} is the first message with another fate: {labels[0]} {verbs[fates[0]]} it, "
    result += f"{labels[1]} {verbs[fates[1]]} it."
    last = () if parted == (one, two) else (_told("What settled it", labels, (one, two)),)
    return Difference(index=index, fates=fates, steps=(one.index, two.index), sentences=(*lead, result, *last))


def _told(lead: str, labels: tuple[str, str], pair: tuple[Step, Step]) -> str:
    said = (f"{label}, step {step.index}: “{step.text}”" for label, step in zip(labels, pair, strict=True))
    return f"{lead}. {' '.join(said)}"


def _settled(plan: Plan, index: int) -> Step:
    """The last step with an effect on the message; the deciding one where none has."""
    touching = (s for s in reversed(plan.steps) if any(e.start <= index < e.stop for e in s.effects))
    return next(touching, plan.steps[-1])


def _parted(a: Plan, b: Plan) -> tuple[Step, Step] | None:
    """The first two tries in step with each other whose numbers differ; None where the searches are of two kinds."""
    tries = ([step for step in plan.steps if step.kind in SEARCHING] for plan in (a, b))
    for one, two in zip(*tries, strict=False):
        facts = [(getattr(one, fact), getattr(two, fact)) for fact in FACTS]
        if one.kind != two.kind or any((x is None) != (y is None) for x, y in facts):
            return None
        if any(x != y for x, y in facts):
            return one, two
    return None
