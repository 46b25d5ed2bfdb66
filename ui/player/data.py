"""From records to the JSON the step player draws: numbers, labels and sentences, no markup."""

import hashlib
import json
import math
from typing import Any

from compaction_core.figures import theme
from compaction_core.figures.blocks import Shown, shown
from compaction_core.finding import cut_at_end, kept_goal
from compaction_core.report.words import counted_by
from compaction_core.session import Session
from compaction_core.strategies.base import Strategy
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.staying import kept_before, stay_behind
from compaction_core.strategies.step import FATES, Scalar, Step
from compaction_core.tokens import CATEGORIES, Measured, counters
from compaction_core.words import count
from ui.player.strip import merge, places, strip

EXACT_EFFECTS = 100
"""A step with more effects than this places them by the blocks when neighbours share one."""


def payload(session: Session, measured: Measured, plan: Plan, strategy: Strategy, step: int) -> dict[str, Any]:
    """What the player needs, as JSON: the strip, the steps, the listing, and where to stand (``step``, clamped).

    ``plan`` is a digest of all but the step: the same plan of the same messages, the same digest.
    """
    row = shown(measured, plan)
    body: dict[str, Any] = {
        "start": plan.start,
        "end": plan.end,
        "front": list(row.front),
        "strip": strip(session, row),
        "palette": _palette(row),
        "captions": _captions(session, measured, plan),
        "listing": list(strategy.listing),
        "steps": _steps(session, plan),
        "top": _top(plan),
        "fates": list(FATES),
        "inks": {
            mode: {"goal": tone.goal, "over": tone.threshold}
            for mode, tone in (("light", theme.LIGHT), ("dark", theme.DARK))
        },
    }
    body["places"] = _places(measured, plan) if body["strip"]["bin"] > 1 else {}
    digest = hashlib.blake2b(json.dumps(body).encode(), digest_size=8).hexdigest()
    return {"plan": digest, "step": max(0, min(step, len(plan.steps) - 1)), **body}


def _palette(row: Shown) -> list[dict[str, Any]]:
    """The categories in the order of the letters, with their colour and share of the strip."""
    found = row.measured.picked(row.numbers).by_category()
    total = sum(found.values()) or 1
    return [
        {"name": theme.LABELS[name], "colour": theme.COLORS[name], "share": found.get(name, 0) / total}
        for name in CATEGORIES
    ]


def _captions(session: Session, measured: Measured, plan: Plan) -> dict[str, str | None]:
    """The words beside the rulers; None where the plan has nothing of the kind."""
    rows = _rows(session, plan)
    tokens = shown(measured, plan).tokens
    ratios = any(step.ratio is not None and step.index_limit is not None for step in plan.steps)
    counted = [step for step in plan.steps if step.kept_tokens is not None]
    kept = "Kept tokens" if any(step.candidate is not None for step in counted) else "Tokens"
    goal = any(step.goal is not None for step in plan.steps)
    under, _ = kept_goal(plan) or (None, None)
    word = "line" if under is None else "goal"
    return {
        "ratio": f"The ratio counts messages: {rows:,}, each the same width" if ratios else None,
        "strip": "Widths are tokens; narrow messages share a column",
        "kept": kept_before(plan.retained) if plan.retained else None,
        "total": f"{tokens:,} tokens, {counted_by(measured.counter, measured.basis)}",
        "goal": (f"The {word} counts tokens" if goal else f"{kept}, no goal") if counted else None,
        "aim": f"{word}: {under or ''}",
        "estimate": counted_by(plan.counter, counters.get(plan.counter).basis),
    }


def _rows(session: Session, plan: Plan) -> int:
    return sum(not session.messages[number].is_prompt for number in plan.numbers)


def _steps(session: Session, plan: Plan) -> list[dict[str, Any]]:
    """Every step; what a step leaves standing from the steps before it is carried along."""
    rows, out = _rows(session, plan), []
    last: Step | None = None
    passed: list[list[int]] = []
    for step in plan.steps:
        if step.kind != "measure":
            passed = merge([(run.start, run.stop) for run in step.rejected])
        last = step if step.kept_tokens is not None else last
        entry: dict[str, Any] = {
            "kind": step.kind,
            "text": step.text,
            "line": step.line,
            "vars": [[name, _plain(value)] for name, value in step.variables.items()],
            "limit": step.index_limit,
            "ratio": step.ratio,
            "bracket": _bracket(step, rows),
            "mark": _mark(step, session, plan),
            "passed": passed,
            "effects": [_effect(e.fate, e.start, e.stop) for e in step.effects],
            "outcome": _outcome(session, plan) if step.kind in ("apply", "decide") else None,
            "goal": _plain(step.goal),
            "bar": _bar(step, last),
        }
        out.append({name: value for name, value in entry.items() if value not in (None, [])})
    return out


def _effect(fate: str, start: int, stop: int) -> list[int]:
    return [FATES.index(fate), start, stop]


def _plain(value: Scalar) -> Scalar:
    """JSON has no infinity and no NaN."""
    if isinstance(value, float) and not math.isfinite(value):
        return {math.inf: "∞", -math.inf: "−∞"}.get(value, "not a number")
    return value


def _percent(ratio: float) -> str:
    """A ratio as a short label; the sentence and the variables hold all digits.

    >>> _percent(0.7999999999999999), _percent(0.355)
    ('80%', '35.5%')
    """
    return f"{round(ratio * 100, 2):g}%"


def _bracket(step: Step, rows: int) -> str | None:
    if step.ratio is None or step.index_limit is None:
        return None
    return f"{_percent(step.ratio)} of {count(step.variables.get('n', rows))} → #{step.index_limit}"


def _mark(step: Step, session: Session, plan: Plan) -> dict[str, Any] | None:
    """The candidate marker: where it stands, what it says, and whether that is a yes."""
    if step.decision is not None or step.kind == "apply":
        cut = plan.cut
        if cut is None or cut <= (*plan.retained, plan.start)[0]:  # nothing goes
            return None
        words = f"cut at #{cut}" if cut < plan.end else cut_at_end(session, plan)
        return {"at": cut, "label": words, "ok": True}
    if step.candidate is None:
        return None
    ok = step.valid is not False
    yes = "fits" if step.kind == "measure" and step.goal is not None else "legal cut" if step.valid else ""
    return {
        "at": step.candidate,
        "label": f"#{step.candidate} {yes if ok else step.reason or 'rejected'}".rstrip(),
        "ok": ok,
    }


def _outcome(session: Session, plan: Plan) -> list[str]:
    """What becomes of the two sides of the cut, in two labels; system prompts are not counted."""
    gone, dropped = len(plan.indexes("summarize")), len(plan.indexes("drop"))
    left = f"{gone:,} {'message becomes' if gone == 1 else 'messages become'} one summary" if gone else ""
    if not gone and dropped:
        left = f"{count(dropped, 'message')} {'is' if dropped == 1 else 'are'} dropped"
    return [left, stay_behind(plan, session)]


def _bar(step: Step, last: Step | None) -> dict[str, Any] | None:
    """The bar at this step: the last counted value, live unless another candidate is being looked for.

    A value counted for a candidate is what a cut there would keep; any other is the list as it stands then.
    """
    if last is None or last.kept_tokens is None:
        return None
    kept, goal = last.kept_tokens, last.goal
    words, state, cut = "", "none", last.candidate is not None
    name = f"#{last.candidate}" if cut else f"step {last.index}"
    if goal is not None:
        off, line = abs(kept - goal), "the goal" if cut else f"{goal:,.0f}"
        state = "under" if kept < goal else "over"
        words = f"{off:,.0f} {state} {line}" if off else f"equals {line}"
    return {
        "kept": kept,
        "text": count(kept, "token") + (" kept" if cut else ""),
        "verdict": words,
        "state": state,
        "live": step.kind not in ("start", "try", "candidate"),
        "name": name if last.ratio is None else _percent(last.ratio),
    }


def _top(plan: Plan) -> float:
    """The right end of the kept bar, in tokens: a little beyond the largest number in the steps."""
    numbers = [n for step in plan.steps for n in (step.kept_tokens, step.goal) if n is not None]
    finite = [float(n) for n in numbers if math.isfinite(n)]
    return 1.04 * max(finite, default=0.0) or 1.0


def _places(measured: Measured, plan: Plan) -> dict[str, int]:
    """Exact positions of the messages that the steps name."""
    indexes: set[int] = set()
    for step in plan.steps:
        indexes.update(i for i in (step.index_limit, step.candidate) if i is not None)
        if step.index_limit is not None:
            indexes.add(step.index_limit + 1)
        indexes.update(bound for run in step.rejected for bound in (run.start, run.stop))
        if len(step.effects) <= EXACT_EFFECTS:
            indexes.update(bound for e in step.effects for bound in (e.start, e.stop))
    if plan.cut is not None:
        indexes.add(plan.cut)
    return places(shown(measured, plan), {i for i in indexes if plan.start <= i <= plan.end})
