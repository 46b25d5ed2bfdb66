"""The records as aligned plain text. Transcript text is made visible first: it must not act on the terminal."""

from collections.abc import Sequence

from compaction_core.cli.layout import clipped, columns, explained, filled, indented
from compaction_core.compaction import Compaction, ViewMessage
from compaction_core.finding import preview
from compaction_core.importers import importers
from compaction_core.models import PROPOSED_WINDOW
from compaction_core.report.consequences import own_count
from compaction_core.report.integrity import Fact, facts, reading
from compaction_core.report.story import story
from compaction_core.report.strip import strip
from compaction_core.report.words import UNCOUNTED, counted_by, fit, made_by, one_line, released, visible
from compaction_core.samples import samples
from compaction_core.session import Session
from compaction_core.strategies import Plan, Strategy, strategies
from compaction_core.strategies.base import titled
from compaction_core.tokens import Measured, counters
from compaction_core.watching import Watch
from compaction_core.words import amount, count, percent

SHOWN_MESSAGES = 24


def loaded(session: Session, measured: Measured, conversations: int) -> str:
    """What a session holds."""
    total = measured.total
    held = [
        ("title", clipped(session.title) or "none"),
        ("format", session.format),
        ("model", one_line(session.model or "unknown")),
        ("digest", session.digest),
        ("messages", f"{len(session.messages):,}"),
        ("tokens", f"{total:,} ({counted_by(measured.counter, measured.basis)})"),
        ("tool schemas", f"{count(measured.tools, 'token')}" if session.tools else "not in the file"),
        ("conversations", f"{conversations:,}"),
        ("sub-agents", f"{len(session.threads):,}"),
        ("compactions", _compactions(session)),
    ]
    shares = [(name, f"{n:,}", percent(n, total)) for name, n in measured.by_category().items()]
    told = filled(reading(session))
    blocks = [told, columns(held), "Tokens by category:\n" + indented(columns(shares, "lrr"))]
    found = [((f"{fact.number:,}", fact.what), _fact(fact)) for fact in facts(session) if fact.number]
    if found:
        blocks.append("Found in it:\n" + indented(explained(found, "r")))
    return "\n\n".join(blocks)


def conversations(sessions: Sequence[Session]) -> str:
    """Every conversation of a file, by the number that --conversation takes."""
    rows = [
        (f"{number}", f"{len(each.messages):,}", clipped(each.title) or "no title")
        for number, each in enumerate(sessions)
    ]
    return columns([("no.", "messages", "title"), *rows], "rrl")


def format_list() -> str:
    """Every transcript format: the name it has in a session, and what it is of."""
    return columns([("name", "format"), *((each.name, each.label) for each in importers)], "ll")


def planned(session: Session, measured: Measured, plan: Plan, seen: Watch, strategy: Strategy) -> str:
    """The story, the strip, and the steps."""
    proposal = f"unknown; give --window (the app proposes {PROPOSED_WINDOW:,})"
    window = proposal if plan.context_window is None else f"{plan.context_window:,} tokens"
    no_line = "unknown" if plan.context_window is None else "none"
    threshold = no_line if seen.threshold is None else amount(seen.threshold, seen.unit)
    given = "  ".join(f"{name}={value(setting)}" for name, setting in plan.parameters.items())
    facts = [
        ("strategy", f"{strategy.label}: {released(plan)}"),
        ("window", window),
        ("threshold", threshold),
        ("settings", given),
        ("decides by", counted_by(plan.counter, counters.get(plan.counter).basis)),
        ("mode", plan.mode if plan.mode == plan.mode_used else f"{plan.mode}, then {plan.mode_used}"),
    ]
    steps = "\n".join(_step(step.index, step.kind, step.text) for step in plan.steps)
    told = filled(story(session, measured, plan, seen, strategy.label))
    return "\n\n".join([told, columns(facts), indented("\n".join(strip(plan, measured))), "Steps:\n" + indented(steps)])


def compacted(
    session: Session, measured: Measured, passes: Sequence[Compaction], seen: Watch, strategy: Strategy
) -> str:
    """The plan, the ledger, the new list and the wrapped summary; then the same of each further pass."""
    basis = counted_by(measured.counter, measured.basis)
    blocks = [planned(session, measured, passes[0].plan, seen, strategy), *_done(passes[0], basis)]
    for number, later in enumerate(passes[1:], 2):
        before = passes[number - 2]
        steps = "\n".join(_step(step.index, step.kind, step.text) for step in later.plan.steps)
        again = (
            f"Pass {number}: by its own count the list still holds {count(before.estimated_after, 'token')}, so "
            f"{strategy.label} compacts it again at once. Numbers are places in the list above."
        )
        blocks += [filled(again), "Steps:\n" + indented(steps), *_done(later, basis)]
    return "\n\n".join(blocks)


def _done(compaction: Compaction, basis: str) -> list[str]:
    """What came of one pass."""
    message, summary = compaction.summary_message, compaction.summary
    blocks = [
        f"Tokens ({basis}):\n" + indented(_ledger(compaction)),
        "What the model sees next:\n" + indented(_view(compaction.view)),
    ]
    if message is not None:
        blocks += [
            f"Summary ({made_by(summary)}):\n{indented(visible(summary.text) or '(empty)')}",
            f"The same, wrapped, as the {message.role} message that is sent:\n{indented(visible(message.text))}",
            *filter(None, [filled(own_count(compaction))]),
        ]
    return blocks


def strategy_list() -> str:
    """Every strategy, its release and its settings with their defaults."""
    blocks = []
    for strategy in strategies:
        head = f"{strategy.name}   {titled(strategy)} ({strategy.date}); {strategy.source}"
        fields = strategy.parameters.model_fields.items()
        rows = [((name, value(field.default)), field.description or "") for name, field in fields]
        blocks.append(f"{head}\n{indented(explained(rows))}")
    return "\n\n".join(blocks)


def sample_list() -> str:
    """Every bundled session, the window it is best opened with, and what it teaches."""
    rows = [((s.name, f"{s.context_window:,}"), s.teaches) for s in samples()]
    return explained([(("name", "window"), "what it teaches"), *rows], "lr")


def value(setting: object) -> str:
    """A setting as --set takes it."""
    return "none" if setting is None else one_line(str(setting), 40)


def _step(index: int, kind: str, text: str) -> str:
    lead = f"{index:>3}  {kind:<9}  "
    return filled(text, lead, " " * len(lead))


def _view(view: Sequence[ViewMessage]) -> str:
    """The new list; of a long one, both ends."""
    rows: list[Sequence[str]] = [
        (
            _origin(entry),
            entry.message.role,
            fit(one_line(preview(entry.message), 60), 60),
            f"{entry.tokens:,}",
        )
        for entry in view
    ]
    hidden = len(rows) - SHOWN_MESSAGES
    if hidden > 0:
        half = SHOWN_MESSAGES // 2
        rows[half:-half] = [("…", "", f"{count(hidden, 'more message')} (--json has them all)", "")]
    return columns(rows, "lllr")


def _origin(entry: ViewMessage) -> str:
    """Its number, what was brought in, or both for a summary that stands inside a kept message."""
    number = "" if entry.index is None else f"#{entry.index}"
    return number if entry.origin == "session" else " + ".join(filter(None, (entry.origin, number)))


def _ledger(compaction: Compaction) -> str:
    ledger = compaction.ledger
    rows = [
        ("", "before", "after"),
        ("system prompt", f"{ledger.system:,}", f"{ledger.system:,}"),
        (f"tool schemas ({ledger.tools_basis})", f"{ledger.tools:,}", f"{ledger.tools:,}"),
        ("summary, wrapped", "", f"{ledger.summary:,}"),
        ("other messages", f"{ledger.before:,}", f"{ledger.kept:,}"),
        ("whole context", f"{ledger.context_before:,}", f"{ledger.context_after:,}"),
    ]
    if ledger.window is not None:
        free = "free in window" if ledger.whole else "free at most"
        rows.append((free, f"{ledger.window - ledger.context_before:,}", f"{ledger.free:,}"))
    told = columns(rows, "lrr")
    return told if ledger.whole else f"{told}\n{UNCOUNTED}"


def _fact(fact: Fact) -> str:
    size = "" if fact.size is None else count(fact.size, "byte")
    where = "" if fact.where in fact.means else fact.where
    place = ", ".join(filter(None, (where, size)))
    return f"{place}: {fact.means}" if place else fact.means


def _compactions(session: Session) -> str:
    found = session.compactions
    if not found:
        return "none recorded"
    return f"{len(found):,} recorded: " + ", ".join(f"{c.kind} at #{c.index}" for c in found[:8])
