"""What every page looks at: the shared choices, and what follows from them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import streamlit as st

from compaction_core.compaction import Compaction
from compaction_core.figures.growth import Lines
from compaction_core.finding import kept_goal
from compaction_core.findings import Finding
from compaction_core.passes import MOST_PASSES, again
from compaction_core.report.words import counted_by
from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers import SummaryRequest
from compaction_core.tokens import Measured
from compaction_core.watching import Watch
from ui import cached, frame
from ui.edits import Edits
from ui.state.keys import Key


@dataclass(frozen=True)
class Scene:
    """One run of the script: choices in, records out, all through the cache."""

    session: Session
    sample: str | None
    strategy: Strategy
    settings: Parameters
    window: int | None
    counter: str
    estimator: str
    """The counter the strategy decides by."""
    after: int | None
    overhead: int | None
    message: int | None
    dark: bool
    pins: tuple[int, ...] = ()
    """Messages protected by hand."""
    before: "Scene | None" = None
    """The pass before, whose result this scene compacts again; None for the session as it is."""
    numbers: tuple[int | None, ...] = ()
    """Of a later pass: the number each of its messages has in the session, None for what a pass brought in."""

    @cached_property
    def measured(self) -> Measured:
        """Display count."""
        return cached.counted(self.session, self.session.digest, self.counter)

    @property
    def counted(self) -> str:
        """How the display count came about, for beside a number."""
        return counted_by(self.counter, self.measured.basis)

    @cached_property
    def watch(self) -> Watch:
        """The session against the trigger."""
        digest, settings = self.session.digest, self.settings.model_dump_json()
        cached.counted(self.session, digest, self.estimator)
        return cached.watched(
            self.session, digest, self.strategy.name, self.window, settings, self.overhead, self.estimator
        )

    @property
    def at(self) -> int:
        """How many messages are in the list: as chosen, when the trigger fires, or all of them."""
        size = len(self.session.messages)
        if self.after is not None:
            return min(self.after + 1, size)
        return self.watch.fired or size

    @cached_property
    def plan(self) -> Plan:
        """The plan at that moment."""
        digest, settings = self.session.digest, self.settings.model_dump_json()
        return cached.planned(
            self.session, digest, self.strategy.name, self.window, settings, self.at, self.estimator, self.pins,
            self.overhead,
        )  # fmt: skip

    @property
    def plan_key(self) -> str:
        """What the plan depends on, in one string."""
        pins, settings = ",".join(map(str, self.pins)), self.settings.model_dump_json()
        moment = f"{self.window} {self.at} {self.overhead} {self.estimator}"
        return f"{self.session.digest} {self.strategy.name} {moment} {pins} {settings}"

    @property
    def trigger(self) -> str:
        """Why it compacts here: the trigger fired, or someone asked for it."""
        if self.before is not None:
            return self.before.trigger
        return "context_window_limit" if self.at == self.watch.fired and self.after is None else "manual"

    @property
    def request(self) -> SummaryRequest:
        """The summarizer's exact input."""
        return cached.requested(self.session, self.session.digest, self.plan, self.plan_key)

    def compaction(self, summarizer: str = "offline", edits: Edits | None = None) -> Compaction:
        """The compaction carried out, with this visitor's edits of summary and wrapper."""
        edits = edits or Edits()
        summary = cached.summarized(self.request, self.plan_key, summarizer)
        if edits.text is not None:
            summary = cached.given(edits.text, edits.note)
        wrapper = edits.applied(self.strategy.wrapper(self.plan)).model_dump_json()
        return cached.compacted(
            self.session, self.plan, self.plan_key, self.measured, self.counter, summary, summary.text,
            summary.note, wrapper, self.overhead, self.trigger,
        )  # fmt: skip

    def findings(self, result: Compaction, stop_reason: str | None = None) -> tuple[Finding, ...]:
        """What the checks find in the summary as it is stored; nothing where there is none on purpose."""
        if not result.request.indexes or result.summary.basis == "none":
            return ()
        return cached.checked(self.request, self.plan_key, self.counter, result.summary.text, stop_reason)

    def passes(
        self, summarizer: str = "offline", edits_of: Callable[["Scene"], Edits] | None = None
    ) -> tuple[tuple["Scene", Compaction], ...]:
        """Every pass that the system makes at once, each with its own scene; ``edits_of`` gives a visitor's edits."""
        found: list[tuple[Scene, Compaction]] = []
        now: Scene | None = self
        while now is not None and len(found) < MOST_PASSES:
            result = now.compaction(summarizer, edits_of(now) if edits_of is not None else None)
            found.append((now, result))
            now = now._next(result)
        return tuple(found)

    def _next(self, result: Compaction) -> "Scene | None":
        """The scene of the pass after this one."""
        settings = again(result)
        if settings is None:
            return None
        key = f"{self.plan_key} {self.trigger} {result.summary.text} {result.wrapper.model_dump_json()}"
        numbers = tuple(self.original(entry.index) for entry in result.view)
        return replace(
            self,
            session=cached.followed(self.session, result, key),
            settings=settings,
            after=len(result.view) - 1,
            message=_place(result, self.selected),
            pins=tuple(place for place, entry in enumerate(result.view) if entry.index in self.pins),
            before=self,
            numbers=numbers,
        )

    def original(self, number: int | None) -> int | None:
        """The number in the session of a message of this scene; None for what a pass brought in."""
        return number if self.before is None or number is None else self.numbers[number]

    @cached_property
    def lines(self) -> Lines:
        """The lines of the timeline."""
        system = sum(self.measured.columns.get("system", ()))
        found = system + self.measured.tools
        words, goal = kept_goal(self.plan) or ("", None)
        typed = self.overhead is not None and self.overhead > system
        threshold = self.watch.threshold if self.watch.unit == "tokens" else None
        threshold_error, goal_error = cached.estimate_errors(
            self.session, self.session.digest, self.strategy.name, self.settings.model_dump_json(), self.estimator,
            self.counter, threshold, goal,
        )  # fmt: skip
        return Lines(
            window=self.window,
            threshold=threshold,
            threshold_error=threshold_error,
            goal=goal,
            goal_error=goal_error,
            goal_words=words,
            floor=self.overhead if typed and self.overhead else found,
            floor_basis=self._given if typed else self.measured.basis,
        )

    @property
    def _given(self) -> str:
        """How an overhead that is not counted came about."""
        told = cached.reported(self.session, self.session.digest, self.counter).overhead
        return "from reported usage" if self.overhead == told else "as typed in"

    @property
    def selected(self) -> int | None:
        """The selected message, if the session has it."""
        return self.message if self.message is not None and self.message < len(self.session.messages) else None


def _place(result: Compaction, number: int | None) -> int | None:
    """Where a message stands in the new list."""
    places = (place for place, entry in enumerate(result.view) if entry.index == number)
    return None if number is None else next(places, None)


def scene() -> Scene:
    """The scene that app.py set for this run."""
    if "scene" not in st.session_state:
        # A fresh server runs a script of a folder named pages by itself until st.navigation was called once.
        frame.navigation()
        st.rerun()
    found: Scene = st.session_state["scene"]
    return found


def select_message(index: int) -> None:
    """Select a message everywhere."""
    st.session_state[Key.MESSAGE] = index
