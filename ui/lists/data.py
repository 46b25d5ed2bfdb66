"""From records to the JSON that the two lists draw: numbers, words and previews, no markup."""

import hashlib
import json
from itertools import groupby
from typing import Any, Literal

from compaction_core.compaction import Compaction
from compaction_core.figures import theme
from compaction_core.finding import fate_of
from compaction_core.report.words import counted_by
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.protecting import together
from compaction_core.strategies.staying import kept_before
from compaction_core.strategies.step import FATES
from compaction_core.tokens import CATEGORIES, Category, Measured
from ui.lists.align import Aligned, align, summary_place, window
from ui.lists.line import ROLES, row, shortened

SUMMARY_CHARS = 1_600
WORDS: dict[Category, str] = theme.LABELS | {
    "system": "system",
    "tool_call": "tool call",
    "tool_result": "tool result",
    "image": "image",
}
"""One message, so singular."""
Kind = Literal["both", "summary", "elsewhere"]


def payload(
    session: Session, measured: Measured, compaction: Compaction, selected: int | None, first: int | None = None
) -> dict[str, Any]:
    """What the lists need, as JSON. ``first`` is the first line to send (default: see ``align.window``).

    ``runs`` are stretches of lines: ``both`` side by side, ``summary`` with the summary block on the right,
    ``elsewhere`` when the summary of these messages stands in another place. A row is
    ``[number, role, category, tokens, fate, preview, right]``; role, category and fate point into the lists of
    words. ``right`` is ``"same"``, ``""`` (nothing), ``"top"`` (a prompt that now stands first), ``"only"``
    (that prompt, on the right alone), or ``[tokens, preview]`` of what is left of the message.
    """
    return draw(session, measured, compaction, align(compaction.plan, compaction.view), selected, first)


def draw(
    session: Session,
    measured: Measured,
    compaction: Compaction,
    aligned: Aligned,
    selected: int | None,
    first: int | None,
) -> dict[str, Any]:
    """``payload`` with the alignment already made."""
    begin, stop = window(aligned, selected, first)
    plan, lefts = compaction.plan, [line.left is not None for line in aligned.lines]
    rows = shortened([row(session, measured, compaction, aligned, k) for k in range(begin, stop)])
    body: dict[str, Any] = {
        "list": identity(session, compaction),
        "before": _header("before", sum(lefts), compaction.tokens_before),
        "after": _header("after", len(compaction.view), compaction.tokens_after),
        "basis": f"tokens by {counted_by(compaction.ledger.counter, compaction.ledger.basis)}",
        "digits": max((len(f"{row[3]:,}") for row in rows if row), default=1),
        "roles": ROLES,
        "categories": [[WORDS[name], theme.COLORS[name]] for name in CATEGORIES],
        "fates": [theme.FATE_WORDS[fate] for fate in FATES],
        "gold": theme.COLORS["summary"],
        "cut": _cut(compaction, aligned, begin, stop),
        "since": _since(plan),
        "summary": _summary(measured, compaction),
        "pins": _pins(session, plan),
        "first": begin,
        "earlier": sum(lefts[:begin]),
        "later": sum(lefts[stop:]),
        "runs": _runs(compaction, aligned, begin, rows),
    }
    digest = hashlib.blake2b(json.dumps(body).encode(), digest_size=8).hexdigest()
    line = aligned.line_of(selected)
    return {
        "digest": digest,
        "selected": selected if line is not None else None,
        "sent": line is not None and begin <= line < stop,
        "planned": [plan.start, plan.end],
        **body,
    }


def identity(session: Session, compaction: Compaction) -> str:
    """The same for the same two lists, whatever the summary says and whatever is protected."""
    plan = compaction.plan
    return f"{session.digest} {plan.start} {plan.end} {plan.cut}"


def _pins(session: Session, plan: Plan) -> list[list[int]]:
    kept = together(session, plan.protected, plan.start, plan.end)
    return [list(plan.protected), [number for number in kept if number not in plan.protected]]


def _header(name: str, messages: int, tokens: int) -> list[str]:
    return [name, f"{messages:,} {'message' if messages == 1 else 'messages'} · {tokens:,} tokens"]


def _cut(compaction: Compaction, aligned: Aligned, begin: int, stop: int) -> dict[str, Any] | None:
    """The mark between what goes and what stays: before row ``at``, or after the last row."""
    plan = compaction.plan
    if aligned.cut is None or plan.cut is None or plan.cut <= (*plan.retained, plan.start)[0]:  # nothing goes
        return None
    last = aligned.cut == len(aligned.lines)
    label = "nothing is kept after this" if last else f"cut at #{plan.cut}: the first message that is kept"
    return {"at": None if last else plan.cut, "label": label, "sent": begin <= aligned.cut <= stop}


def _since(plan: Plan) -> dict[str, Any] | None:
    """The mark behind what was kept from before: before row ``at``."""
    if not plan.retained:
        return None
    words = kept_before(plan.retained)
    return {"at": plan.start, "label": f"above, {words}; below, all from #{plan.start} on"}


def _summary(measured: Measured, compaction: Compaction) -> dict[str, Any] | None:
    """The summary block: facts, and the first lines of the wrapped text exactly as sent."""
    place = summary_place(compaction.view)
    if place is None:
        return None
    entry = compaction.view[place]
    gone = compaction.request.indexes
    tokens = sum(measured.counts[i] for i in gone)
    text = entry.message.text
    role, inside = f"role {entry.message.role}", "" if entry.index is None else f"inside #{entry.index} · "
    all_of_it = "" if entry.index is None else " together"
    beside = any(other.origin == "added" for other in compaction.view)
    return {
        "facts": f"{inside}{role} · place {place} of the new list · {entry.tokens:,} tokens{all_of_it}",
        "stands": f"Stands for {len(gone):,} {'message' if len(gone) == 1 else 'messages'}, {tokens:,} tokens.",
        "said": "No one said this." if beside or entry.index is not None else "The only thing here that no one said.",
        "text": text if len(text) <= SUMMARY_CHARS else text[:SUMMARY_CHARS] + "…",
        "elsewhere": f"In the summary, {inside.replace(' · ', ', ')}at place {place} of the new list.",
    }


def _runs(compaction: Compaction, aligned: Aligned, begin: int, rows: list[list[Any]]) -> list[dict[str, Any]]:
    """The rows in stretches; a line that holds the summary alone is a stretch without rows."""
    placed = summary_place(compaction.view) is not None

    def kind(k: int) -> Kind:
        if aligned.summary is not None and aligned.summary[0] <= k < aligned.summary[1]:
            return "summary"
        left = aligned.lines[k].left
        gone = left is not None and fate_of(compaction.plan, left) == "summarize"
        return "elsewhere" if gone and placed else "both"

    numbers = groupby(range(begin, begin + len(rows)), kind)
    return [{"kind": name, "rows": [rows[k - begin] for k in group if rows[k - begin]]} for name, group in numbers]
