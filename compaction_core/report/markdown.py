"""A compaction as Markdown for a pull request. Untrusted text stands in code only, where nothing of it acts."""

import re
from collections.abc import Iterable, Sized

from compaction_core.compaction import Compaction, Ledger
from compaction_core.passes import following
from compaction_core.redaction import Masking, told
from compaction_core.report.records import rewrapped
from compaction_core.report.story import outcome
from compaction_core.report.words import UNCOUNTED, count, counted_by, made_by, one_line, percent, runs, span, visible
from compaction_core.session import Part, Session
from compaction_core.strategies.base import FATES, Parameters, Plan, Step, strategies
from compaction_core.summarizers.base import Summary
from compaction_core.tokens import counters

_NUMBER = re.compile(r"#\d+(?:–#\d+)?")
_BACKTICKS = re.compile("`+")
_ACTIVE = re.compile(r"([\\`*_\[\]<>#|~$&])")


EVERYTHING = Masking()


def to_markdown(
    session: Session, compaction: Compaction, *later: Compaction, command: str, masking: Masking = EVERYTHING
) -> str:
    """The result in one sentence, then what proves it: ledger, settings, steps, fates and the summary.

    ``later`` are further passes over the list that came of it, each with its own result and proof. ``command`` is the
    command line that reproduces it all. Message numbers stand in code, because a bare ``#12`` becomes a link to
    another page of the repository. Secrets and personal data are masked, unless ``masking`` says otherwise; numbers
    and the digest are those of the texts as they were.
    """
    title, note = session.title, []
    if masking.on:
        made = (compaction, *later)
        (title, command, said), counts = masking.applied(
            (title, command, tuple(map(_said, made))), beside=(session.messages, [each.request for each in made])
        )
        compaction, *rest = (_saying(each, new) for each, new in zip(made, said, strict=True))
        later, note = tuple(rest), [escaped(told(counts))]
    plan, basis = compaction.plan, counted_by(compaction.ledger.counter, compaction.ledger.basis)
    sections = [
        f"## Compaction of {code(title or session.digest)}",
        _result(session, compaction, basis),
        *note,
        "### Tokens\n\n" + _tokens(compaction.ledger, basis),
        "### Settings\n\n" + _settings(session, plan, compaction),
        _reproduced(compaction, command),
        *_proof(compaction),
    ]
    for number, each in enumerate(later, 2):
        session, compaction = following(session, compaction), each
        sections += [
            f"## Pass {number}",
            "By the system's own count the list was still too full, so it compacts it again at once. Numbers are "
            "places in the list that the pass before it left.",
            _result(session, each, basis),
            "### Tokens\n\n" + _tokens(each.ledger, basis),
            *_proof(each),
        ]
    return "\n\n".join(sections) + "\n"


_Said = tuple[Plan, Summary, tuple[tuple[Part, ...], ...]]


def _said(made: Compaction) -> _Said:
    """What the page says of a pass in words that may be a transcript's."""
    return made.plan, made.summary, tuple(entry.message.parts for entry in made.view if entry.origin != "session")


def _saying(made: Compaction, new: _Said) -> Compaction:
    """The pass with these words, and every number as it was."""
    plan, summary, parts = new
    said = iter(parts)
    view = (
        entry
        if entry.origin == "session"
        else entry.model_copy(update={"message": entry.message.model_copy(update={"parts": next(said)})})
        for entry in made.view
    )
    whole = {name: getattr(made, name) for name in Compaction.model_fields}
    return Compaction(**{**whole, "plan": plan, "summary": summary, "view": tuple(view)})


def _proof(compaction: Compaction) -> list[str]:
    """Steps, fates and summary of one pass."""
    plan = compaction.plan
    return [
        f"### Steps\n\nNumbers of tokens are those of {_decided_by(plan)}.\n\n" + _steps(plan.steps),
        "### Fates\n\n" + _fates(plan),
        "### Summary\n\n" + _summary(compaction),
    ]


def _reproduced(compaction: Compaction, command: str) -> str:
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


def code(text: str, limit: int = 120) -> str:
    """Untrusted text as one code span.

    >>> code("a `b` <c>"), code("")
    ('`` a `b` <c> ``', '` `')
    """
    flat = one_line(text, limit)
    fence = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(flat)), default=0))
    return f"{fence} {flat} {fence}" if "`" in flat else f"`{flat or ' '}`"


def cell(text: str) -> str:
    """Untrusted text as one code span in a table, which splits its cells before it reads code."""
    return code(text.replace("|", "\uff5c"))


def fenced(text: str, language: str = "") -> str:
    """Untrusted text as a block whose fence is longer than any run of backticks inside."""
    text = visible(text)
    fence = "`" * max(3, 1 + max((len(run) for run in _BACKTICKS.findall(text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def escaped(text: str) -> str:
    """Our own sentence as Markdown: every sign that means something escaped, message numbers in code.

    >>> escaped("Try 40% of #0–#9: a_b")
    'Try 40% of `#0–#9`: a\\\\_b'
    """
    flat, pieces, done = one_line(text, 1000), [], 0
    for found in _NUMBER.finditer(flat):
        pieces += [_ACTIVE.sub(r"\\\1", flat[done : found.start()]), f"`{found[0]}`"]
        done = found.end()
    return "".join([*pieces, _ACTIVE.sub(r"\\\1", flat[done:])])


def table(header: tuple[str, ...], rows: Iterable[Iterable[str]], numbers: str = "") -> str:
    """Ready cells as a table; columns whose letter in ``numbers`` is ``r`` are set to the right."""
    rule = ["---:" if numbers[i : i + 1] == "r" else "---" for i in range(len(header))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))


def _result(session: Session, compaction: Compaction, basis: str) -> str:
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


def _tokens(ledger: Ledger, basis: str) -> str:
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


def _settings(session: Session, plan: Plan, compaction: Compaction) -> str:
    strategy = strategies.get(plan.strategy)
    state = "as released" if plan.as_released else "not as released"
    window = "unknown" if plan.context_window is None else f"{plan.context_window:,} tokens"
    context = cell(span(plan.start, plan.end)) if plan.end > plan.start else "no messages"
    rows = [
        ("Strategy", f"{escaped(f'{strategy.label} {plan.version} ({strategy.date})')}, **{state}**"),
        ("Context window", window),
        ("Context", context),
        ("Mode", escaped(plan.mode_used if plan.mode == plan.mode_used else f"{plan.mode} → {plan.mode_used}")),
        *((cell(name), _value(strategy.parameters, name, value)) for name, value in plan.parameters.items()),
        *([("Protected by hand", " ".join(f"`#{n}`" for n in plan.protected))] if plan.protected else []),
        ("Decides by", _decided_by(plan)),
        ("Summary", escaped(made_by(compaction.summary))),
        ("Session", f"{cell(session.format)}, digest {cell(session.digest)}"),
    ]
    return table(("setting", "value"), rows)


def _value(parameters: type[Parameters], name: str, value: object) -> str:
    """A parameter, with its default where it was moved."""
    default = parameters.model_fields[name].default
    shown = cell("none" if value is None else str(value))
    return shown if value == default else f"{shown} (default {cell('none' if default is None else str(default))})"


def _decided_by(plan: Plan) -> str:
    return escaped(counted_by(plan.counter, counters.get(plan.counter).basis))


def _steps(steps: tuple[Step, ...]) -> str:
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


def _fates(plan: Plan) -> str:
    rows = []
    for fate in FATES:
        indexes = plan.indexes(fate)
        if indexes:
            ranges = " ".join(f"`{span(*r)}`" for r in runs(indexes))
            rows.append((fate, f"{len(indexes):,}", ranges))
    return table(("fate", "messages", "which"), rows, "-r-") if rows else "No messages were planned."


def _summary(compaction: Compaction) -> str:
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
