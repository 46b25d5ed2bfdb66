"""The fallback ladder as data: what is tried, one rung after another, when a summary fails. ``climb`` runs it.

    Ladder(rungs=(Retry(times=2), Smaller(), OtherModel(settings=cheap), Offline()))

An ending without a summary means: change nothing. The list of messages is not touched by any rung.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Protocol, Self, get_args

from pydantic import Field, model_validator

from compaction_core.session import Record, Usage
from compaction_core.summarizers.base import Summary, SummaryRequest
from compaction_core.summarizers.runs import Answer, ModelSettings, Outcome

Verdict = Outcome | Literal["blank", "rejected"]
"""What an attempt came to: a whole answer may still be blank, or rejected by a check."""
VERDICTS: tuple[Verdict, ...] = (*get_args(Outcome), "blank", "rejected")
PASSING: tuple[Verdict, ...] = ("timeout", "rate_limit", "server_error", "dropped", "garbage", "blank", "rejected")
"""Failures that may be gone at the next try."""
FAILURES: tuple[Verdict, ...] = tuple(v for v in VERDICTS if v not in ("ok", "cancelled"))

Fault = Literal["timeout", "429", "500", "overflow", "dropped", "garbage", "refusal", "blank"]
"""What can be put in on purpose (``injected``)."""
FAULTS: tuple[Fault, ...] = get_args(Fault)


class Retry(Record):
    """Send the last request again, up to ``times``."""

    kind: Literal["retry"] = "retry"
    times: int = Field(default=1, ge=1, le=10)
    on: tuple[Verdict, ...] = PASSING
    wait: float = Field(default=0.0, ge=0, le=300)
    """Seconds before each try."""


class Smaller(Record):
    """Send the system's smaller requests, one after another."""

    kind: Literal["smaller"] = "smaller"
    on: tuple[Verdict, ...] = ("overflow",)


class OtherModel(Record):
    """Send the first request to another model; later rungs go on with that model."""

    kind: Literal["model"] = "model"
    settings: ModelSettings
    on: tuple[Verdict, ...] = FAILURES


class Offline(Record):
    """Write the summary here, by fixed rules; this does not fail."""

    kind: Literal["offline"] = "offline"
    on: tuple[Verdict, ...] = FAILURES


class Keep(Record):
    """Give up and go on with the messages as they were."""

    kind: Literal["keep"] = "keep"


class Fail(Record):
    """Give up and report the error; the messages stay as they were."""

    kind: Literal["error"] = "error"


Rung = Annotated[Retry | Smaller | OtherModel | Offline | Keep | Fail, Field(discriminator="kind")]
Kind = Literal["first", "retry", "smaller", "model", "offline", "keep", "error"]
ASKING: tuple[Kind, ...] = ("first", "retry", "smaller", "model")
"""Where a model is asked, and so where a fault can be put in."""


class Injection(Record):
    """A fault in place of one request, so that a ladder can be watched at work; nothing is sent for it."""

    rung: int | None = None
    """0-based place of the rung in the ladder; None: the first request."""
    attempt: int = Field(default=0, ge=0)
    """0-based try on that rung."""
    fault: Fault


class Ladder(Record):
    """The rungs below the first request, any kind as often as wanted. Without Keep or Fail it ends like Fail.

    Raises ValidationError for an injection on a rung that is not there or asks no model.
    """

    rungs: tuple[Rung, ...] = ()
    accept_blank: bool = False
    """Whether a blank answer is stored as it is, as Letta Code does."""
    injections: tuple[Injection, ...] = ()
    """For one request the last one holds."""

    @model_validator(mode="after")
    def _injected_where_asked(self) -> Self:
        for one in self.injections:
            if one.rung is not None and not (0 <= one.rung < len(self.rungs) and self.rungs[one.rung].kind in ASKING):
                raise ValueError(f"Rung {one.rung} asks no model; put the fault on a retry, smaller or model rung.")
        return self

    @property
    def end(self) -> int:
        """Place of the first rung that gives up; ``len(rungs)`` where none does. Nothing below it is reached."""
        return next((i for i, rung in enumerate(self.rungs) if rung.kind in ("keep", "error")), len(self.rungs))

    def faults(self, rung: int | None) -> dict[int, Fault]:
        """The faults put in on a rung, by try."""
        return {one.attempt: one.fault for one in self.injections if one.rung == rung}

    def models(self) -> Iterator[ModelSettings]:
        """The other models it may ask."""
        return (rung.settings for rung in self.rungs if rung.kind == "model")


class Attempt(Record):
    """One try. ``verdict`` is None while it runs; the same index comes again when it has ended."""

    index: int
    rung: int | None
    """0-based place of the rung in the ladder; None for the first request."""
    kind: Kind
    model: str | None
    """None: no model is asked."""
    chars: int
    """Characters of instructions and transcript."""
    tokens: int
    verdict: Verdict | None = None
    seconds: float = 0.0
    error: str | None = None
    usage: Usage | None = None
    stop_reason: str | None = None
    origin: Literal["live", "recorded", "injected"] = "live"
    """recorded: replayed; injected: a fault put in on purpose, nothing was sent."""


class Ending(Record):
    """What the ladder came to."""

    ended: Literal["stored", "kept", "failed", "cancelled"]
    summary: Summary | None = None
    """None: nothing is stored and no message is lost."""
    answer: Answer | None = None
    """The answer behind the summary, or the last one."""
    reason: str
    """One sentence."""
    attempts: tuple[Attempt, ...]


class Ask(Protocol):
    """Whatever answers a request: ``litellm.ask`` with its key bound, a replay, or a script."""

    def __call__(self, request: SummaryRequest, settings: ModelSettings) -> Answer:
        """One answer; a fault is an outcome."""
        ...
