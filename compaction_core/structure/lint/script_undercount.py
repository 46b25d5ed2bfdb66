"""Text in scripts that the strategy's counter was not made for (users C10; test input t32)."""

from collections.abc import Iterator

from compaction_core.counting import shares
from compaction_core.counting.weighing import GROUP_WORDS
from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case
from compaction_core.structure.lint.estimates import decided

FAR = 1.5
"""Factor from which a counter is called wrong about a script."""
SHARE = 0.1
"""Share of the planned tokens that such text must have."""
ROUND = 10_000
"""Tokens by which the effect is told where no setting keeps a number of them."""


class ScriptUndercount:
    """Characters / 4 counts one Chinese character as a quarter of a token: it keeps several times as much."""

    name = "script-undercount"
    label = "Scripts by the strategy's counter"
    codes = ("script-undercount", "script-overcount")

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning for each kind of script."""
        own, real = case.measured, case.shown
        if own.counter == real.counter or real.basis != "measured" or not any(decided(case)):
            return
        whole = sum(real.counts[i] for i in case.context.rows)
        for share in shares(case.makeup, (own, real), case.context.rows):
            estimated, counted = share.tokens[own.counter], share.tokens[real.counter]
            if share.group in ("latin", "base64") or not estimated or counted < SHARE * whole:
                continue
            ratio = estimated / counted
            if 1 / FAR < ratio < FAR:
                continue
            goal, setting = _kept(case)
            told = (
                f"Messages in {GROUP_WORDS[share.group]} have {100 * counted / whole:.0f}% of the tokens, and "
                f"{own.counter} counts {estimated:,} where {real.counter} counts {counted:,} ({ratio:.2f}×): "
                f"what should keep {goal:,} tokens{setting} keeps about {goal / ratio:,.0f} of such text."
            )
            low = ratio < 1
            yield Finding(
                code="script-undercount" if low else "script-overcount",
                severity="warning",
                text=told,
                advice="Decide by a tokenizer, or by an estimate that weighs scripts (cjk_weighted, codex, gemini-cli)."
                if low
                else "Decide by a tokenizer, or by an estimate that does not count escaped characters.",
                messages=share.messages,
            )


def _kept(case: Case) -> tuple[int, str]:
    """Tokens that a setting keeps, and the setting; a round number without one."""
    found = (
        (value, f" ({name})")
        for name, value in case.settings.model_dump().items()
        if "token" in name and ("keep" in name or "protect" in name) and type(value) is int and value > 0
    )
    return next(found, (ROUND, ""))


lints.add(ScriptUndercount())
