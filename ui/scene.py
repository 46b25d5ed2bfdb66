"""What every page looks at: the shared choices, and what follows from them."""

from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from compaction_core.compaction import Compaction
from compaction_core.figures.growth import Lines
from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, Plan, Strategy
from compaction_core.summarizers import Wrapper
from compaction_core.tokens import Measured, counters
from compaction_core.watching import Watch
from ui import cached, frame
from ui.state import Key


@dataclass(frozen=True)
class Scene:
    """One run of the script: choices in, records out, all through the cache."""

    session: Session
    name: str
    """What the person calls the session: a sample's title or a file's name. Untrusted text."""
    sample: str | None
    strategy: Strategy
    settings: Parameters
    window: int | None
    counter: str
    after: int | None
    overhead: int | None
    message: int | None
    dark: bool

    @cached_property
    def measured(self) -> Measured:
        """Display count."""
        return cached.measured(self.session, self.session.digest, self.counter)

    @property
    def counted(self) -> str:
        """How the display count came about, for beside a number."""
        return f"{counters.get(self.counter).label}, {self.measured.basis}"

    @cached_property
    def watch(self) -> Watch:
        """The session against the trigger."""
        digest, settings = self.session.digest, self.settings.model_dump_json()
        return cached.watched(self.session, digest, self.strategy.name, self.window, settings, self.overhead)

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
        return cached.planned(self.session, digest, self.strategy.name, self.window, settings, self.at)

    @property
    def plan_key(self) -> str:
        """What the plan depends on, in one string."""
        settings = self.settings.model_dump_json()
        return f"{self.session.digest} {self.strategy.name} {self.window} {self.at} {settings}"

    def compaction(
        self, summarizer: str = "offline", text: str | None = None, wrapper: Wrapper | None = None
    ) -> Compaction:
        """The compaction carried out."""
        return cached.compacted(
            self.session, self.plan, self.plan_key, self.measured, summarizer, text, wrapper, self.overhead
        )

    @cached_property
    def lines(self) -> Lines:
        """The lines of the timeline."""
        system = sum(self.measured.columns.get("system", ()))
        found = system + self.measured.tools
        goal = next((step.goal for step in self.plan.steps if step.goal is not None), None)
        return Lines(
            window=self.window,
            threshold=self.watch.threshold,
            goal=goal,
            floor=found if self.overhead is None else self.overhead,
            floor_basis=self.measured.basis if self.overhead is None else "as typed in",
        )

    @property
    def selected(self) -> int | None:
        """The selected message, if the session has it."""
        return self.message if self.message is not None and self.message < len(self.session.messages) else None


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
