"""Calls that reported cached tokens, as far as a strategy decides by them: what the lints about them begin with."""

from collections.abc import Callable, Collection, Sequence

from compaction_core.counting import CachedTokens, Call
from compaction_core.counting.cached_tokens import SMALLEST
from compaction_core.counting.deciding import reads_reports
from compaction_core.structure.lint.case import Case


def deciding(case: Case) -> CachedTokens | None:
    """What providers reported, where the trigger counts tokens and goes by it; None where it does not."""
    if case.unit != "tokens" or not case.cached_tokens.calls or not reads_reports(case.strategy, case.settings):
        return None
    return case.cached_tokens


def in_list(case: Case, calls: Sequence[Call]) -> list[Call]:
    """Those that had been made by the case's moment."""
    return [call for call in calls if call.message < case.at]


def taken_as(case: Case, told: CachedTokens, sizes: Callable[[Call], Collection[int]]) -> list[Call]:
    """Calls with cached tokens that the strategy takes for a request of one of ``sizes``; small ones tell nothing."""
    return [
        call
        for call in in_list(case, told.caching)
        if call.once >= SMALLEST and case.watch.tokens[call.message] in sizes(call)
    ]
