"""The parts of the before-and-after page: summary card, aligned lists, summarizer input, exports."""

import json

import pandas as pd
import streamlit as st

from compaction_core.cli.settings import reproduce
from compaction_core.compaction import Compaction
from compaction_core.report import to_json, to_markdown
from compaction_core.report.story import change, outcome
from compaction_core.report.words import count
from compaction_core.summarizers import Wrapper, summarizers
from compaction_core.tokens import counters
from ui import edits, state
from ui.lists import aligned_lists
from ui.scene import Scene
from ui.state import Key

ROLES = ["user", "system", "developer", "assistant"]
LONGEST = 200_000
"""Characters shown of a long text; the export holds all."""


def compaction(scene: Scene) -> Compaction:
    """The compaction with the summarizer and the edits of this visitor."""
    return scene.compaction(_summarizer(), _edits(scene))


def _summarizer() -> str:
    chosen: str = st.session_state.get(Key.SUMMARIZER, "offline")
    return chosen


def _summary_key(scene: Scene) -> str:
    return f"{_summarizer()} {scene.plan_key}"


def _wrapper_key(scene: Scene) -> str:
    return f"wrapper {scene.strategy.name} {scene.plan.mode_used}"


def _edits(scene: Scene) -> edits.Edits:
    return edits.edits(_summary_key(scene), _wrapper_key(scene))


def sentence(scene: Scene, result: Compaction) -> str:
    """The result in one sentence."""
    book, what = result.ledger, outcome(scene.plan, scene.session)
    return (
        f"{what[0].upper()}{what[1:]}. The context goes from {book.context_before:,} to {book.context_after:,} tokens, "
        f"{change(book.context_before, book.context_after)} ({scene.counted})."
    )


def still_full(scene: Scene, result: Compaction) -> None:
    """Say so when the compaction does not help enough."""
    book, plan = result.ledger, scene.plan
    if book.free is not None and book.free < 0:
        st.warning(f"The new request is still {-book.free:,} tokens larger than the window ({scene.counted}).")
    after = result.estimated_after
    if plan.context_window is not None and after >= plan.context_window and plan.mode_used != "all":
        st.warning(
            f"By its own count ({after:,} tokens, {counters.get(plan.counter).label}) the list still fills the window: "
            f"{scene.strategy.label} would now summarize everything. That second pass is not drawn here yet."
        )


def summary_card(scene: Scene, result: Compaction) -> None:
    """The summary, its wrapper and the message as the model sees it, all editable."""
    st.markdown("##### The summary")
    left, right = st.columns(2, gap="medium")
    with left:
        names = summarizers.names()
        st.selectbox(
            "Summarizer", names, key=Key.SUMMARIZER, persist_state="session",
            format_func=lambda n: summarizers.get(n).label,
        )  # fmt: skip
        st.caption(result.summary.note or result.summary.basis)
        summary_key, wrapper_key = _summary_key(scene), _wrapper_key(scene)
        edited, widget = _edits(scene), f"text {summary_key}"
        shown = scene.compaction(_summarizer()).summary.text if edited.text is None else edited.text
        st.text_area(
            "Summary text", value=shown, height=320, key=widget,
            on_change=edits.change_text, args=(summary_key, widget),
        )  # fmt: skip
        if result.summary.clipped_chars:
            st.caption(f"Clipped: {count(result.summary.clipped_chars, 'character')} beyond the longest summary.")
        widgets = _wrapper_editor(result.wrapper, wrapper_key)
        st.button(
            "Back to the release's summary and wrapper", icon=":material/undo:", on_click=edits.undo,
            args=(summary_key, wrapper_key, (widget, *widgets)), disabled=edited == edits.Edits(),
        )  # fmt: skip
    with right:
        _as_the_model_sees_it(scene, result)


def _wrapper_editor(wrapper: Wrapper, key: str) -> tuple[str, ...]:
    """The controls, and their keys."""
    role, template, alert = (f"{field} {key}" for field in ("role", "template", "alert"))
    with st.expander("Wrapper"):
        roles = ROLES if wrapper.role in ROLES else [wrapper.role, *ROLES]
        st.selectbox(
            "Role", roles, index=roles.index(wrapper.role), key=role,
            on_change=edits.change_wrapper, args=(key, "role", role),
        )  # fmt: skip
        st.text_area(
            "Template", value=wrapper.template, key=template, height=120,
            help="{summary} and {hidden} are filled in; everything else is sent as it stands.",
            on_change=edits.change_wrapper, args=(key, "template", template),
        )  # fmt: skip
        st.toggle(
            "As a JSON alert with statistics", value=wrapper.alert, key=alert,
            on_change=edits.change_wrapper, args=(key, "alert", alert),
        )  # fmt: skip
        if "{summary}" not in wrapper.template:
            st.warning("The template has no {summary}: the model would not see the summary at all.")
    return role, template, alert


def _as_the_model_sees_it(scene: Scene, result: Compaction) -> None:
    place = next((i for i, entry in enumerate(result.view) if entry.origin == "summary"), None)
    if place is None:
        st.info("Nothing was summarized at this moment, so there is no summary message.")
        return
    entry = result.view[place]
    st.caption(
        f"As the model sees it: role {entry.message.role}, place {place} of the new list, "
        f"{count(entry.tokens, 'token')} ({scene.counted})."
    )
    st.code(entry.message.text, language=None, wrap_lines=True, height=460)
    if entry.message.timestamp is None:
        st.caption("The file has no times, so 1970 stands for the moment.")
    if result.wrapper.alert and result.wrapper.hidden is not None:
        st.caption(
            f"As released: it says {result.wrapper.hidden:,} hidden where {len(result.request.indexes):,} are, and its "
            "statistics are estimates that leave out prompt, tools and wrapper."
        )


def lists(scene: Scene, result: Compaction) -> None:
    """Before and after as aligned lists, or the raw JSON the model would receive."""
    st.markdown("##### Message by message")
    raw = st.toggle("Raw JSON of the new list", key="raw", help="Exactly what an OpenAI-style API would be sent.")
    if raw:
        _long(json.dumps(result.to_messages(), ensure_ascii=False, indent=1), 620)
        return
    clicked = aligned_lists(scene.session, scene.measured, result, selected=scene.selected, key="lists")
    if clicked is not None and clicked != scene.selected:
        state.select_later(clicked)


def summarizer_input(result: Compaction) -> None:
    """The exact request: instructions, transcript, clips."""
    request = result.request
    changed = [line for line in request.lines if line.dropped_chars or line.omitted_images]
    ours = f"{request.prompt}, our own words with the release's sections, directives and limits"
    prompt = "your own" if request.prompt == "own" else ours
    st.markdown("##### What the summarizer reads")
    st.caption(
        f"{count(len(request.lines), 'line')} for {count(len(request.indexes), 'message')}, "
        f"{count(len(request.transcript), 'character')}. Prompt: {prompt}."
    )
    with st.expander("Instructions"):
        st.code(request.instructions, language=None, wrap_lines=True)
    with st.expander("Transcript, exactly as sent"):
        _long(request.transcript, 500)
    with st.expander(f"Cut or left out in {count(len(changed), 'message')}"):
        columns = {
            "message #": [line.index for line in changed],
            "role": [line.role for line in changed],
            "characters cut": [line.dropped_chars for line in changed],
            "images left out": [line.omitted_images for line in changed],
        }
        st.dataframe(pd.DataFrame(columns), hide_index=True)
    if request.previous_summary is not None:
        st.caption("An earlier summary is among the summarized messages: it is summarized again, without its wrapper.")


def _long(text: str, height: int) -> None:
    st.code(text[:LONGEST], language=None, wrap_lines=True, height=height)
    if len(text) > LONGEST:
        st.caption(f"The first {LONGEST:,} of {len(text):,} characters; the JSON export holds all.")


def exports(scene: Scene, result: Compaction) -> None:
    """The command line that reproduces the view, and the two files."""
    st.markdown("##### Take it along")
    command = reproduce(
        scene.sample or "YOUR_FILE", strategy=scene.strategy.name, window=scene.window, at=scene.plan.end,
        parameters=scene.settings.model_dump(), counter=scene.counter, overhead=scene.overhead,
        summarizer=_summarizer(), estimator=None if scene.estimator == scene.strategy.counter else scene.estimator,
    )  # fmt: skip
    st.code(command, language=None, wrap_lines=True)
    if _edits(scene) != edits.Edits():
        st.caption("The command gives the release's summary and wrapper; what you edited by hand is in the exports.")
    left, right = st.columns(2)
    left.download_button(
        "Markdown, for a pull request", lambda: to_markdown(scene.session, result, command=command),
        "compaction.md", "text/markdown", icon=":material/description:", on_click="ignore",
    )  # fmt: skip
    right.download_button(
        "JSON, all records", lambda: to_json(scene.session, result), "compaction.json", "application/json",
        icon=":material/data_object:", on_click="ignore",
    )  # fmt: skip
