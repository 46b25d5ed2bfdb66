"""What the recipe does to the session of the sidebar."""

from dataclasses import replace

import streamlit as st

from compaction_core.figures import strip
from compaction_core.report.story import outcome
from compaction_core.strategies import strategies
from compaction_core.strategies.composed.recipe import write
from compaction_core.strategies.planner import settle
from ui import parts
from ui.build.held import Held
from ui.scene import Scene
from ui.state.keys import Key, setting
from ui.words import escape


def built(scene: Scene, held: Held) -> Scene:
    """The sidebar's scene under the held recipe, which decides by its own counter."""
    strategy = strategies.get("composed")
    text = _text(held)
    settings = settle(strategy, {"recipe": text})
    return replace(scene, strategy=strategy, settings=settings, estimator=strategy.estimator(settings))


def _text(held: Held) -> str:
    return write(held.recipe) if held.error else held.text


def headline(now: Scene, held: Held) -> str:
    """The result in one sentence."""
    watch = now.watch
    fired = f"It first acts after #{watch.fired - 1}" if watch.fired else "It never acts by itself here"
    at = "" if watch.fired == now.at else f"; planned after #{now.at - 1}"
    return f"{escape(held.recipe.name)}: {escape(outcome(now.plan, now.session))}. {fired}{at}."


def draw(now: Scene, held: Held) -> None:
    """The strip, what each axis did, and the button that makes it the sidebar's strategy."""
    parts.chart(
        strip(now.measured, now.plan, session=now.session, selected=now.selected, dark=now.dark),
        key="build_strip",
        alt="The planned messages as blocks, their width their tokens; patterns show what becomes of them",
    )
    text = _text(held)
    used = st.session_state.get(Key.STRATEGY) == "composed" and st.session_state.get(setting("recipe")) == text
    st.button(
        "In use everywhere" if used else "Use it everywhere", icon=":material/check:", type="primary", disabled=used,
        on_click=_use, args=(text,), help="Makes it the strategy in the sidebar, for every page.",
    )  # fmt: skip
    lines = [f"{number}. {escape(step.text)}" for number, step in enumerate(now.plan.steps)]
    with st.expander("Step by step"):
        st.markdown("\n".join(lines))


def _use(text: str) -> None:
    st.session_state[Key.STRATEGY] = "composed"
    st.session_state[setting("recipe")] = text
    st.session_state[Key.STEP] = None
