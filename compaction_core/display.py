"""How records show themselves in Jupyter: a few lines of text, a table of HTML with everything escaped.

``Record._repr_mimebundle_`` asks here, so the records know nothing of HTML. A record without a display of its own
keeps its plain representation.
"""

import json
from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from compaction_core.compaction import Compaction
from compaction_core.comparison import Difference, Outcome
from compaction_core.finding import preview
from compaction_core.report.story import outcome
from compaction_core.report.words import counted_by, made_by, one_line, released, visible
from compaction_core.session import Message, Record, Session
from compaction_core.session.record import Displayed
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import Measured
from compaction_core.words import count, percent

SHOWN = 12
NUMBERS = ("#", "step", "candidate", "kept tokens", "messages", "tokens", "share")
NO_MATHS = "tex2jax_ignore mathjax_ignore"
"""Notebooks set $…$ as mathematics; untrusted text must stay text."""
Bundle = dict[str, Any]


@singledispatch
def mimebundle(record: Displayed) -> Bundle:  # noqa: ARG001
    """Representations by media type; none for a record that has no display of its own."""
    return {}


@mimebundle.register
def _(session: Session) -> Bundle:
    title = f" “{one_line(session.title)}”" if session.title else ""
    said = f"{session.format} session{title}: {count(len(session.messages), 'message')}, digest {session.digest}"
    rows = [(f"#{i}", m.role, _preview(m)) for i, m in enumerate(session.messages)]
    return _bundle(said, table(("#", "role", "text"), ends(rows)))


@mimebundle.register
def _(measured: Measured) -> Bundle:
    basis = counted_by(measured.counter, measured.basis)
    said = f"{count(measured.total, 'token')} in {count(measured.length, 'message')} ({basis})"
    rows: list[Sequence[str]] = [
        (name, f"{n:,}", percent(n, measured.total)) for name, n in measured.by_category().items()
    ]
    if measured.tools:
        rows.append(("tool schemas, besides", f"{measured.tools:,}", ""))
    return _bundle(said, table(("category", "tokens", "share"), rows))


@mimebundle.register
def _(plan: Plan) -> Bundle:
    said = f"{released(plan)}: {outcome(plan)}"
    rows = [
        (
            str(step.index),
            step.kind,
            "" if step.candidate is None else f"#{step.candidate}",
            "" if step.kept_tokens is None else f"{step.kept_tokens:,}",
            one_line(step.text, 400),
        )
        for step in plan.steps
    ]
    bundle = _bundle(said, table(("step", "kind", "candidate", "kept tokens", "what happened"), rows))
    return bundle | _figure("search", plan)


@mimebundle.register
def _(compaction: Compaction) -> Bundle:
    ledger, message = compaction.ledger, compaction.summary_message
    basis = counted_by(ledger.counter, ledger.basis)
    said = f"{outcome(compaction.plan)}; {compaction.tokens_before:,} → {compaction.tokens_after:,} tokens ({basis})"
    rows = [
        (e.origin if e.origin != "session" else f"#{e.index}", e.message.role, _preview(e.message), f"{e.tokens:,}")
        for e in compaction.view
    ]
    body = table(("#", "role", "text", "tokens"), ends(rows))
    if message is not None:
        heading = f"Summary, wrapped ({made_by(compaction.summary)})"
        body += f"<details><summary>{escape(heading)}</summary>{_pre(message.text)}</details>"
    return _bundle(said, body)


@mimebundle.register
def _(found: Outcome) -> Bundle:
    fires = (
        "its own trigger never fires" if found.fires_at is None else f"its own trigger fires after #{found.fires_at}"
    )
    kept = f"{found.tokens_kept:,} of {count(found.tokens_before, 'token')} stay word for word"
    said = f"{found.label}: {outcome(found.plan)}; {kept}; {fires}"
    rows = [(fate, f"{number:,}", f"{tokens:,}") for fate, number, tokens in found.shares]
    return _bundle(said, table(("fate", "messages", "tokens"), rows))


@mimebundle.register
def _(found: Difference) -> Bundle:
    return _bundle(found.text, "")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of untrusted cells, all escaped; columns of numbers are set to the right."""
    sides = ["right" if name in NUMBERS else "left" for name in header]
    lines = ["".join(_cell("th", *pair) for pair in zip(header, sides, strict=True))]
    lines += ["".join(_cell("td", *pair) for pair in zip(row, sides, strict=True)) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def ends(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Both ends of a long list, with a row that counts what is left out."""
    left = len(rows) - 2 * SHOWN
    if left <= 0:
        return list(rows)
    gap = ("…", "", count(left, "more message"), "")[: len(rows[0])]
    return [*rows[:SHOWN], gap, *rows[-SHOWN:]]


def _bundle(said: str, body: str) -> Bundle:
    said = visible(said)
    body = f'<div class="{NO_MATHS}"><p>{escape(said)}</p>{body}</div>'
    return {"text/plain": said, "text/html": body}


def _cell(tag: str, text: str, side: str) -> str:
    return f'<{tag} style="text-align:{side};vertical-align:top">{escape(visible(text))}</{tag}>'


def _pre(text: str) -> str:
    return f'<pre style="white-space:pre-wrap;text-align:left">{escape(visible(text))}</pre>'


def _preview(message: Message) -> str:
    return one_line(preview(message), 140)


def _figure(name: str, record: Record) -> Bundle:
    """The figure of that name as a notebook's own Plotly output, where it is built; the table stays beside it."""
    module = f"compaction_core.figures.{name}"
    if find_spec("compaction_core.figures") is None or find_spec(module) is None:
        return {}
    figure = getattr(import_module(module), name)(record)
    return {"application/vnd.plotly.v1+json": json.loads(figure.to_json())}
