"""The bench of this browser session, and forgetting it."""

import streamlit as st

from compaction_core.lab import Result
from compaction_core.words import count, percent, span
from ui.lab.chosen import Chosen
from ui.lab.results import current
from ui.lab.runs import Bench
from ui.lab.sending import Parcel
from ui.scene import Scene
from ui.words import escape

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
    runs = {each.chosen: current(each, scene, held) for each in parcels}
    done = {chosen: run.result for chosen, run in runs.items() if run is not None and run.result is not None}
    said = f"{what}, {tokens:,} tokens ({scene.counted}), become one summary."
    sizes = [
        f"{chosen.letter} ({_short(chosen, result)}) {result.tokens:,} tokens, {percent(result.tokens, tokens)}"
        for chosen, result in done.items()
        if result.state == "done" and result.tokens
    ]
    if not sizes:
        return f"{said} {len(done)} of {count(len(parcels), 'column')} came back, none with a text."
    return f"{said} {len(done)} of {count(len(parcels), 'column')} came back: {'; '.join(sizes)}."


def _short(chosen: Chosen, result: Result) -> str:
    settings = chosen.column.settings
    if settings is None or (result.summary is not None and result.summary.basis == "offline"):
        return chosen.column.summarizer if settings is None else "offline rung"
    name = escape(settings.model.rpartition("/")[2][:40])
    return f"{name}, recorded" if chosen.replays else name
