"""The page of what really happened: the recorded events, and the strategy's own decision beside one of them."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from compaction_core import recorded as core
from compaction_core.recorded import Beside, Happened
from compaction_core.words import count
from ui import cached, link, masking
from ui.recorded.tables import agreement, every
from ui.recorded.texts import summaries
from ui.scene import Scene
from ui.state import sessions
from ui.words import escape

__all__ = ["agreement", "beside", "chosen", "events", "every", "example", "legend", "nothing", "summaries", "unplaced"]

PARAMETER, FOLLOWED = "event", "recorded_link_followed"
"""The query parameter, the number of an event from 0; and whether a link's own was taken up."""
EXAMPLE = "already_compacted"
"""The bundled session that records two compactions."""


def events(scene: Scene) -> tuple[Happened, ...]:
    """Everything the file records."""
    return core.happened(scene.session, scene.measured)


def key(scene: Scene) -> str:
    """The control's key: every session has its own event."""
    return f"recorded_event {scene.session.digest}"


def chosen(scene: Scene, found: Sequence[Happened]) -> int:
    """Which event is looked at: from the page, else from the link that was opened, else the first."""
    numbers, own = range(len(found)), key(scene)
    if own not in st.session_state:
        linked = "" if FOLLOWED in st.session_state else link.asked(PARAMETER) or ""
        there = linked.isascii() and linked.isdecimal() and len(linked) < 7 and int(linked) in numbers
        if linked and not there:
            link.unknown("a recorded event", linked, "the first")
        st.session_state[own] = int(linked) if there else 0
    st.session_state[FOLLOWED] = True
    nth: int = st.selectbox(
        "Recorded event", numbers, key=own, persist_state="session", format_func=lambda n: _named(found[n])
    )  # fmt: skip
    link.put(PARAMETER, nth, None)
    return nth


def _named(record: Happened) -> str:
    event = record.event
    kind = "compaction" if event.kind == "compact" else "clear"
    why = f", {escape(event.trigger)}" if event.trigger else ""
    return f"{record.nth}: {kind} before #{event.index}{why}"


def beside(scene: Scene, record: Happened) -> Beside:
    """The strategy in the sidebar on the list the model had at that moment, with an offline summary."""
    there = replace(scene, after=record.event.index - 1)
    return cached.beside(
        there.session, there.session.digest, record, record.nth, there.plan, there.plan_key, there.compaction(),
        there.watch, there.measured, there.counter,
    )  # fmt: skip


def legend(scene: Scene) -> None:
    """How to read the picture."""
    st.caption(
        f"The messages the model had right before, twice; widths are tokens, {scene.counted}. Solid: stayed word for "
        "word; hatched: went into the summary; crossed: hidden without one; empty in a dotted outline: blanked there, "
        "and what was blanked before has no width. The gold block is the "
        "summary on the same scale. Messages that stayed from an earlier context stand in the order of the file."
    )


def unplaced(scene: Scene) -> None:
    """Blanked outputs of which the file does not say when."""
    found = core.unplaced(scene.session)
    if found:
        lead = f"{count(len(found), 'tool output')} {'is' if len(found) == 1 else 'are'} marked as blanked"
        st.caption(f"{lead} (the first is #{found[0]}), and the file does not say when.")


def nothing(scene: Scene) -> None:
    """A session that records nothing: say so, and offer one that does."""
    st.subheader("This file records no compaction and no clear, so there is nothing to set a strategy beside.")
    unplaced(scene)
    title = masking.shown(sessions.bundled()[EXAMPLE].title)
    st.button(
        f"Open “{title}”, which records two", icon=":material/history:", on_click=sessions.choose, args=(EXAMPLE,),
        key="recorded_example",
    )  # fmt: skip


def example(scene: Scene) -> Scene:
    """The bundled session under this visitor's strategy, for a picture of what a record looks like."""
    sample = sessions.bundled()[EXAMPLE]
    return replace(
        scene, session=masking.session(cached.sample(EXAMPLE)), sample=EXAMPLE, window=sample.context_window,
        after=None, message=None, pins=(),
    )  # fmt: skip
