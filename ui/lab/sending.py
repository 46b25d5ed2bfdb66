"""Before anything is sent: what it takes, what leaves this computer, and the button that sends it."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from compaction_core import lab
from compaction_core.summarizers import bundled, litellm
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.estimates import Estimate, estimate
from compaction_core.summarizers.ladder import ASKING
from compaction_core.summarizers.outgoing import masked_request
from compaction_core.summarizers.recordings import digest
from compaction_core.tokens import counters
from compaction_core.words import count
from ui import cached, masking
from ui.lab import folder, keys, places, rungs
from ui.lab.chosen import Chosen
from ui.lab.runs import Bench, Job
from ui.scene import Scene

NOUNS = {
    "secret": "secrets", "email": "e-mails", "home_path": "home folders", "user_name": "user names",
    "word": "own words",
}  # fmt: skip


@dataclass(frozen=True)
class Parcel:
    """One column's request as it would be sent."""

    chosen: Chosen
    request: SummaryRequest
    masked: dict[str, int] | None
    """Values masked, by kind; None: nothing is masked."""

    @property
    def identity(self) -> str:
        """What the answer depends on."""
        return f"{digest(self.request)} {self.chosen.column.model_dump_json(exclude={'prompt'})}"


def parcel(chosen: Chosen, scene: Scene, bench: Bench) -> Parcel:
    """The column's request, masked if it is to be."""
    request = lab.request_of(chosen.column, scene.request)
    if not chosen.masked:
        return Parcel(chosen, request, None)
    wanted = masking.chosen()
    key = f"{scene.plan_key} {digest(request)} {wanted.model_dump_json()}"
    if key not in bench.masked:
        with st.spinner("Masking what is sent"):
            outgoing = masked_request(request, wanted)
        while len(bench.masked) >= 12:
            del bench.masked[next(iter(bench.masked))]
        bench.masked[key] = outgoing
    return Parcel(chosen, bench.masked[key].request, dict(bench.masked[key].counts))


def write_here(parcels: list[Parcel], scene: Scene, bench: Bench) -> None:
    """Columns that ask no model are run at once, whenever something about them changed."""
    for each in parcels:
        run = bench.runs.get(each.chosen.number)
        if each.chosen.asks or each.chosen.problem or not scene.request.indexes:
            continue
        identity = f"{scene.plan_key} {scene.counter} {each.chosen.column.model_dump_json()}"
        if run is None or run.job.identity != identity:
            replays = each.chosen.replays
            job = Job(
                each.chosen.column, each.request, scene.plan_key, identity, scene.counter,
                smaller=rungs.smaller(scene, each.request) if replays else (),
                folder=bundled.place() if replays else None, replay=replays, memo=cached.read_before(),
            )  # fmt: skip
            with st.spinner("Summarizing"):
                bench.write(each.chosen.number, job)


def job(each: Parcel, scene: Scene) -> Job:
    """Everything a thread needs."""
    return Job(
        column=each.chosen.column,
        request=each.request,
        plan_key=scene.plan_key,
        identity=each.identity,
        counter=scene.counter,
        smaller=rungs.smaller(scene, each.request),
        folder=folder.folder(),
        replay=folder.replaying(),
    )


def draw(parcels: list[Parcel], scene: Scene, bench: Bench) -> None:
    """The table of what would be sent, and the one button that sends it."""
    ready = [each for each in parcels if each.chosen.ready]
    if not any(each.chosen.asks for each in parcels):
        return
    if ready and scene.request.indexes:
        st.dataframe(_table(ready, scene.counter), hide_index=True, placeholder="unknown", column_config=_FORMATS)
    replay = folder.replaying()
    if ready and not replay:
        # Not beside the runs: Streamlit collects garbage after every look at them, and the import would starve.
        with st.spinner("Loading LiteLLM, once: 5 to 10 seconds"):
            litellm.load()
    what = f"{len(ready)} {'model' if len(ready) == 1 else 'models'}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Replay {what}" if replay else f"Send to {what}", type="primary", icon=":material/send:",
            key="lab_send", disabled=not ready or not scene.request.indexes or bench.running,
            on_click=_send, args=(ready, scene, bench),
        )  # fmt: skip
        st.caption(_said(ready, scene.counter))


def _said(ready: list[Parcel], counter: str) -> str:
    if not ready:
        return "Nothing is sent before a model is named."
    if folder.replaying():
        return "Answers come from the folder; nothing is sent."
    notes = [f"Tokens by {counters.get(counter).label}; the model counts a little differently. Prices: LiteLLM's list."]
    ladders = [each.chosen.column.ladder for each in ready]
    if any(rung.kind in ASKING for ladder in ladders for rung in ladder.rungs):
        notes.append("Each further attempt of the ladder costs again.")
    if injected := sum(len(ladder.injections) for ladder in ladders):
        notes.append(f"Injected: {count(injected, 'fault')}, for which nothing is sent.")
    return " ".join(notes)


def _send(ready: list[Parcel], scene: Scene, bench: Bench) -> None:
    for each in ready:
        settings = [each.chosen.column.settings, *each.chosen.column.ladder.models()]
        wanted = {places.place(one) for one in settings if one is not None}
        held = {place: key for place, key in keys.held().items() if place in wanted}
        bench.start(each.chosen.number, job(each, scene), held)


_FORMATS = {
    "column": st.column_config.TextColumn(width=60),
    "model": st.column_config.TextColumn(width="medium"),
    "goes to": st.column_config.TextColumn(width="medium"),
    "tokens in": st.column_config.NumberColumn(format="localized"),
    "most out": st.column_config.NumberColumn(format="localized"),
    "window": st.column_config.NumberColumn(format="localized"),
}


def _table(ready: list[Parcel], counter: str) -> pd.DataFrame:
    return pd.DataFrame([_row(each, counter) for each in ready])


def _row(each: Parcel, counter: str) -> dict[str, object]:
    column = each.chosen.column
    assert column.settings is not None  # noqa: S101
    found: Estimate = estimate(each.request, column.settings, counter)
    where = places.place(column.settings)
    return {
        "column": each.chosen.letter,
        "model": column.settings.model,
        "goes to": f"this computer, {where}" if places.is_here(column.settings) else where,
        "tokens in": found.tokens_in * column.runs,
        "most out": None if found.most_out is None else found.most_out * column.runs,
        "window": found.window,
        "fits": {True: "yes", False: "NO", None: "unknown"}[found.fits],
        "price": dollars(found.price_in, found.price_most, column.runs),
        "masked": masked(each.masked),
    }


def dollars(least: float | None, most: float | None, runs: int = 1) -> str:
    """A price range in dollars."""
    if least is None:
        return "unknown"
    low = f"${least * runs:,.4f}"
    return f"{low} and the answer" if most is None else f"{low} to ${most * runs:,.4f}"


def masked(counts: dict[str, int] | None) -> str:
    """What was masked, in words."""
    if counts is None:
        return "nothing is masked"
    found = [f"{number:,} {NOUNS.get(kind, kind)}" for kind, number in counts.items() if number]
    return f"masked: {', '.join(found)}" if found else "nothing found to mask"
