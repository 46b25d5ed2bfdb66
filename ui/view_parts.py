"""The parts of the before-and-after page: summary card, aligned lists, summarizer input, exports."""

import json

import streamlit as st

from compaction_core.cli.settings import reproduce
from compaction_core.compaction import Compaction
from compaction_core.report import to_json, to_markdown
from compaction_core.report.story import outcome
from compaction_core.strategies import strategies
from compaction_core.summarizers import Wrapper, summarizers
from ui import state
from ui.lists import aligned_lists
from ui.scene import Scene, select_message
from ui.state import Key

ROLES = ["user", "system", "developer", "assistant"]


def compaction(scene: Scene) -> Compaction:
    """The compaction with the summarizer and the edits of this visitor."""
    names = summarizers.names()
    summarizer = st.session_state.get(Key.SUMMARIZER) or "offline"
    text = st.session_state.get(Key.SUMMARY_TEXT)
    return scene.compaction(summarizer if summarizer in names else "offline", text, _wrapper(scene))


def _wrapper(scene: Scene) -> Wrapper:
    own = strategies.get(scene.plan.strategy).wrapper(scene.plan)
    edited = {
        "role": st.session_state.get(Key.WRAPPER_ROLE),
        "template": st.session_state.get(Key.WRAPPER_TEMPLATE),
        "alert": st.session_state.get(Key.WRAPPER_ALERT),
    }
    return own.model_copy(update={name: value for name, value in edited.items() if value is not None})


def sentence(scene: Scene, result: Compaction) -> str:
    """The result in one sentence."""
    book = result.ledger
    share = 1 - book.context_after / book.context_before if book.context_before else 0
    what = outcome(scene.plan, scene.session)
    return (
        f"{what[0].upper()}{what[1:]}. The context goes from {book.context_before:,} to {book.context_after:,} tokens, "
        f"{share:.0%} less ({scene.counted})."
    )


def summary_card(scene: Scene, result: Compaction) -> None:
    """The summary, its wrapper and the message as the model sees it, all editable."""
    st.markdown("##### The summary")
    left, right = st.columns(2, gap="medium")
    with left:
        names = summarizers.names()
        st.selectbox(
            "Summarizer", names, key=Key.SUMMARIZER, persist_state="session",
            format_func=lambda n: summarizers.get(n).label, on_change=state.drop_edits,
        )  # fmt: skip
        st.caption(result.summary.note or result.summary.basis)
        edited = st.text_area("Summary text", value=result.summary.text, height=320, key=f"text {scene.plan_key}")
        if edited != result.summary.text:
            st.session_state[Key.SUMMARY_TEXT] = edited
            st.rerun()  # the picture above was drawn with the old text
        with st.expander("Wrapper"):
            _wrapper_editor(result.wrapper)
        st.button("Back to the release's summary and wrapper", on_click=_undo, icon=":material/undo:")
    with right:
        message = result.summary_message
        if message is None:
            st.info("Nothing was summarized at this moment, so there is no summary message.")
            return
        entry = next(e for e in result.view if e.index is None)
        place = next(i for i, e in enumerate(result.view) if e.index is None)
        st.caption(
            f"As the model sees it: role {message.role}, place {place} of the new list, {entry.tokens:,} tokens "
            f"({scene.counted})."
        )
        st.code(message.text, language=None, wrap_lines=True, height=460)


def _undo() -> None:
    state.drop_edits()
    for key in [k for k in st.session_state if str(k).startswith("text ")]:
        del st.session_state[key]


def _wrapper_editor(wrapper: Wrapper) -> None:
    roles = ROLES if wrapper.role in ROLES else [wrapper.role, *ROLES]
    st.selectbox("Role", roles, index=roles.index(wrapper.role), key=Key.WRAPPER_ROLE)
    st.text_area(
        "Template", value=wrapper.template, key=Key.WRAPPER_TEMPLATE, height=120,
        help="{summary} and {hidden} are filled in; everything else is sent as it stands.",
    )  # fmt: skip
    st.toggle("As a JSON alert with statistics", value=wrapper.alert, key=Key.WRAPPER_ALERT)


def lists(scene: Scene, result: Compaction) -> None:
    """Before and after as aligned lists, or the raw JSON the model would receive."""
    st.markdown("##### Message by message")
    raw = st.toggle("Raw JSON of the new list", key="raw", help="Exactly what an OpenAI-style API would be sent.")
    if raw:
        text = json.dumps(result.to_messages(), ensure_ascii=False, indent=1)
        st.code(text[:200_000], language=None, wrap_lines=True, height=620)
        if len(text) > 200_000:
            st.caption(f"The first 200,000 of {len(text):,} characters; the JSON export holds all.")
        return
    clicked = aligned_lists(scene.session, scene.measured, result, selected=scene.selected, key="lists")
    if clicked is not None and clicked != scene.selected:
        state.select_later(clicked)


def summarizer_input(result: Compaction) -> None:
    """The exact request: instructions, transcript, clips."""
    request = result.request
    clipped = sum(line.dropped_chars > 0 for line in request.lines)
    images = sum(line.omitted_images for line in request.lines)
    st.markdown("##### What the summarizer reads")
    st.caption(
        f"{len(request.lines):,} lines for {len(request.indexes):,} messages, {len(request.transcript):,} characters. "
        f"{clipped:,} tool results were cut, {images:,} images left out. Prompt: {request.prompt}, our own words with "
        "the release's sections, directives and limits."
    )
    with st.expander("Instructions"):
        st.code(request.instructions, language=None, wrap_lines=True)
    with st.expander("Transcript, exactly as sent"):
        st.code(request.transcript[:200_000], language=None, wrap_lines=True, height=500)
        if len(request.transcript) > 200_000:
            st.caption(f"The first 200,000 of {len(request.transcript):,} characters.")
    if request.previous_summary is not None:
        st.caption("An earlier summary is among the summarized messages: it is summarized again, without its wrapper.")


def exports(scene: Scene, result: Compaction) -> None:
    """The command line that reproduces the view, and the two files."""
    st.markdown("##### Take it along")
    command = reproduce(
        scene.sample or "YOUR_FILE", strategy=scene.strategy.name, window=scene.window, at=scene.plan.end,
        parameters=scene.settings.model_dump(), counter=scene.counter, overhead=scene.overhead,
        summarizer=st.session_state.get(Key.SUMMARIZER) or "offline",
    )  # fmt: skip
    st.code(command, language=None, wrap_lines=True)
    left, right = st.columns(2)
    left.download_button(
        "Markdown, for a pull request", lambda: to_markdown(scene.session, result, command=command),
        "compaction.md", "text/markdown", icon=":material/description:", on_click="ignore",
    )  # fmt: skip
    right.download_button(
        "JSON, all records", lambda: to_json(scene.session, result), "compaction.json", "application/json",
        icon=":material/data_object:", on_click="ignore",
    )  # fmt: skip


__all__ = ["compaction", "exports", "lists", "select_message", "sentence", "summarizer_input", "summary_card"]
