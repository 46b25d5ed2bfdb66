"""Where the trigger is looked at, what comes in between, and when it fires next."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.looks import largest_step
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case


class Looks:
    """From the session's own growth."""

    name = "looks"
    label = "Looks at the trigger"
    codes = ("overshoot", "next-trigger")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most two findings."""
        line, window = case.line, case.window
        if line is None or line <= 0 or case.unit != "tokens":
            return
        start = case.context.start
        places = [i for i in range(start, case.context.end) if case.watch.looked[i]]
        if window and len(places) > 1:
            found = largest_step(case.watch.looked, case.counted, start, case.context.end)
            most, one, two = found or (0, start, start)
            if most > window - line > 0:  # a line at the end of the window reacts to overflow, and means to
                yield Finding(
                    code="overshoot",
                    severity="note" if case.watch.fired is None else "warning",
                    text=f"Between the looks after #{one} and #{two} the context grows by {most:,} tokens, but between "
                    f"the line and the end of the window there are only {window - line:,}.",
                    advice="Look before every request, lower the line, or shorten what comes in.",
                    messages=tuple(range(one + 1, two + 1)),
                )
        within = window is None or line <= window
        if case.growth and case.watch.fired is not None and case.after < line and within:
            left = (line - case.after) / case.growth
            yield Finding(
                code="next-trigger",
                severity="warning" if left < 2 else "note",
                text=f"The trigger was looked at after {len(places):,} of {case.at - start:,} messages. Afterwards "
                f"{line - case.after:,} tokens are free below the line: {_turns(left)} of this session's "
                f"middle size ({case.growth:,.0f} tokens).",
                advice="Keep less or raise the line if that is too soon." if left < 2 else "Nothing to do.",
            )


def _turns(left: float) -> str:
    return f"about {left:,.1f} turns" if left >= 0.1 else "less than a tenth of a turn"


lints.add(Looks())
