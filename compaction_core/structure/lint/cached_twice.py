"""Cached tokens counted twice: it compacts at half the line (users C5; test input t28)."""

from collections.abc import Iterator

from compaction_core.counting import Call
from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.cached_calls import deciding, in_list, taken_as
from compaction_core.structure.lint.case import Case


class CachedTwice:
    """OpenAI's input includes the cache, Anthropic's excludes it; one read by the other's rule is nearly doubled."""

    name = "cached-twice"
    label = "Cached tokens counted twice"
    codes = ("cached-twice",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning: where the strategy adds the cache again, or the file does."""
        told = deciding(case)
        if told is None:
            return
        added = taken_as(case, told, lambda call: (call.twice, call.twice + call.usage.output))
        doubled = in_list(case, told.doubled)
        if added:
            worst = max(added, key=_cache)
            text = (
                f"{case.strategy.label} adds cached tokens to an input that has them: #{worst.message} counts "
                f"{worst.twice:,} where the request had {worst.once:,}."
            )
        elif doubled:
            worst = max(doubled, key=_cache)
            text = (
                f"The input that #{worst.message} reports ({worst.usage.input:,}) is already about what the list has "
                f"({worst.counted:,}, {told.counter}), and {worst.cache:,} cached tokens come on top: {worst.once:,}. "
                "They look counted twice."
            )
        else:
            return
        yield Finding(
            code="cached-twice",
            severity="warning",
            text=text,
            advice="Read usage by the rule of the provider that sent it: OpenAI's and Gemini's input includes the "
            "cache, Anthropic's does not.",
            messages=tuple(call.message for call in (added or doubled)),
        )


def _cache(call: Call) -> int:
    return call.cache


lints.add(CachedTwice())
