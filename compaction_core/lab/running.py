"""One run of a column, and what it came to."""

import time
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Literal

from compaction_core.detectors import Checked, check_summary, rejecting
from compaction_core.errors import CompactionError
from compaction_core.extraction.memo import Memo
from compaction_core.findings import Finding
from compaction_core.lab.columns import Column
from compaction_core.session import Record, Usage
from compaction_core.summarizers.base import Summary, SummaryRequest, clipped, summarizers
from compaction_core.summarizers.climb import climb
from compaction_core.summarizers.estimates import price
from compaction_core.summarizers.ladder import Ask, Attempt, Ending
from compaction_core.summarizers.prompts import prompt, prompt_names
from compaction_core.summarizers.runs import Answer
from compaction_core.summarizers.turn_prefix import joined, parts_of, summarized


class Result(Record):
    """What one run of a column came to."""

    label: str
    state: Literal["done", "failed", "cancelled"]
    summary: Summary | None = None
    reason: str = ""
    """Why there is no summary, or how it came about, in one sentence."""
    tokens: int | None = None
    """Tokens of the summary, by the display counter."""
    reported: Usage | None = None
    """What the provider reported."""
    seconds: float
    seconds_to_first: float | None = None
    price: float | None = None
    """Dollars, from LiteLLM's list and the reported usage; None where either is unknown."""
    stop_reason: str | None = None
    attempts: tuple[Attempt, ...] = ()
    findings: tuple[Finding, ...] = ()


def run(
    column: Column,
    request: SummaryRequest,
    ask: Ask,
    *,
    smaller: Iterable[SummaryRequest] = (),
    counter: str = "o200k_base",
    cancelled: Callable[[], bool] | None = None,
    on_attempt: Callable[[Attempt], None] | None = None,
    memo: Memo | None = None,
) -> Result:
    """Run a column once on its own request (see ``request_of``); never raises for what a provider does.

    ``ask`` answers a model's request (``litellm.ask`` with its key bound, a replay, a script); ``smaller`` are the
    system's smaller requests for an overflow; ``memo`` makes the next offline summary of the same messages fast.
    """
    started = time.monotonic()
    if column.summarizer != "litellm":
        return _written_here(column, request, counter, started, memo)
    if column.settings is None:
        raise CompactionError("A litellm column needs a model; give its name, as in openai/gpt-4.1.")
    rejects = _reject(column, request, counter) if column.reject else None
    ending: Ending | None = None
    for part in parts_of(request):
        before = () if ending is None else ending.attempts
        tries = climb(
            part, column.settings, column.ladder, ask,
            smaller=() if before else smaller, reject=rejects, cancelled=cancelled, counter=counter,
        )  # fmt: skip
        for event in tries:
            if isinstance(event, Ending):
                ending = event if ending is None else _joined(ending, event)
            elif on_attempt is not None:
                on_attempt(event.model_copy(update={"index": event.index + len(before)}))
        assert ending is not None, "every climb ends"  # noqa: S101
        if ending.summary is None:
            break
    assert ending is not None, "a request has at least one part"  # noqa: S101
    return _climbed(column, request, ending, counter, started)


def _joined(history: Ending, turn: Ending) -> Ending:
    """Two requests as one ending: the texts joined, the attempts in a row, the usages added up."""
    later = (a.model_copy(update={"index": a.index + len(history.attempts)}) for a in turn.attempts)
    attempts = (*history.attempts, *later)
    if history.summary is None or turn.summary is None:
        return turn.model_copy(update={"attempts": attempts})
    text = joined(history.summary.text, turn.summary.text)
    answer = turn.answer
    if history.answer is not None and answer is not None:
        usages = [found.usage for found in (history.answer, answer) if found.usage is not None]
        names = [field.name for field in fields(Usage)]
        added = {name: sum(getattr(usage, name) for usage in usages) for name in names}
        first = {"seconds_to_first": history.answer.seconds_to_first, "text": text}
        answer = answer.model_copy(update={**first, "usage": Usage(**added) if usages else None})
    summary = history.summary.model_copy(update={"text": text})
    return turn.model_copy(update={"summary": summary, "answer": answer, "attempts": attempts})


def _reject(column: Column, request: SummaryRequest, counter: str) -> Callable[[Answer], str | None]:
    """Looks at an answer as it would be stored; the first reason not to."""

    def reason(answer: Answer) -> str | None:
        summary = Summary(text=answer.text, summarizer="litellm", basis="model")
        stored = clipped(summary, request.clip_chars)
        found = rejecting(check_summary(_checked(column, stored, request, answer.stop_reason, counter)))
        return found[0].text if found else None

    return reason


def _written_here(column: Column, request: SummaryRequest, counter: str, started: float, memo: Memo | None) -> Result:
    if column.summarizer == "given":
        summary = Summary(text=column.text, summarizer="given", basis="given", note="pasted by hand")
    else:
        summary = summarized(summarizers.get(column.summarizer), request, memo)
    if summary.basis == "recorded" and not summary.text:  # nothing was written, so nothing is judged
        return Result(label=column.label, state="failed", reason=summary.note, seconds=time.monotonic() - started)
    stored = clipped(summary, request.clip_chars)
    checked = _checked(column, stored, request, None, counter)
    return Result(
        label=column.label,
        state="done",
        summary=stored,
        reason=stored.note,
        tokens=checked.tokens,
        seconds=time.monotonic() - started,
        findings=check_summary(checked),
    )


def _climbed(column: Column, request: SummaryRequest, ending: Ending, counter: str, started: float) -> Result:
    answer = ending.answer
    result = Result(
        label=column.label,
        state=STATES[ending.ended],
        reason=ending.reason,
        reported=answer.usage if answer else None,
        seconds=time.monotonic() - started,
        seconds_to_first=answer.seconds_to_first if answer else None,
        price=_price(ending),
        stop_reason=answer.stop_reason if answer else None,
        attempts=ending.attempts,
    )
    if ending.summary is None:
        return result
    stored = clipped(ending.summary, request.clip_chars)
    checked = _checked(column, stored, request, result.stop_reason, counter)
    found = {"summary": stored, "tokens": checked.tokens, "findings": check_summary(checked)}
    return result.model_copy(update=found)


STATES: dict[str, Literal["done", "failed", "cancelled"]] = {
    "stored": "done",
    "kept": "failed",
    "failed": "failed",
    "cancelled": "cancelled",
}


def _price(ending: Ending) -> float | None:
    """Dollars of every attempt together; None where one is unknown or nothing was reported."""
    prices = [price(a.model, a.usage) for a in ending.attempts if a.model is not None and a.usage is not None]
    return sum(p for p in prices if p is not None) if prices and None not in prices else None


def _checked(
    column: Column, stored: Summary, request: SummaryRequest, stop_reason: str | None, counter: str
) -> Checked:
    words = column.prompt.words if column.prompt is not None else _words(request.prompt)
    return Checked(text=stored.text, request=request, stop_reason=stop_reason, word_limit=words, counter=counter)


def _words(name: str) -> int | None:
    """The limit that a bundled prompt states; None for someone's own."""
    return prompt(name).words if name in prompt_names() else None
