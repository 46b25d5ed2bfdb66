"""The window is full before the trigger has fired (users A12, A13, A14, A20; test inputs t25, t26)."""

from collections.abc import Iterator

from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case


class Late:
    """Triggers that count messages or events see no size; those looked at once a turn see it too late."""

    name = "late"
    label = "Full before it fires"
    codes = ("overflow-before-trigger", "counts-not-tokens")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most two findings."""
        window = case.window
        if not window or not case.counted:
            return
        start = case.context.start
        over = next((i for i, tokens in enumerate(case.counted, start) if tokens > window), None)
        fired = next((i for i in range(start, case.context.end) if case.watch.fires[i]), None)
        if over is not None and (fired is None or over <= fired):
            when = "it never fires" if fired is None else f"it fires after #{fired}"
            when = "it fires only then" if fired == over else when
            advice, why = _why(case, over, window)
            yield Finding(
                code="overflow-before-trigger",
                severity="warning" if fired == over or (case.line is None and fired is None) else "error",
                text=f"With #{over} the context has {case.counted[over - start]:,} tokens, above the {window:,}-token "
                f"window, and {when}. {why}.",
                advice=advice,
                messages=(over,) if fired is None else tuple(sorted({over, fired})),
            )
        if case.line is None or "token" in case.unit:
            return
        giants = [i for i in case.context.rows if 2 * case.measured.counts[i] > window and not case.watch.fires[i]]
        if giants:
            yield Finding(
                code="counts-not-tokens",
                severity="warning",
                text=f"The trigger counts {case.unit}, and #{giants[0]} alone fills "
                f"{100 * case.measured.counts[giants[0]] / window:.0f}% of the window: it counts as one.",
                advice="Add a trigger in tokens, or shorten tool output as it comes in.",
                messages=tuple(giants),
            )


def _why(case: Case, over: int, window: int) -> tuple[str, str]:
    """What to do, and why the trigger has not fired before the window was full."""
    line, seen = case.line, case.watch.tokens[over]
    if line is None:
        return (
            "Compact by hand before that, or choose a strategy with a trigger.",
            f"{case.strategy.label} has no trigger of its own here",
        )
    if case.unit != "tokens":
        return (
            "Add a trigger in tokens, or shorten what comes in.",
            f"It counts {case.unit}: {seen:,} there, and the line is {line:,}",
        )
    if line >= window:
        return (
            "Set the line below the window, or use a model with a larger one.",
            f"Its line at {line:,} tokens is not below the window",
        )
    if seen <= line:
        return (
            "Let the trigger count all that is sent: a tokenizer, with system prompt and tools.",
            f"By its own count there are {seen:,}, and the line is {line:,}",
        )
    if not case.watch.looked[over]:
        return (
            "Look before every request, or shorten what comes in.",
            f"It passes the line at {line:,} between two looks",
        )
    return (
        "Lower the line, or shorten what comes in.",
        f"One step leads from below the line at {line:,} past the window",
    )


lints.add(Late())
