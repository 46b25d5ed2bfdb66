"""One message larger than the goal (users B3, B4, B5, B13; test inputs t02, t03)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.strategies.step import Fate
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

GONE: tuple[Fate, ...] = ("summarize", "drop", "clear", "truncate")


class Giant:
    """Named, because everything else is tried in vain while it stays."""

    name = "giant"
    label = "One message larger than the goal"
    codes = ("giant-message",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one finding, for the largest: an error while it stays in a compaction, a note once it goes."""
        found = giant(case)
        if found is None:
            return
        largest, goal = found
        tokens = case.measured.counts[largest]
        stays = case.plan.fate(largest) not in GONE
        role = case.session.messages[largest].role
        what = "tool result" if role == "tool" else f"{role} message"
        yield Finding(
            code="giant-message",
            severity="note" if not stays else "error" if case.acts else "warning",
            text=f"The {what} #{largest} alone has {tokens:,} tokens, more than the {goal:,.0f} that are to be left"
            + (": while it stays, nothing else helps." if stays else "; it goes in this plan."),
            advice="Clear or shorten it, write it to a file instead, or raise the goal.",
            messages=(largest,),
        )


def giant(case: Case) -> tuple[int, float] | None:
    """The largest message and the goal, in tokens, that it alone exceeds; None where none does."""
    seen = [step for step in case.plan.steps if step.kept_tokens is not None]  # another goal counts messages
    goals = [step.goal for step in seen if step.goal is not None and step.goal == step.goal]
    goal = goals[0] if goals else (case.line if case.unit == "tokens" else case.window)
    if goal is None or goal <= 0 or not case.context.rows:
        return None
    largest = max(case.context.rows, key=case.measured.counts.__getitem__)
    return (largest, goal) if case.measured.counts[largest] > goal else None


lints.add(Giant())
