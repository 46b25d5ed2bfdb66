"""The bench of this browser session, and forgetting it."""

import streamlit as st

from compaction_core.report.words import count, percent, span
from ui.lab.results import current
from ui.lab.runs import Bench
from ui.lab.sending import Parcel
from ui.scene import Scene

BENCH = "lab_bench"


def bench() -> Bench:
    """All runs of this visitor; they survive a change of page."""
    held: Bench = st.session_state.setdefault(BENCH, Bench())
    return held


def sentence(scene: Scene, parcels: list[Parcel], held: Bench) -> str:
    """What is to be summarized, and what has been run."""
    request = scene.request
    if not request.indexes:
        return "At this moment nothing is summarized, so there is nothing to compare; choose another window or moment."
    tokens = sum(scene.measured.counts[i] for i in request.indexes)
    what = f"{count(len(request.indexes), 'message')} ({span(request.indexes[0], request.indexes[-1] + 1)})"
    runs = {each.chosen.letter: current(each, scene, held) for each in parcels}
    done = {letter: run.result for letter, run in runs.items() if run is not None and run.result is not None}
    written = {letter: result.tokens for letter, result in done.items() if result.state == "done" and result.tokens}
    said = f"{what}, {tokens:,} tokens ({scene.counted}), become one summary."
    if not written:
        return f"{said} {count(len(done), 'column')} of {len(parcels)} came back, none with a text."
    sizes = ", ".join(
        f"{letter} {size:,} tokens ({percent(size, tokens)})" for letter, size in written.items() if size is not None
    )
    return f"{said} {len(done)} of {len(parcels)} columns came back: {sizes}."
