"""A column that replays a model run which comes with the samples: no network, no key, and never for another request."""

from collections.abc import Callable

import streamlit as st

from compaction_core import lab
from compaction_core.lab import Column
from compaction_core.samples import samples
from compaction_core.summarizers import recordings
from compaction_core.summarizers.bundled import LADDER, BundledRun, bundled_runs, place
from ui.lab import editor
from ui.lab.chosen import Chosen, key
from ui.lab.prompts import EDITED, Prompts
from ui.scene import Scene
from ui.words import escape

ANOTHER = (
    "Recorded for another request: the messages, the prompt or the settings are not those it answered. Put them back "
    "as the sample opens, or ask a model of your own with the button above."
)


def runs(sample: str | None) -> tuple[BundledRun, ...]:
    """The runs that come with what is shown; none for someone's own transcript."""
    return bundled_runs(sample) if sample is not None else ()


def which(number: int) -> str:
    """The widget key that says which run a column replays."""
    return key("bundled", number)


def draw(number: int, letter: str, found: Prompts, scene: Scene, changed: Callable[[], None]) -> Chosen:
    """Which run it is, who answered, and when."""
    there = runs(scene.sample)
    if not there:
        having = ", ".join(sample.name for sample in samples() if sample.runs)
        return Chosen(
            number, letter, Column(summarizer="bundled"), f"No model run comes with this session, but with {having}.",
            replays=True,
        )  # fmt: skip
    run = there[_chosen(number, there, changed)]
    column = Column(
        summarizer="litellm", settings=run.settings, prompt=run.prompt or found.chosen(EDITED),
        focus=editor.focus(), must_keep=editor.must_keep(), ladder=LADDER,
    )  # fmt: skip
    kept = recordings.find(place(), lab.request_of(column, scene.request), run.settings)
    if kept is None:
        return Chosen(number, letter, column, ANOTHER, replays=True, unready="recorded for another request")
    st.caption(escape(f"{run.model}, {run.about}. Recorded {kept.recorded_at[:10]}; nothing is sent."))
    return Chosen(number, letter, column, replays=True)


def _chosen(number: int, there: tuple[BundledRun, ...], changed: Callable[[], None]) -> int:
    if len(there) == 1:
        return 0
    if st.session_state.get(which(number)) not in range(len(there)):
        st.session_state[which(number)] = 0
    chosen: int = st.selectbox(
        "Recorded run", range(len(there)), key=which(number), persist_state="session", on_change=changed,
        format_func=lambda place: _label(there[place]), label_visibility="collapsed",
    )  # fmt: skip
    return chosen


def _label(run: BundledRun) -> str:
    title = run.prompt.title if run.prompt else "the strategy's own"
    return f"Prompt: {title}"
