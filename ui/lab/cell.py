"""One column's result: state, numbers, the summary as plain text, the ladder, the findings, and what to do with it."""

import time

import streamlit as st

from compaction_core.cli.app import script
from compaction_core.lab import Result
from compaction_core.tokens import counters
from ui import edits, findings, view_parts
from ui.lab.chosen import Chosen
from ui.lab.ladder_picture import picture, table
from ui.lab.runs import Run
from ui.lab.sending import Parcel
from ui.scene import Scene
from ui.words import escape

LONGEST = 20_000
"""Characters shown of a summary."""
BEFORE_AFTER = script().parent / "pages" / "before_after.py"


def state_of(chosen: Chosen, run: Run | None) -> str:
    """The state in a word or two."""
    if run is None:
        return chosen.unready if chosen.problem else "not sent yet"
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
        if chosen.asks:
            picture(chosen.column.ladder, (), False, scene.dark, str(chosen.number))
        return
    if run.running:
        _running(run, chosen, scene.dark)
        return
    if run.result is not None:
        _came_to(run, run.result, scene, str(chosen.number))
    if chosen.asks and run.job.identity != each.identity:
        st.caption(":orange[:material/history:] Prompt or settings have changed since this was sent.")
    if run.problem:
        st.warning(escape(run.problem))
    if run.result is not None:
        _finished(run, run.result, chosen, scene)


def _running(run: Run, chosen: Chosen, dark: bool) -> None:
    seconds, text = time.monotonic() - run.started, run.text
    which = f", run {len(run.results) + 1} of {run.job.column.runs}" if run.job.column.runs > 1 else ""
    waits = "Waiting for a free place." if run.waiting else ""
    st.caption(waits or f"{seconds:,.1f} s{which} · {len(text):,} characters so far")
    picture(run.job.column.ladder, run.attempts, True, dark, str(chosen.number))
    st.button("Cancel", icon=":material/cancel:", key=f"lab_cancel_{chosen.number}", on_click=run.cancel)
    st.code(text[-LONGEST:] or "…", language=None, wrap_lines=True, height=320)


def _came_to(run: Run, result: Result, scene: Scene, name: str) -> None:
    """The numbers, and the ladder where it stood while it was planned and while it ran."""
    numbers = _numbers(result, run.job.column.summarizer == "litellm", scene)
    st.caption(" · ".join(map(escape, numbers)))
    if result.attempts:
        picture(run.job.column.ladder, result.attempts, False, scene.dark, name)


def _finished(run: Run, result: Result, chosen: Chosen, scene: Scene) -> None:
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
        with st.expander("The attempts as a table"):
            table(result.attempts, run.job.column.ladder)
    if result.summary is not None:
        findings.draw(result.findings, result.summary.text)
        _use(run, result, chosen, scene)


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


def _use(run: Run, result: Result, chosen: Chosen, scene: Scene) -> None:
    text, key = summary_text(run), view_parts._summary_key(scene)
    if st.session_state.get(edits.STATE, {}).get(key) == text and text:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(":material/check: In the compaction.")
            st.page_link(BEFORE_AFTER, label="See before and after", icon=":material/compare_arrows:")
        return
    st.button(
        "Use this summary", icon=":material/push_pin:", key=f"lab_use_{id(run)}", disabled=not text,
        on_click=edits.pin,
        args=(key, text, f"the summary lab, column {chosen.letter}, {run.job.column.label}", result.stop_reason),
        help="Puts it into the compaction of the page Before and after.",
    )  # fmt: skip
