"""What the product asks for when a sample is first opened: Letta Code at its defaults, when its trigger first fires."""

from compaction_core.compaction import summary_request
from compaction_core.lab import Column, request_of
from compaction_core.samples import Sample, open_sample
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.planner import settle
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.bundled import LADDER, BundledRun
from compaction_core.tokens import measure
from compaction_core.watching import watch

AGAIN = "record them again: uv run --extra local python -m tests.local.record"
"""What to do when the recordings and the requests no longer agree."""
STRATEGY = "letta-code"


def first_request(sample: Sample) -> SummaryRequest:
    """The request at first open."""
    session, strategy = open_sample(sample.name), strategies.get(STRATEGY)
    measured = measure(session, strategy.counter)
    seen = watch(session, strategy, measured, sample.context_window, settle(strategy, {}))
    return summary_request(session, plan(session, STRATEGY, sample.context_window, at=seen.fired))


def column_of(run: BundledRun) -> Column:
    """The column that shows a run."""
    return Column(summarizer="litellm", settings=run.settings, prompt=run.prompt, ladder=LADDER)


def asked(run: BundledRun, sample: Sample) -> tuple[SummaryRequest, ...]:
    """A run's request, then the smaller ones."""
    own = request_of(column_of(run), first_request(sample))
    strategy = strategies.get(STRATEGY)
    return (own, *tuple(strategy.rungs(own, strategy.parameters()))[1:])
