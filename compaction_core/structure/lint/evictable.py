"""How much can go at all (users B7, B14, B15, B17; test inputs t04 to t08, t33)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

LITTLE = 0.1
"""Share of the planned tokens below which a compaction is hardly worth its summary."""
KEEPING = ("keep", "preserve", "protect", "recent", "retention", "pin_", "window_size", "tail")
"""Words in the names of settings that hold messages back."""


class Evictable:
    """A trigger that fires, and a planner that finds nothing to take."""

    name = "evictable"
    label = "What can go at all"
    codes = ("nothing-to-do", "little-evictable")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding."""
        if not case.acts:
            return
        plan = case.plan
        total = sum(case.measured.counts[i] for i in case.context.rows)
        gone = sum(case.measured.counts[i] for i in case.context.rows if plan.fates[i - plan.start] != "keep")
        fired = case.watch.fired is not None and case.at >= case.watch.fired
        keeping = _keeping(case)
        if not any(fate != "keep" for fate in plan.fates):
            if not fired:
                return
            why = plan.error or plan.fallback_reason or plan.steps[-1].text
            yield Finding(
                code="nothing-to-do",
                severity="error",
                text=f"The trigger fires after #{case.at - 1} and finds nothing to take away. {_sentence(why)}"
                + (f" Held back by {keeping}." if keeping else ""),
                advice="Keep less, clear tool output first, or fire later.",
            )
        elif total and gone < LITTLE * total:
            yield Finding(
                code="little-evictable",
                severity="warning",
                text=f"Only {gone:,} of {total:,} tokens ({100 * gone / total:.1f}%) can go"
                + (f"; held back by {keeping}." if keeping else "."),
                advice="Keep less, clear tool output, or compact later, when there is more to take.",
                messages=plan.indexes("summarize", "drop", "clear", "truncate"),
            )


def _keeping(case: Case) -> str:
    values = case.settings.model_dump()
    found = [f"{n} = {v:,}" for n, v in values.items() if _holds(n) and isinstance(v, int | float) and v]
    return ", ".join(found[:4])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _holds(name: str) -> bool:
    return any(word in name for word in KEEPING)


lints.add(Evictable())
