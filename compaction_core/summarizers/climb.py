"""Going down a fallback ladder, attempt by attempt, so that it can be drawn as it happens.

for event in climb(request, settings, ladder, ask, smaller=smaller_requests):
    ...                        # an Attempt when it starts and when it ends; last of all the Ending
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NamedTuple

from compaction_core.summarizers.base import Summary, SummaryRequest, summarizers
from compaction_core.summarizers.estimates import request_tokens
from compaction_core.summarizers.faults import told
from compaction_core.summarizers.injected import injected
from compaction_core.summarizers.ladder import (
    Ask,
    Attempt,
    Ending,
    Fail,
    Fault,
    Keep,
    Kind,
    Ladder,
    Offline,
    OtherModel,
    Retry,
    Smaller,
    Verdict,
)
from compaction_core.summarizers.runs import Answer, ModelSettings, summary_of

Reject = Callable[[Answer], str | None]
Cancelled = Callable[[], bool]


class _Try(NamedTuple):
    rung: int | None
    kind: Kind
    request: SummaryRequest
    settings: ModelSettings
    wait: float = 0.0
    fault: Fault | None = None


def climb(
    request: SummaryRequest,
    settings: ModelSettings,
    ladder: Ladder,
    ask: Ask,
    *,
    smaller: Iterable[SummaryRequest] = (),
    reject: Reject | None = None,
    cancelled: Cancelled | None = None,
    counter: str = "o200k_base",
) -> Iterator[Attempt | Ending]:
    """Try until an answer can be stored; yields each attempt when it starts and when it ends, then one Ending.

    ``smaller`` are the system's smaller requests in the order they are tried. ``reject`` looks at a whole answer and
    gives the reason why it must not be stored, or None. A cancel is seen between two attempts and while waiting;
    ``ask`` has to look for itself.
    """
    attempts: list[Attempt] = []
    answer: Answer | None = None
    tries = _tries(request, settings, ladder, tuple(smaller))
    trial = next(tries)
    while True:
        started = _started(trial, len(attempts), counter)
        yield started
        answer, summary = _tried(trial, ask, cancelled)
        done = _judged(started, answer, reject, ladder.accept_blank)
        attempts.append(done)
        yield done
        if done.verdict in ("ok", "cancelled"):
            last: Kind = done.kind
            break
        try:
            trial = tries.send(done.verdict or "error")
        except StopIteration as over:
            last = over.value
            break
    yield _ending(tuple(attempts), last, answer, summary)


def run(
    request: SummaryRequest,
    settings: ModelSettings,
    ladder: Ladder,
    ask: Ask,
    *,
    smaller: Iterable[SummaryRequest] = (),
    reject: Reject | None = None,
) -> Ending:
    """``climb`` without looking on."""
    for event in climb(request, settings, ladder, ask, smaller=smaller, reject=reject):
        if isinstance(event, Ending):
            return event
    raise AssertionError("every climb ends")


def _tries(
    request: SummaryRequest, settings: ModelSettings, ladder: Ladder, smaller: tuple[SummaryRequest, ...]
) -> Generator[_Try, Verdict, Kind]:
    """What is tried next, given what the last try came to; returns the kind of the rung that ends it."""
    verdict = yield _Try(None, "first", request, settings, fault=ladder.faults(None).get(0))
    current = request
    for number, rung in enumerate(ladder.rungs):
        faults = ladder.faults(number)
        match rung:
            case Retry():
                for i in range(rung.times):
                    if verdict in rung.on:
                        verdict = yield _Try(number, "retry", current, settings, rung.wait, faults.get(i))
            case Smaller():
                for i, less in enumerate(smaller):
                    if verdict in rung.on:
                        current = less
                        verdict = yield _Try(number, "smaller", current, settings, fault=faults.get(i))
            case OtherModel() if verdict in rung.on:
                current, settings = request, rung.settings
                verdict = yield _Try(number, "model", current, settings, fault=faults.get(0))
            case Offline() if verdict in rung.on:
                verdict = yield _Try(number, "offline", request, settings)
            case Keep() | Fail():
                return rung.kind
    return "error"


def _started(trial: _Try, index: int, counter: str) -> Attempt:
    return Attempt(
        index=index,
        rung=trial.rung,
        kind=trial.kind,
        model=None if trial.kind == "offline" else trial.settings.model,
        chars=len(trial.request.instructions) + len(trial.request.transcript),
        tokens=request_tokens(trial.request, trial.settings, counter),
    )


def _tried(trial: _Try, ask: Ask, cancelled: Cancelled | None) -> tuple[Answer, Summary]:
    """The answer, and the summary it would be."""
    name, started = trial.settings.model, time.monotonic()
    if not _waited(trial.wait, cancelled):
        answer = Answer(outcome="cancelled", model=name, error="Cancelled.")
    elif trial.kind == "offline":
        made = summarizers.get("offline").summarize(trial.request)
        return Answer(outcome="ok", text=made.text, model="offline", seconds=_since(started)), made
    elif trial.fault is not None:
        answer = injected(trial.fault, trial.settings)
    else:
        try:
            answer = ask(trial.request, trial.settings)
        except Exception as error:  # a compaction that fails never loses a message
            answer = Answer(outcome="error", model=name, error=told(error, None), seconds=_since(started))
    return answer, summary_of(answer, trial.settings)


def _judged(attempt: Attempt, answer: Answer, reject: Reject | None, accept_blank: bool) -> Attempt:
    verdict: Verdict = answer.outcome
    reason = answer.error
    if verdict == "ok" and attempt.kind != "offline":
        if answer.blank and not accept_blank:
            verdict, reason = "blank", "The answer holds no visible text."
        elif reject is not None and (said := reject(answer)) is not None:
            verdict, reason = "rejected", said
    return attempt.model_copy(
        update={
            "verdict": verdict,
            "seconds": answer.seconds,
            "error": reason,
            "usage": answer.usage,
            "stop_reason": answer.stop_reason,
            "origin": answer.origin,
        }
    )


def _ending(attempts: tuple[Attempt, ...], last: Kind, answer: Answer, summary: Summary) -> Ending:
    verdict, error = attempts[-1].verdict, attempts[-1].error
    if verdict == "ok":
        tries = "" if len(attempts) == 1 else f" after {len(attempts)} attempts"
        return Ending(ended="stored", summary=summary, answer=answer, reason=f"Stored{tries}.", attempts=attempts)
    if verdict == "cancelled":
        return Ending(ended="cancelled", answer=answer, reason="Cancelled; nothing changed.", attempts=attempts)
    said = f"No summary; the messages stay as they were. Last: {verdict}" + (f" ({error})" if error else "") + "."
    return Ending(ended="kept" if last == "keep" else "failed", answer=answer, reason=said, attempts=attempts)


def _waited(seconds: float, cancelled: Cancelled | None) -> bool:
    """Wait; False as soon as it is cancelled."""
    until = time.monotonic() + seconds
    while cancelled is None or not cancelled():
        left = until - time.monotonic()
        if left <= 0:
            return True
        time.sleep(min(0.1, left))
    return False


def _since(started: float) -> float:
    return round(time.monotonic() - started, 3)
