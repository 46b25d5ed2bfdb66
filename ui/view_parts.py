"""The parts of the before-and-after page: the passes, the result in a sentence, summary card, aligned lists."""

import json

import streamlit as st

from compaction_core.compaction import Compaction
from compaction_core.findings import Finding
from compaction_core.report.consequences import consequences, own_count
from compaction_core.report.story import change, outcome
from compaction_core.summarizers import summarizers
from compaction_core.tokens import counters
from compaction_core.words import count
from ui import edits, exhibit, findings, take_along, wrapper_editor
from ui.checks import refusal
from ui.lists import aligned_lists
from ui.scene import Scene
from ui.state import later, protected
from ui.state.keys import Key
from ui.words import escape

PASS_NAMES = {1: "First pass", 2: "Second pass"}


def passes(scene: Scene) -> tuple[tuple[Scene, Compaction], ...]:
    """Every pass with the summarizer and the edits of this visitor, each with its own scene."""
    return scene.passes(_summarizer(), _edits)


def shown_pass(found: tuple[tuple[Scene, Compaction], ...]) -> tuple[Scene, Compaction]:
    """The pass that is looked at: the last, unless someone asks for an earlier one."""
    if len(found) == 1:
        return found[0]
    chosen = st.segmented_control(
        "Pass", list(range(1, len(found) + 1)), default=len(found), required=True, key=f"pass of {len(found)}",
        format_func=lambda number: PASS_NAMES.get(number, f"Pass {number}"),
    )  # fmt: skip
    return found[(chosen or len(found)) - 1]


def _summarizer() -> str:
    chosen: str = st.session_state.get(Key.SUMMARIZER, "offline")
    return chosen


def _summary_key(scene: Scene) -> str:
    return f"{_summarizer()} {scene.plan_key}"


def _wrapper_key(scene: Scene) -> str:
    return f"wrapper {scene.strategy.name} {scene.plan.mode_used}"


def _edits(scene: Scene) -> edits.Edits:
    return edits.edits(_summary_key(scene), _wrapper_key(scene), exhibit.given() if scene.before is None else None)


def sentence(scene: Scene, result: Compaction) -> str:
    """The result in one sentence."""
    book, what = result.ledger, outcome(scene.plan, scene.session)
    lead = f"{what[0].upper()}{what[1:]}" if scene.before is None else f"A second pass over the new list: {what}"
    return (
        f"{escape(lead)}. The context goes from {book.context_before:,} to {book.context_after:,} tokens, "
        f"{change(book.context_before, book.context_after)} ({scene.counted})."
    )


def notes(scene: Scene, result: Compaction, found: tuple[tuple[Scene, Compaction], ...]) -> None:
    """What one must know beside the result: a summary that fails a check, a list still too full, another pass."""
    grave = [finding for finding in _findings(scene, result) if finding.severity == "error"]
    if grave:
        more = f" And {count(len(grave) - 1, 'more error')}; see below the summary." if len(grave) > 1 else ""
        st.error(f"The stored summary fails a check: {escape(grave[0].text)}{more}", icon=":material/dangerous:")
    if result is found[-1][1]:
        refusal.draw(found)
    book = result.ledger
    if book.free is not None and book.free < 0:
        st.warning(f"The new request is still {-book.free:,} tokens larger than the window ({scene.counted}).")
    if len(found) > 1:
        st.info(_passed_again(scene, found), icon=":material/repeat:")


def _passed_again(scene: Scene, found: tuple[tuple[Scene, Compaction], ...]) -> str:
    """Why there is another pass, and what its numbers are."""
    (first, one), last = found[0], found[-1][1]
    own = counters.get(one.plan.counter).label
    said = (
        f"After the first pass, {first.strategy.label} counts {one.estimated_after:,} tokens ({own}), which fills the "
        f"window of {one.plan.context_window or 0:,} again, so it compacts the new list at once, mode "
        f"{last.plan.mode_used}: {one.ledger.context_before:,} tokens became {one.ledger.context_after:,}, then "
        f"{last.ledger.context_after:,} ({first.counted})."
    )
    if scene.before is None:
        return f"{said} This is the first pass."
    return f"{said} Numbers below are places in the list after the first pass: #{_first_summary(one)} is its summary."


def _first_summary(made: Compaction) -> int:
    return next(place for place, entry in enumerate(made.view) if entry.origin == "summary")


def _findings(scene: Scene, result: Compaction) -> tuple[Finding, ...]:
    return scene.findings(result, _edits(scene).stop_reason)


def summary_card(scene: Scene, result: Compaction) -> None:
    """The summary, its checks, its wrapper and the message as the model sees it, all editable."""
    st.markdown("##### The summary")
    left, right = st.columns(2, gap="medium")
    with left:
        names = summarizers.names()
        st.selectbox(
            "Summarizer", names, key=Key.SUMMARIZER, persist_state="session",
            format_func=lambda n: summarizers.get(n).label,
        )  # fmt: skip
        note = result.summary.note or result.summary.basis
        st.caption(escape(f"{note[0].upper()}{note[1:]}"))
        summary_key, wrapper_key = _summary_key(scene), _wrapper_key(scene)
        edited, widget = _edits(scene), f"text {summary_key}"
        shown = scene.compaction(_summarizer()).summary.text if edited.text is None else edited.text
        st.text_area(
            "Summary text", value=shown, height=320, key=widget,
            on_change=edits.change_text, args=(summary_key, widget),
        )  # fmt: skip
        if result.summary.clipped_chars:
            st.caption(f"Clipped: {count(result.summary.clipped_chars, 'character')} beyond the longest summary.")
        if result.request.indexes and result.summary.basis != "none":
            findings.draw(_findings(scene, result), result.summary.text)
    with right:
        _as_the_model_sees_it(scene, result)
        for sentence in consequences(result):
            st.caption(f":material/subdirectory_arrow_right: {escape(sentence)}")
        with st.expander("Wrapper", expanded=edited.rewrapped):
            own = scene.strategy.wrapper(scene.plan)
            widgets = wrapper_editor.draw(result.wrapper, wrapper_key, alert=own.alert)
        st.button(
            "Back to the release's summary and wrapper", icon=":material/undo:", on_click=edits.undo,
            args=(summary_key, wrapper_key, (widget, *widgets)), disabled=edited == edits.Edits(),
        )  # fmt: skip


def _as_the_model_sees_it(scene: Scene, result: Compaction) -> None:
    place = next((i for i, entry in enumerate(result.view) if entry.origin == "summary"), None)
    if place is None:
        st.info("Nothing was summarized at this moment, so there is no summary message.")
        return
    entry = result.view[place]
    inside = "" if entry.index is None else f", inside #{entry.index}"
    st.caption(
        f"As the model sees it: role {entry.message.role}, place {place} of the new list{inside}, "
        f"{count(entry.tokens, 'token')} ({scene.counted})."
    )
    st.code(entry.message.text[: take_along.LONGEST], language=None, wrap_lines=True, height=380)
    for at, beside in enumerate(result.view):
        if beside.origin == "added":
            st.caption(f"Added: role {beside.message.role}, place {at}, {count(beside.tokens, 'token')}.")
            st.code(beside.message.text, language=None, wrap_lines=True)
    if entry.message.timestamp is None and result.wrapper.alert:
        st.caption("The file has no times, so 1970 stands for the moment.")
    if own := own_count(result):
        st.caption(own)
    if result.wrapper.alert and result.wrapper.hidden is not None:
        st.caption("Its statistics are the release's estimates, which leave out prompt, tools and wrapper.")


def lists(scene: Scene, result: Compaction) -> None:
    """Before and after as aligned lists, where messages can be protected, or the raw JSON the model would receive."""
    st.markdown("##### Message by message")
    for step in scene.plan.steps[-2:-1] if scene.plan.protected else ():  # the planner puts it before the last
        st.caption(f":material/keep: {escape(step.text)}")
    raw = st.toggle("Raw JSON of the new list", key="raw", help="Exactly what an OpenAI-style API would be sent.")
    if raw:
        take_along.long_text(json.dumps(result.to_messages(), ensure_ascii=False, indent=1), 620)
        return
    first = scene.before is None
    clicked = aligned_lists(
        scene.session, scene.measured, result, selected=scene.selected, key="lists" if first else "later_lists",
        on_pin=protected.toggle if first else None,
    )  # fmt: skip
    if clicked is not None and clicked != scene.selected and (number := scene.original(clicked)) is not None:
        later.select(number)


def exports(found: tuple[tuple[Scene, Compaction], ...]) -> None:
    """What one takes along, with the edits of all passes."""
    edited = any(_edits(scene) != edits.Edits() for scene, _ in found)
    take_along.exports(found, _summarizer(), edited)
