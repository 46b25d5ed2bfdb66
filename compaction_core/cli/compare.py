"""``compare``: the same evicted messages, summarized by several summarizers at once."""

from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from compaction_core.cli.commands import planned_session, print_json, print_text
from compaction_core.cli.masking import masking
from compaction_core.cli.settings import key_of
from compaction_core.compaction import summary_request
from compaction_core.errors import BadParameter
from compaction_core.lab import MOST_COLUMNS, Column, Result, request_of, run
from compaction_core.report.words import visible
from compaction_core.strategies import Strategy
from compaction_core.strategies.base import Parameters
from compaction_core.strategies.planner import settle
from compaction_core.summarizers import recordings
from compaction_core.summarizers.base import SummaryRequest, summarizers
from compaction_core.summarizers.bundled import LADDER, bundled_runs, place
from compaction_core.summarizers.ladder import Ask, Fail, Ladder, Smaller
from compaction_core.summarizers.litellm import ask
from compaction_core.summarizers.outgoing import masked_request
from compaction_core.summarizers.prompts import Prompt, prompt_file
from compaction_core.summarizers.runs import Answer, ModelSettings, leaves_this_computer
from compaction_core.words import count

MODEL, BUNDLED = "litellm:", "bundled"


class _Asked(NamedTuple):
    column: Column
    ask: Ask
    sends: bool


def compare(asked: Namespace) -> int:
    """Run every summarizer asked for, side by side, and print what each came to."""
    session, strategy, plan, _ = planned_session(asked)
    prompt = prompt_file(asked.prompt)
    asked.masking = masking()  # the columns run in threads of their own
    columns = [each for name in asked.summarizer for each in _columns(name, asked, prompt)]
    if len(columns) > MOST_COLUMNS:
        raise BadParameter(f"At most {MOST_COLUMNS} summarizers are compared at once.")
    request = summary_request(session, plan)
    with ThreadPoolExecutor(max_workers=len(columns)) as pool:
        results = list(pool.map(partial(_run, request, strategy, settle(strategy, plan.parameters), asked), columns))
    if asked.json:
        shown = [_record(result) for result in results]
        about = {"strategy": plan.strategy, "cut": plan.cut, "summarized": len(request.indexes)}
        return print_json({**about, "columns": shown})
    return print_text("\n\n".join(map(_told, results)))


def _columns(name: str, asked: Namespace, prompt: Prompt | None) -> list[_Asked]:
    """What a name stands for; ``bundled`` for the model runs that come with the sample, each a column."""
    if name != BUNDLED:
        chosen = column(name, asked, prompt)
        return [_Asked(chosen, partial(ask, key=key_of(asked)), sends=chosen.settings is not None)]
    runs = bundled_runs(asked.file)
    if not runs:
        raise BadParameter(f"No model run comes with the sample {asked.file!r}; leave out --summarizer {BUNDLED}.")
    columns = [Column(summarizer="litellm", settings=r.settings, prompt=r.prompt, ladder=LADDER) for r in runs]
    return [_Asked(each, _replayed, sends=False) for each in columns]


def _replayed(request: SummaryRequest, settings: ModelSettings) -> Answer:
    found = recordings.replay(place(), request, settings)
    missing = "recorded for another request: use --at trigger, with the sample's own window and settings"
    return found or Answer(outcome="error", model=settings.model, error=missing, origin="recorded")


def column(name: str, asked: Namespace, prompt: Prompt | None) -> Column:
    """A column for a summarizer's name; ``litellm:MODEL`` asks a model. Raises UnknownName."""
    if not name.startswith(MODEL):
        return Column(summarizer=summarizers.get(name).name, prompt=prompt, focus=asked.focus)
    model = name.removeprefix(MODEL).strip()
    if not model:
        raise BadParameter(f"{MODEL} needs a model's name, as in {MODEL}openai/gpt-4.1.")
    settings = ModelSettings(model=model, api_base=asked.api_base, timeout=asked.timeout)
    released = Ladder(rungs=(Smaller(), Fail()), accept_blank=True)
    return Column(summarizer="litellm", settings=settings, prompt=prompt, focus=asked.focus, ladder=released)


def _run(request: SummaryRequest, strategy: Strategy, settings: Parameters, asked: Namespace, each: _Asked) -> Result:
    column = each.column
    own = request_of(column, request)
    if each.sends and column.settings is not None and leaves_this_computer(column.settings):
        own = masked_request(own, asked.masking).request
    smaller = islice(strategy.rungs(own, settings), 1, None)
    return run(column, own, each.ask, smaller=smaller, counter=asked.counter)


def _record(result: Result) -> dict[str, Any]:
    found = result.model_dump(mode="json")
    return {**found, "summary": None if result.summary is None else result.summary.text}


def _told(result: Result) -> str:
    tokens = "" if result.tokens is None else f", {count(result.tokens, 'token')}"
    price = "" if result.price is None else f", ${result.price:.4f}"
    head = f"{result.label}: {result.state}{tokens}, {result.seconds:.1f} s{price}. {result.reason}"
    findings = [f"  {finding.severity}: {finding.text}" for finding in result.findings]
    text = "" if result.summary is None else result.summary.text
    return visible("\n".join([head, *findings, text]))
