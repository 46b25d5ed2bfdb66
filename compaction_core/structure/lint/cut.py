"""A search for a cut that ends without one, and the true reason (users B17, A22; test inputs t02 to t09)."""

from collections.abc import Iterator

from compaction_core.findings import Finding, Severity
from compaction_core.strategies.step import Step
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.lint.ratio import FIELD

FEW = 4
"""Messages below which there is hardly a cut at all."""
SHOWN = 3
"""Reasons that are told."""


class Cut:
    """Systems give one text for several causes: no message that may be cut at, or none that keeps little enough."""

    name = "cut"
    label = "A cut that is legal and keeps little enough"
    codes = ("no-valid-cut", "cut-keeps-too-much", "too-few-messages")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding, where someone asks for a compaction or the trigger fires."""
        if not case.acts:
            return
        number = len(case.context.rows)
        if 0 < number < FEW:
            yield Finding(
                code="too-few-messages",
                severity="note",
                text=f"The list holds fewer than {FEW} messages ({number}): there is hardly a place to cut at.",
                advice="Wait for more messages, clear tool output, or shorten what came in.",
                messages=case.context.rows,
            )
            return
        plan = case.plan
        if plan.error is None and plan.fallback_reason is None and plan.cut is not None:
            return
        tried = [step for step in plan.steps if step.kind in ("candidate", "measure")]
        if any(step.valid and step.ratio is None and step.kept_tokens is None for step in tried):
            return  # a cut was found, and it is something else that stood against it
        severity: Severity = "error" if plan.error is not None else "warning"
        what = f" {case.strategy.label} then gives up." if plan.error is not None else ""
        if plan.fallback_reason is not None and plan.error is None:
            what = f" What happens instead: mode {plan.mode_used}."
        if not tried and plan.fallback_reason is not None and plan.mode_used != plan.mode:
            text = f"The search for a cut ends before its first try: {plan.fallback_reason}.{what}"
            advice = "Compact later, when there is more to take."
            if hasattr(case.settings, FIELD):
                advice = "Start the search at a smaller ratio, or choose the other mode at once."
            yield Finding(code="no-valid-cut", severity=severity, text=text, advice=advice)
        if not tried:
            return
        measured = [step for step in tried if step.kept_tokens is not None and step.ratio is not None]
        if measured:
            yield _too_much(measured, severity, what)
            return
        reasons = _reasons(tried)
        if not reasons:
            why = plan.error or plan.fallback_reason
            if why is not None:
                text = f"No cut was found: {why.rstrip('.')}.{what}"
                yield Finding(code="no-valid-cut", severity=severity, text=text, advice="Compact later.")
            return
        yield Finding(
            code="no-valid-cut",
            severity=severity,
            text=f"No message may start the kept part: {reasons}.{what}",
            advice="Choose a strategy that may cut elsewhere, compact after the model's next answer, or summarize all.",
            messages=_places(tried),
        )


def _too_much(measured: list[Step], severity: Severity, what: str) -> Finding:
    least = min(measured, key=lambda step: step.kept_tokens or 0)
    kept, goal, place = least.kept_tokens or 0, least.goal, least.candidate or 0
    if goal is not None and kept < goal:
        why = f"keeps {kept:,} tokens, under the goal of {goal:,.0f}; the search gives up all the same, for its ratio "
        why += f"has reached {100 * (least.ratio or 1):.0f}%"
        advice = "Start the search at a smaller ratio."
    else:
        why = f"keeps {kept:,} tokens" + ("" if goal is None else f", and the goal is under {goal:,.0f}")
        advice = "Shorten or clear the largest message behind it, or raise the goal."
    return Finding(
        code="cut-keeps-too-much" if goal is None or kept >= goal else "no-valid-cut",
        severity=severity,
        text=f"There is a legal cut, but the best one, in front of #{place}, {why}.{what}",
        advice=advice,
        messages=(place,),
    )


def _reasons(tried: list[Step]) -> str:
    """What stood at the places that were tried, with how many of them."""
    found: dict[str, set[int]] = {}
    for step in tried:
        for each in step.rejected:
            found.setdefault(each.reason, set()).update(range(each.start, each.stop))
    ranked = sorted(found.items(), key=lambda pair: -len(pair[1]))
    return "; ".join(
        f"{_span(places)} {'is' if len(places) == 1 else 'are each'} {reason}" for reason, places in ranked[:SHOWN]
    )


def _span(places: set[int]) -> str:
    low, high = min(places), max(places)
    if low == high:
        return f"#{low}"
    return f"#{low}–#{high}" if len(places) == high - low + 1 else f"{len(places):,} of #{low}–#{high}"


def _places(tried: list[Step]) -> tuple[int, ...]:
    return tuple(sorted({i for step in tried for each in step.rejected for i in range(each.start, each.stop)}))


lints.add(Cut())
