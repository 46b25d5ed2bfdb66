"""What a page says of one compaction, section by section."""

from collections.abc import Iterable, Sized

from compaction_core.compaction import Compaction, Ledger
from compaction_core.report.markdown.markup import cell, code, escaped, fenced, table
from compaction_core.report.records import rewrapped
from compaction_core.report.story import outcome
from compaction_core.report.words import UNCOUNTED, counted_by, made_by
from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, strategies, titled
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import FATES, Step
from compaction_core.tokens import counters
from compaction_core.turns import runs
from compaction_core.words import count, percent, span


def result(session: Session, compaction: Compaction, basis: str) -> str:
    """What became of the list, in one sentence."""
    plan = compaction.plan
    label = strategies.get(plan.strategy).label
    lead = f"{label}, with {count(plan.end, 'message')} in the list"
    if plan.error is not None:
        return f"**{escaped(f'{lead}, gives up: {plan.error}')}**"
    change = f"{compaction.tokens_before:,} → {compaction.tokens_after:,} tokens ({basis})"
    said = f"{lead}: {outcome(plan, session)}; {change}."
    if plan.fallback_reason is not None:
        said += f" It fell back to this: {plan.fallback_reason}."
    return f"**{escaped(said)}**"


def tokens(ledger: Ledger, basis: str) -> str:
    """Where the tokens are, before and after."""
    tools = basis if ledger.tools_basis == ledger.basis else counted_by(ledger.counter, ledger.tools_basis)
    tools = "given by hand" if ledger.tools_basis == "given" else tools
    rows: list[tuple[str, ...]] = [
        ("System prompt", f"{ledger.system:,}", f"{ledger.system:,}", basis),
        ("Tool schemas", f"{ledger.tools:,}", f"{ledger.tools:,}", tools),
        ("Summary, wrapper included", "", f"{ledger.summary:,}", basis),
        ("Other messages", f"{ledger.before:,}", f"{ledger.kept:,}", basis),
        ("**Whole context**", f"**{ledger.context_before:,}**", f"**{ledger.context_after:,}**", ""),
    ]
    if ledger.window is not None and ledger.free is not None:
        before, after = ledger.window - ledger.context_before, ledger.free
        free = "Free" if ledger.whole else "Free at most,"
        rows.append((f"{free} in {ledger.window:,}", f"{before:,}", f"{after:,}", ""))
        used = [percent(n, ledger.window) for n in (ledger.context_before, ledger.context_after)]
        rows.append(("Window used", *(escaped(share) for share in used), ""))
    body = ((*row[:3], escaped(row[3])) for row in rows)
    told = table(("tokens", "before", "after", "basis"), body, "-rr-")
    return told if ledger.whole else f"{told}\n\n{escaped(UNCOUNTED)}"


def settings(session: Session, plan: Plan, compaction: Compaction) -> str:
    """What was asked for, and by what it was decided."""
    strategy = strategies.get(plan.strategy)
    state = "as released" if plan.as_released else "not as released"
    window = "unknown" if plan.context_window is None else f"{plan.context_window:,} tokens"
    context = cell(span(plan.start, plan.end)) if plan.end > plan.start else "no messages"
    rows = [
        ("Strategy", f"{escaped(f'{titled(strategy, plan.version)} ({strategy.date})')}, **{state}**"),
        ("Context window", window),
        ("Context", context),
        ("Mode", escaped(plan.mode_used if plan.mode == plan.mode_used else f"{plan.mode} → {plan.mode_used}")),
        *((cell(name), _value(strategy.parameters, name, value)) for name, value in plan.parameters.items()),
        *([("Protected by hand", " ".join(f"`#{n}`" for n in plan.protected))] if plan.protected else []),
        ("Decides by", decided_by(plan)),
        ("Summary", escaped(made_by(compaction.summary))),
        ("Session", f"{cell(session.format)}, digest {cell(session.digest)}"),
    ]
    return table(("setting", "value"), rows)


def _value(parameters: type[Parameters], name: str, value: object) -> str:
    """A parameter, with its default where it was moved."""
    default = parameters.model_fields[name].default
    shown = cell("none" if value is None else str(value))
    return shown if value == default else f"{shown} (default {cell('none' if default is None else str(default))})"


def decided_by(plan: Plan) -> str:
    """The counter that decided."""
    return escaped(counted_by(plan.counter, counters.get(plan.counter).basis))


def steps(steps: tuple[Step, ...]) -> str:
    """What the algorithm did."""
    rows = (
        (
            str(step.index),
            step.kind,
            "" if step.ratio is None else escaped(f"{step.ratio:.4g}"),
            "" if step.candidate is None else f"`#{step.candidate}`",
            "" if step.kept_tokens is None else f"{step.kept_tokens:,}",
            escaped(step.text),
        )
        for step in steps
    )
    return table(("step", "kind", "ratio", "candidate", "kept tokens", "what happened"), rows, "r-rrr-")


def fates(plan: Plan) -> str:
    """Which messages stay, and what becomes of the others."""
    rows = []
    for fate in FATES:
        indexes = plan.indexes(fate)
        if indexes:
            ranges = " ".join(f"`{span(*r)}`" for r in runs(indexes))
            rows.append((fate, f"{len(indexes):,}", ranges))
    return table(("fate", "messages", "which"), rows, "-r-") if rows else "No messages were planned."


def summary(compaction: Compaction) -> str:
    """The summary as it was written, and as the model sees it."""
    summary = compaction.summary
    entry = next((entry for entry in compaction.view if entry.origin == "summary"), None)
    if entry is None:
        return "Nothing was summarized."
    where = "" if entry.index is None else f", inside `#{entry.index}`"
    parts = [
        f"Made {escaped(made_by(summary))}.",
        fenced(summary.text, "text"),
        f"As the model sees it, wrapped, role {code(entry.message.role)}{where}, {count(entry.tokens, 'token')}:",
        fenced(entry.message.text, "text"),
    ]
    for added in (entry for entry in compaction.view if entry.origin == "added"):
        parts += [
            f"Added beside it, role {code(added.message.role)}, {count(added.tokens, 'token')}:",
            fenced(added.message.text, "text"),
        ]
    return "\n\n".join(parts)


def reproduced(compaction: Compaction, command: str) -> str:
    """The command, and what it does not bring along."""
    own = []
    if compaction.summary.basis == "given":
        own.append(f" It gives the strategy's own summary; the one below is {escaped(compaction.summary.note)}.")
    if changed := rewrapped(compaction):
        own.append(f" It wraps the summary as released; below, {_listed(changed)} {_are(changed)} changed by hand.")
    return f"To reproduce it:{''.join(own)}\n\n{fenced(command, 'sh')}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(code(name) for name in names)


def _are(names: Sized) -> str:
    return "is" if len(names) == 1 else "are"
