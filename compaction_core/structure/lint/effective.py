"""A window that is smaller in effect than the one that is shown (users A1, A2, A7, A17; test input t21)."""

from collections.abc import Iterator
from statistics import median

from compaction_core.findings import Finding
from compaction_core.models import window_of
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

NEAR = 0.9
"""Share of the window from which on the two are called the same."""


class Effective:
    """Three sources: a setting that caps the line, compactions that the session records, the model's own window."""

    name = "effective"
    label = "Effective window"
    codes = ("effective-window", "window-over-model")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most three findings."""
        window, line = case.window, case.line
        if window is None or case.unit != "tokens":
            return
        known = window_of(case.session.model)
        if known is not None and window > known:
            yield Finding(
                code="window-over-model",
                severity="warning",
                text=f"The window is set to {window:,} tokens, but {case.session.model} takes {known:,} by LiteLLM's "
                "list: requests in between are refused.",
                advice=f"Set the window to {known:,}, unless the provider gives this model a longer one.",
            )
        if line is None or line <= 0:
            return
        capped = _capped(case, window, line)
        if capped is not None and capped < NEAR * window:
            yield Finding(
                code="effective-window",
                severity="note" if case.settings == type(case.settings)() else "warning",
                text=f"The settings work as if the window had {capped:,} tokens and not {window:,}: the line at "
                f"{line:,} is {100 * line / capped:.0f}% of {capped:,}, and {100 * line / window:.0f}% of {window:,}.",
                advice="Read percentages against the smaller window, or raise the setting that caps it.",
            )
        yield from _recorded(case, window, line)


def _recorded(case: Case, window: int, line: int) -> Iterator[Finding]:
    found = [
        (each.index, each.tokens_before)
        for each in case.session.compactions
        if each.kind == "compact" and each.tokens_before and each.trigger != "manual" and each.index <= case.at
    ]
    if not found:
        return
    size = median(tokens for _, tokens in found)
    if size >= NEAR * line:
        return
    implied = _smallest(case, window, int(size))
    times = f"{len(found)} times" if len(found) > 1 else "once"
    middle = ", the middle one" if len(found) > 1 else ""
    own = case.strategy.name.startswith(case.session.format.replace("_", "-"))  # another system has another line
    yield Finding(
        code="effective-window",
        severity="warning" if own else "note",
        text=f"The session itself was compacted {times}, at {size:,.0f} tokens (recorded{middle}), "
        f"{100 * size / window:.0f}% of the {window:,}-token window; with these settings the line is {line:,}."
        + (f" {case.strategy.label} would compact there in a window of {implied:,}." if implied else ""),
        advice="If it was not asked for, the window in effect is smaller than this one: lower it to see the same.",
        messages=tuple(number for number, _ in found if number < len(case.session.messages)),
    )


def _capped(case: Case, window: int, line: int) -> int | None:
    """The window that the line belongs to: a setting in tokens, else the smallest window that gives the same line.

    None for an absolute line, which belongs to no window.
    """
    for name, field in type(case.settings).model_fields.items():
        value, extra = getattr(case.settings, name), field.json_schema_extra
        unit = extra.get("unit") if isinstance(extra, dict) else None
        if name.endswith("window") and unit == "tokens" and isinstance(value, int) and value > line:
            return value
    smallest = _smallest(case, window, line)
    return smallest if smallest is not None and smallest > line else None


def _smallest(case: Case, window: int, line: int) -> int | None:
    """The smallest window up to ``window`` whose line is at ``line`` or above, by bisection; None without one."""

    def reaches(size: int) -> bool:
        found = case.strategy.threshold(size, case.settings)
        return found is not None and found >= line

    if not reaches(window):
        return None
    low, high = 0, window
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high


lints.add(Effective())
