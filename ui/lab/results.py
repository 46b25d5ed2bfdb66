"""What came back, column by column, redrawn twice a second while anything runs."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from ui.lab.cell import draw as draw_cell
from ui.lab.cell import state_of
from ui.lab.chosen import Chosen
from ui.lab.runs import Bench, Run
from ui.lab.sending import Parcel
from ui.scene import Scene

IN_A_ROW = 3
EVERY = 0.5
"""Seconds between two looks at what runs."""


def grid(number: int) -> int:
    """Columns beside each other, for so many in all; four as two by two."""
    return 2 if number in (1, 2, 4) else IN_A_ROW


def current(each: Parcel, scene: Scene, bench: Bench) -> Run | None:
    """The column's run, if it is of this cut; what another cut's run said is not shown."""
    run = bench.runs.get(each.chosen.number)
    if run is None or run.job.column.summarizer != each.chosen.column.summarizer:
        return None
    return run if run.job.plan_key == scene.plan_key and run.job.counter == scene.counter else None


def watched(draw: Callable[[], None], runs: list[Run | None]) -> None:
    """Draw as a fragment that looks again while one of its runs goes on, and then draws the whole page."""
    running = _going_on(runs)

    def part() -> None:
        draw()
        if running and not _going_on(runs):
            st.rerun()

    st.fragment(part, run_every=EVERY if running else None)()


def _going_on(runs: list[Run | None]) -> bool:
    return any(run is not None and run.running for run in runs)


def row(parcels: list[Parcel], width: int, scene: Scene, bench: Bench) -> None:
    """The results of up to ``width`` columns beside each other."""

    def draw() -> None:
        for place, each in zip(st.columns(width), parcels, strict=False):
            with place, st.container(border=True):
                draw_cell(each, current(each, scene, bench), scene)

    watched(draw, [current(each, scene, bench) for each in parcels])


def table(parcels: list[Parcel], scene: Scene, bench: Bench) -> None:
    """All columns as rows."""
    st.markdown("##### Side by side")
    rows = [_row(each.chosen, current(each, scene, bench)) for each in parcels]
    most = max((row["tokens"] or 0 for row in rows), default=0)
    bars = st.column_config.ProgressColumn("tokens, counted", format="localized", min_value=0, max_value=most or 1)
    shown = pd.DataFrame(rows).dropna(axis="columns", how="all")
    st.dataframe(shown, hide_index=True, placeholder="", column_config={**_FORMATS, "tokens": bars})
    for each in parcels:
        run = current(each, scene, bench)
        if run is not None and len(run.results) > 1:
            _spread(each.chosen, run)


def texts(parcels: list[Parcel], scene: Scene, bench: Bench) -> dict[str, str]:
    """The finished summaries by the column's letter."""
    found = {each.chosen.letter: current(each, scene, bench) for each in parcels}
    return {
        letter: run.result.summary.text
        for letter, run in found.items()
        if run is not None and run.result is not None and run.result.summary is not None and run.result.summary.text
    }


_FORMATS = {
    "column": st.column_config.TextColumn(width=60),
    "summarizer": st.column_config.TextColumn(width="medium"),
    "state": st.column_config.TextColumn(width=110),
    "reported in": st.column_config.NumberColumn(format="localized"),
    "reported out": st.column_config.NumberColumn(format="localized"),
    "first token": st.column_config.NumberColumn("first token (s)", format="%.2f"),
    "total": st.column_config.NumberColumn("in all (s)", format="%.2f"),
    "price": st.column_config.NumberColumn("price ($)", format="%.5f"),
}


def _row(chosen: Chosen, run: Run | None) -> dict[str, Any]:
    result = run.result if run is not None and not run.running else None
    usage = result.reported if result else None
    severities = [finding.severity for finding in result.findings] if result else []
    return {
        "column": chosen.letter,
        "summarizer": chosen.column.label,
        "state": state_of(chosen, run),
        "tokens": result.tokens if result else None,
        "errors": severities.count("error") if result else None,
        "warnings": severities.count("warning") if result else None,
        "first token": result.seconds_to_first if result else None,
        "total": result.seconds if result and chosen.asks else None,
        "reported in": usage.context if usage else None,
        "reported out": usage.output if usage else None,
        "price": result.price if result else None,
        "attempts": len(result.attempts) if result and result.attempts else None,
        "stop": result.stop_reason if result else None,
    }


def _spread(chosen: Chosen, run: Run) -> None:
    done = pd.DataFrame(
        {
            "tokens": [result.tokens for result in run.results if result.state == "done"],
            "seconds": [result.seconds for result in run.results if result.state == "done"],
        }
    )
    failed = len(run.results) - len(done)
    st.caption(f"Column {chosen.letter}, repeated {len(run.results):,} times, {failed:,} without a summary:")
    if len(done):
        spread = done.agg(["min", "median", "max"]).rename_axis("of the runs").reset_index()
        st.dataframe(spread, hide_index=True, width=420)
