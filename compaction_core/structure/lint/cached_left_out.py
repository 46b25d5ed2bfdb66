"""Cached tokens that nobody counts: it compacts far too late (users C6; test input t28)."""

from collections.abc import Iterator

from compaction_core.counting import Call
from compaction_core.findings import Finding
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.cached_calls import deciding, in_list, taken_as
from compaction_core.structure.lint.case import Case

SHARE = 0.1
"""Share of the request from which what is left out matters."""


class CachedLeftOut:
    """Cached tokens are cheaper, but they fill the window like all others."""

    name = "cached-left-out"
    label = "Cached tokens left out"
    codes = ("cached-left-out",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning: where the strategy leaves the cache out, or the file does."""
        told = deciding(case)
        if told is None:
            return
        short, missing = taken_as(case, told, _without), in_list(case, told.missing)
        if short:
            worst = max(short, key=lambda call: call.once - case.watch.tokens[call.message])
            text = (
                f"{case.strategy.label} leaves cached tokens out: #{worst.message} counts "
                f"{case.watch.tokens[worst.message]:,} where the request had {worst.once:,}."
            )
        elif missing:
            worst = max(missing, key=lambda call: call.counted - call.once)
            text = (
                f"#{worst.message} reports {worst.once:,} tokens for a list that has {worst.counted:,} "
                f"({told.counter}): cached tokens are left out, or less was sent than the file holds."
            )
        else:
            return
        yield Finding(
            code="cached-left-out",
            severity="warning",
            text=text,
            advice="Count what was read from cache and written to it as part of the context.",
            messages=tuple(call.message for call in (short or missing)),
        )


def _without(call: Call) -> set[int]:
    """The request without its cache reads, its cache writes or both, with and without the answer."""
    usage = call.usage
    parts = {usage.input, usage.input + usage.cache_read, usage.input + usage.cache_write}
    some = {part for part in parts if part < (1 - SHARE) * call.once}
    return some | {part + usage.output for part in some if part + usage.output < (1 - SHARE) * call.once}


lints.add(CachedLeftOut())
