"""Base64 in text, which an estimate and a tokenizer count far apart (users C8, C9; test input t31)."""

from collections.abc import Iterator

from compaction_core.counting import Weighed, runs_weighed
from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case
from compaction_core.tokens import counters

FAR = 1.5
"""Factor between the two counts from which they decide differently."""
SMALLEST = 1_000
"""Tokens between the two counts from which a run matters."""


class Base64AsText:
    """A picture or an archive that a tool printed: dense for a tokenizer, ordinary text for an estimate."""

    name = "base64-as-text"
    label = "Base64 in text"
    codes = ("base64-as-text",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, for all such runs."""
        own, real = case.measured.counter, case.shown.counter
        if case.shown.basis != "measured" or own == real or not {own, real} <= set(counters.names()):
            return
        if not case.makeup.runs:
            return
        runs = runs_weighed(case.session, case.makeup, (counters.get(own), counters.get(real)), case.context.rows)
        far = [run for run in runs if _far(run.tokens[own], run.tokens[real])]
        if not far:
            return
        first = far[0]
        more = f" It is the largest of {len(far)} such runs." if len(far) > 1 else ""
        cost = "" if first.flat is None else f" Sent as an image it costs about {first.flat:,}, by its size."
        yield Finding(
            code="base64-as-text",
            severity="warning",
            text=f"#{first.message} holds {first.characters:,} characters of base64 ({_kind(first)}): {own} makes it "
            f"{first.tokens[own]:,} tokens, {real} {first.tokens[real]:,}.{more}{cost}",
            advice="Send pictures as images, write files to disk and give their path, or clear the output; until then "
            "decide by a tokenizer.",
            messages=tuple(sorted({run.message for run in far})),
        )


def _kind(run: Weighed) -> str:
    return run.what if "/" in run.what else "no type is named"


def _far(one: int, other: int) -> bool:
    return abs(one - other) >= SMALLEST and not 1 / FAR < one / max(1, other) < FAR


lints.add(Base64AsText())
