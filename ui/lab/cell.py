"""One column's result: state, numbers, the summary as plain text, the ladder, the findings, and what to do with it."""

import time
from pathlib import Path

import pandas as pd
import streamlit as st

from compaction_core.findings import Finding
from compaction_core.lab import Result
from compaction_core.summarizers.ladder import Attempt
from compaction_core.tokens import counters
from ui import edits, view_parts
from ui.lab.chosen import Chosen
from ui.lab.runs import Run
from ui.lab.sending import Parcel
from ui.scene import Scene
from ui.words import escape

LONGEST, EXCERPT, SHOWN = 20_000, 60, 3
"""Characters shown of a summary; characters around a piece of evidence; findings shown at once."""
PINNED = "lab_pinned"
WORDS = {
    "error": ":red[:material/dangerous:] **Error**",
    "warning": ":orange[:material/warning:] **Warning**",
    "note": ":blue[●] **Note**",
}
BEFORE_AFTER = Path(__file__).parents[2] / "pages" / "before_after.py"


def state_of(chosen: Chosen, run: Run | None) -> str:
    """The state in a word or two."""
    if run is None:
        return "not ready" if chosen.problem else "not sent yet"
    if run.waiting:
        return "starting"
    if run.running:
        return "cancelling" if run.stopped else "running"
    if run.result is None:
        return "cancelled" if run.stopped else "failed"
    origins = {attempt.origin for attempt in run.result.attempts} - {"live"}
    rung = ", by the offline rung" if fell_back(chosen, run) else ""
    return run.result.state + rung + "".join(f", {origin}" for origin in sorted(origins))


def fell_back(chosen: Chosen, run: Run) -> bool:
    """Whether no model wrote a model column's summary."""
    summary = run.result.summary if run.result is not None else None
    return chosen.asks and summary is not None and summary.basis == "offline"


def summary_text(run: Run) -> str:
    """The summary to pin: before its clip, which the compaction makes again."""
    result = run.result
    if result is None or result.summary is None:
        return ""
    return run.text if result.summary.clipped_chars and run.text else result.summary.text


def draw(each: Parcel, run: Run | None, scene: Scene) -> None:
    """The whole cell."""
    chosen = each.chosen
    st.markdown(f"**{chosen.letter}** · {state_of(chosen, run)}")
    if chosen.problem and run is None:
        st.caption(escape(chosen.problem))
        return
    if run is None:
        empty = not scene.request.indexes
        st.caption("Nothing is summarized at this moment." if empty else "Send it with the button above.")
        return
    if run.running:
        _running(run, chosen)
        return
    if chosen.asks and run.job.identity != each.identity:
        st.caption(":orange[:material/history:] Prompt or settings have changed since this was sent.")
    if run.problem:
        st.warning(escape(run.problem))
    if run.result is not None:
        _finished(run, run.result, scene)


def _running(run: Run, chosen: Chosen) -> None:
    seconds, text = time.monotonic() - run.started, run.text
    which = f", run {len(run.results) + 1} of {run.job.column.runs}" if run.job.column.runs > 1 else ""
    waits = "Waiting for a free place." if run.waiting else ""
    st.caption(waits or f"{seconds:,.1f} s{which} · {len(text):,} characters so far")
    st.button("Cancel", icon=":material/cancel:", key=f"lab_cancel_{chosen.number}", on_click=run.cancel)
    st.code(text[-LONGEST:] or "…", language=None, wrap_lines=True, height=320)
    _ladder(run.attempts)


def _finished(run: Run, result: Result, scene: Scene) -> None:
    numbers = _numbers(result, run.job.column.summarizer == "litellm", scene)
    st.caption(" · ".join(map(escape, numbers)))
    if result.state != "done":
        st.text(result.reason)
        if run.text:
            st.caption("What had arrived; it is not stored.")
            st.code(run.text[:LONGEST], language=None, wrap_lines=True, height=160)
    elif result.summary is not None and result.summary.text:
        st.code(result.summary.text[:LONGEST], language=None, wrap_lines=True, height=320)
        if len(result.summary.text) > LONGEST:
            st.caption(f"The first {LONGEST:,} of {len(result.summary.text):,} characters.")
    else:
        st.caption("An empty summary: what is evicted leaves no trace.")
    if len(result.attempts) > 1:
        _ladder(result.attempts)
    if result.summary is not None:
        _findings(result.findings, result.summary.text)
        _use(run, scene)


def _numbers(result: Result, asked: bool, scene: Scene) -> list[str]:
    found = []
    if result.tokens is not None:
        found.append(f"{result.tokens:,} tokens ({counters.get(scene.counter).label})")
    if not asked:
        return [*found, *([result.reason] if result.reason else [])]
    if result.reported is not None:
        found.append(f"reported {result.reported.context:,} in, {result.reported.output:,} out")
    elif result.state == "done":
        found.append("the provider reported no tokens")
    if result.seconds_to_first is not None:
        found.append(f"first token after {result.seconds_to_first:.2f} s")
    found.append(f"{result.seconds:.2f} s in all")
    found.append(f"${result.price:,.5f}" if result.price is not None else "price unknown")
    if result.stop_reason:
        found.append(f"stop reason {result.stop_reason}")
    return found


def _ladder(attempts: tuple[Attempt, ...]) -> None:
    rows = [
        {
            "#": one.index,
            "rung": one.kind,
            "came to": (one.verdict or "running") + ("" if one.origin == "live" else f", {one.origin}"),
            "s": round(one.seconds, 2),
            "tokens": one.tokens,
            "said": one.error or "",
        }
        for one in attempts
    ]
    if rows:
        st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", row_height=28, column_config=_LADDER)


_LADDER = {
    "#": st.column_config.NumberColumn(width=30),
    "came to": st.column_config.TextColumn(width=130),
    "s": st.column_config.NumberColumn(format="%.2f", width=50),
    "tokens": st.column_config.NumberColumn(format="localized"),
    "said": st.column_config.TextColumn(width="large"),
}


def _findings(findings: tuple[Finding, ...], text: str) -> None:
    if not findings:
        st.caption("No check found anything.")
        return
    order = {"error": 0, "warning": 1, "note": 2}
    ranked = sorted(findings, key=lambda finding: order[finding.severity])
    for finding in ranked[:SHOWN]:
        st.markdown(f"{WORDS[finding.severity]} {escape(finding.text)}")
    more = f", and {len(ranked) - SHOWN:,} more" if len(ranked) > SHOWN else ""
    with st.expander(f"What to do, with the evidence{more}"):
        for place, finding in enumerate(ranked[:40]):
            st.markdown(f"{WORDS[finding.severity]} {escape(finding.text if place >= SHOWN else finding.advice)}")
            if place >= SHOWN:
                st.caption(escape(finding.advice))
            for piece in finding.spans[:2]:
                st.code(excerpt(text, piece.start, piece.stop), language=None, wrap_lines=True)


def excerpt(text: str, start: int, stop: int) -> str:
    """The evidence with a little of what stands around it, in one line."""
    stop = min(stop, start + 200)
    before, after = max(0, start - EXCERPT), min(len(text), stop + EXCERPT)
    piece = " ".join(text[before:after].split())
    return f"{'…' if before else ''}{piece}{'…' if after < len(text) else ''}"


def _use(run: Run, scene: Scene) -> None:
    text, key = summary_text(run), view_parts._summary_key(scene)
    if st.session_state.get(edits.STATE, {}).get(key) == text and text:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(":material/check: In the compaction.")
            st.page_link(BEFORE_AFTER, label="See before and after", icon=":material/compare_arrows:")
        return
    st.button(
        "Use this summary", icon=":material/push_pin:", key=f"lab_use_{id(run)}", disabled=not text,
        on_click=_pin, args=(key, text), help="Puts it into the compaction of the page Before and after.",
    )  # fmt: skip


def _pin(key: str, text: str) -> None:
    st.session_state[PINNED] = text
    edits.change_text(key, PINNED)
