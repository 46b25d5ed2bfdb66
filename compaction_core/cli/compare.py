"""``compare``: the same evicted messages, summarized by several summarizers at once."""

from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

from pydantic import SecretStr

from compaction_core.cli.commands import planned_session, print_json, print_text
from compaction_core.cli.settings import key_of
from compaction_core.compaction import summary_request
from compaction_core.errors import BadParameter
from compaction_core.lab import MOST_COLUMNS, Column, Result, request_of, run
from compaction_core.report.words import count, visible
from compaction_core.strategies import Strategy
from compaction_core.summarizers.base import SummaryRequest, summarizers
from compaction_core.summarizers.ladder import Fail, Ladder, Smaller
from compaction_core.summarizers.litellm import ask
from compaction_core.summarizers.outgoing import masked_request
from compaction_core.summarizers.prompts import Prompt, prompt_file
from compaction_core.summarizers.runs import ModelSettings, leaves_this_computer

MODEL = "litellm:"


def compare(asked: Namespace) -> int:
    """Run every summarizer asked for, side by side, and print what each came to."""
    session, strategy, plan, _ = planned_session(asked)
    if len(asked.summarizer) > MOST_COLUMNS:
        raise BadParameter(f"At most {MOST_COLUMNS} summarizers are compared at once.")
    prompt = prompt_file(asked.prompt)
    columns = [column(name, asked, prompt) for name in asked.summarizer]
    request = summary_request(session, plan)
    with ThreadPoolExecutor(max_workers=len(columns)) as pool:
        results = list(pool.map(partial(_run, request, strategy, asked, key_of(asked)), columns))
    if asked.json:
        shown = [_record(result) for result in results]
        about = {"strategy": plan.strategy, "cut": plan.cut, "summarized": len(request.indexes)}
        return print_json({**about, "columns": shown})
    return print_text("\n\n".join(map(_told, results)))


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


def _run(
    request: SummaryRequest, strategy: Strategy, asked: Namespace, key: SecretStr | None, column: Column
) -> Result:
    own = request_of(column, request)
    if column.settings is not None and asked.redact and leaves_this_computer(column.settings):
        own = masked_request(own).request
    smaller = islice(strategy.rungs(own), 1, None)
    return run(column, own, partial(ask, key=key), smaller=smaller, counter=asked.counter)


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
