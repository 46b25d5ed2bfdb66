"""Runs of columns, on threads that do not touch Streamlit: the page looks at them, they never look at the page."""

import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from compaction_core import lab
from compaction_core.extraction.memo import Memo
from compaction_core.lab import Column, Result
from compaction_core.summarizers import litellm, recordings
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.faults import told
from compaction_core.summarizers.ladder import Attempt
from compaction_core.summarizers.outgoing import Outgoing
from compaction_core.summarizers.runs import Answer, ModelSettings
from ui.lab.places import place

MOST_AT_ONCE = 12
"""Columns that ask a model at the same time, of all visitors together; the others wait."""
_SLOTS = threading.BoundedSemaphore(MOST_AT_ONCE)


@dataclass(frozen=True)
class Job:
    """What one column is to do."""

    column: Column
    request: SummaryRequest
    """As it is sent: with the column's prompt in it, masked where that was asked for."""
    plan_key: str
    identity: str
    """Everything the answer depends on; another one means that the run is out of date."""
    counter: str
    smaller: tuple[SummaryRequest, ...] = ()
    memo: Memo | None = None
    """What this visitor's messages were read as before."""
    folder: Path | None = None
    """Where answers are kept as files, or replayed from."""
    replay: bool = False


class Run:
    """One column at work, as often as it was asked to. Written by one thread, read by the page."""

    def __init__(self, job: Job, keys: Mapping[str, SecretStr] | None = None) -> None:
        self.job = job
        self.results: list[Result] = []
        self.problem = ""
        """What went wrong beside the model: a folder that cannot be written."""
        self.waiting = True
        self.running = True
        self.started = time.monotonic()
        self._keys = dict(keys or {})
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._pieces: list[str] = []
        self._attempts: dict[int, Attempt] = {}

    @property
    def text(self) -> str:
        """What has arrived of the latest answer."""
        with self._lock:
            return "".join(self._pieces)

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The ladder of the latest answer so far."""
        with self._lock:
            return tuple(self._attempts.values())

    @property
    def result(self) -> Result | None:
        """The latest answer."""
        return self.results[-1] if self.results else None

    @property
    def stopped(self) -> bool:
        """Whether someone cancelled it."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Stop as soon as the thread looks."""
        self._stop.set()

    def carry_out(self) -> None:
        """Do the work, on whatever thread this is called from; never raises."""
        asks = self.job.column.summarizer == "litellm" and not self.job.replay
        held = False
        try:
            while asks and not self.stopped and not held:
                held = _SLOTS.acquire(timeout=0.2)
            if asks and not self.stopped:
                litellm.load()  # in case the page has not: its seconds are not the model's
            self.waiting, self.started = False, time.monotonic()
            for _ in range(self.job.column.runs):
                if not self.stopped:
                    self._once()
        except Exception as error:  # a column never takes the page with it
            self.problem = told(error, None)
        finally:
            if held:
                _SLOTS.release()
            self._keys.clear()
            self.waiting = self.running = False

    def _once(self) -> None:
        with self._lock:
            self._pieces.clear()
            self._attempts.clear()
        job = self.job
        result = lab.run(
            job.column,
            job.request,
            self._ask,
            smaller=job.smaller,
            counter=job.counter,
            cancelled=self._stop.is_set,
            on_attempt=self._attempted,
            memo=job.memo,
        )
        if job.replay:  # the model's seconds, not those of reading a file
            result = result.model_copy(update={"seconds": sum(attempt.seconds for attempt in result.attempts)})
        self.results.append(result)

    def _attempted(self, attempt: Attempt) -> None:
        with self._lock:
            if attempt.verdict is None:
                self._pieces.clear()
            self._attempts[attempt.index] = attempt

    def _arrived(self, piece: str) -> None:
        with self._lock:
            self._pieces.append(piece)

    def _ask(self, request: SummaryRequest, settings: ModelSettings) -> Answer:
        """Ask the model, or the folder; the key of one place never goes to another."""
        folder = self.job.folder
        if self.job.replay:
            found = recordings.replay(folder, request, settings) if folder else None
            missing = "The folder holds no run of this request with these settings; run it once with recording on."
            return found or Answer(outcome="error", model=settings.model, error=missing, origin="recorded")
        key = self._keys.get(place(settings))
        answer = litellm.ask(request, settings, key, self._arrived, self._stop.is_set)
        if folder is not None and answer.outcome != "cancelled":
            try:
                recordings.record(folder, request, settings, answer)
            except OSError as error:
                self.problem = f"The run could not be kept as a file: {error.strerror}. Choose another folder."
        return answer


class Bench:
    """All runs of one visitor, by the column's number. When it goes away, with the visitor or by hand, they stop."""

    def __init__(self) -> None:
        self.runs: dict[int, Run] = {}
        self.masked: dict[str, Outgoing] = {}
        weakref.finalize(self, _cancel, self.runs)

    @property
    def running(self) -> bool:
        """Whether anything still runs."""
        return any(run.running for run in self.runs.values())

    def start(self, number: int, job: Job, keys: Mapping[str, SecretStr]) -> None:
        """Ask a model, on a thread of its own."""
        self.drop(number)
        run = self.runs[number] = Run(job, keys)
        threading.Thread(target=run.carry_out, name=f"lab-{number}", daemon=True).start()

    def write(self, number: int, job: Job) -> None:
        """Have a summary written here and now, where no model is asked."""
        self.drop(number)
        run = self.runs[number] = Run(job)
        run.carry_out()

    def drop(self, number: int) -> None:
        """Stop and forget one column's run."""
        run = self.runs.pop(number, None)
        if run is not None:
            run.cancel()

    def cancel_all(self) -> None:
        """Stop everything that runs."""
        _cancel(self.runs)


def _cancel(runs: dict[int, Run]) -> None:
    for run in runs.values():
        run.cancel()
