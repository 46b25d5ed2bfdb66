"""A ratio that grows before its first try, and that counts messages while the goal counts tokens (inputs t01, t10).

Both are Letta's, client and server: 30% first tries 40%; with one giant message 7 of 21 hold 99.8% of the tokens.
"""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

FIELD = "sliding_window_percentage"
FEW, MOST = 0.5, 0.95
"""At most this share of the messages, with at least this share of the tokens."""
NEAR = 1e-9


class Ratio:
    """For strategies whose search runs over shares of the messages."""

    name = "ratio"
    label = "What the ratio means"
    codes = ("ratio-tried-later", "ratio-takes-most", "ratio-out-of-range")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one where the ratio is no share, else at most two, where a search took place."""
        asked = getattr(case.settings, FIELD, None)
        mode = case.strategy.mode(case.settings)
        if asked is not None and not 0 <= asked <= 1 and "all" not in mode:
            yield _out_of_range(case, asked)
        tried = [step.ratio for step in case.plan.steps if step.ratio is not None]
        if asked is None or not tried or not case.acts:
            return
        rows, cut = case.context.rows, case.plan.cut
        gone = [i for i in rows if case.plan.fates[i - case.plan.start] != "keep"]
        searched = case.plan.fallback_reason is None and cut is not None
        if asked > 0 and tried[0] > asked + NEAR:
            what = ""
            if searched:
                what = f" {len(gone):,} of {len(rows):,} messages go ({100 * len(gone) / len(rows):.0f}%)."
            yield Finding(
                code="ratio-tried-later",
                severity="note",
                text=f"The ratio is {100 * asked:.0f}%, and the first try of the search is at {100 * tried[0]:.0f}% of "
                f"the messages: it grows before it is used.{what}",
                advice="Set it a tenth lower to have the search begin at this share; the goal then rises with it.",
            )
        total = sum(case.measured.counts[i] for i in rows)
        tokens = sum(case.measured.counts[i] for i in gone)
        if searched and gone and len(gone) <= FEW * len(rows) and tokens >= MOST * total:
            yield Finding(
                code="ratio-takes-most",
                severity="warning",
                text=f"The ratio counts messages, and the goal counts tokens: {len(gone):,} of {len(rows):,} messages "
                f"go ({100 * len(gone) / len(rows):.0f}%), and with them {tokens:,} of {total:,} tokens "
                f"({100 * tokens / total:.1f}%). {total - tokens:,} stay.",
                advice="Choose a strategy that keeps by tokens, or shorten the largest message before it compacts.",
                messages=tuple(gone),
            )


def _out_of_range(case: Case, asked: float) -> Finding:
    """Such a ratio is taken as it is; what comes of it is told from the plan's own steps."""
    tried = [step.ratio for step in case.plan.steps if step.kind == "try" and step.ratio is not None]
    made = f"the first try of the search is at {100 * tried[0]:.0f}%" if tried else "no cut is tried"
    if not tried and case.plan.fallback_reason:
        made += f" ({case.plan.fallback_reason})"
    return Finding(
        code="ratio-out-of-range",
        severity="warning",
        text=f"The ratio of {asked:g} ({100 * asked:.0f}%) is no share of the messages: {case.strategy.label} takes "
        f"it without a word, and {made}.",
        advice="Give a share between 0 and 1, as in 0.3.",
    )


lints.add(Ratio())
