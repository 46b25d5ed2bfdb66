"""The trigger and the planner count differently, and come to opposite answers (users B15, B16, C13; test input t33)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

FAR = 1.25
"""Factor between the two below which they say the same."""


class Direction:
    """One goes by what the provider reported, the other by an estimate: the line lies between the two."""

    name = "direction"
    label = "Provider's count against the estimate"
    codes = ("counts-disagree",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, at the moment of the plan."""
        line = case.line
        if line is None or line <= 0 or case.unit != "tokens" or not case.counted:
            return
        seen, estimated = case.watch.tokens[case.at - 1], case.counted[-1]
        if (seen > line) == (estimated > line) or max(seen, estimated) < FAR * min(seen, estimated):
            return
        fires = seen > line
        what = "It fires, though by the planner's own count the line is not reached."
        if not fires:
            what = "It does not fire, though by the planner's own count the line is passed."
        yield Finding(
            code="counts-disagree",
            severity="warning",
            text=f"After #{case.at - 1} the trigger goes by {seen:,} tokens (with what the provider reported), the "
            f"planner by {estimated:,} ({case.measured.counter}); the line is {line:,}. {what} The two are "
            f"{_factor(seen, estimated)} apart.",
            advice="Let both go by the same count, or leave more room between the line and the window."
            + (_MISSING if fires and case.prompt_tokens is None else ""),
        )


_MISSING = " If the file lacks system prompt and tools, give their tokens: they are in the report and not in the count."


def _factor(one: int, other: int) -> str:
    low, high = sorted((one, other))
    return f"a factor of {high / low:.1f}" if low else "wholly"


lints.add(Direction())
