"""What goes in and what goes out: the summarizer's exact input, the command that reproduces a view, the exports."""

import streamlit as st

from compaction_core.cli.settings import reproduce
from compaction_core.compaction import Compaction
from compaction_core.report import session_json, to_json, to_markdown
from compaction_core.words import count
from ui import masking
from ui.left_out import left_out
from ui.scene import Scene
from ui.words import escape

LONGEST = 200_000
"""Characters shown of a long text; the export holds all."""


def long_text(text: str, height: int) -> None:
    """A long text in a box of its own, or its beginning."""
    st.code(text[:LONGEST], language=None, wrap_lines=True, height=height)
    if len(text) > LONGEST:
        st.caption(f"The first {LONGEST:,} of {len(text):,} characters; the JSON export holds all.")


def summarizer_input(result: Compaction) -> None:
    """The exact request: instructions, transcript, clips."""
    request = result.request
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
        long_text(request.transcript, 500)
    left_out(request)
    if request.turn_prefix is not None:
        with st.expander("A second request, for the start of the turn that is cut"):
            st.code(request.turn_prefix.instructions, language=None, wrap_lines=True)
            long_text(request.turn_prefix.transcript, 300)
    if request.previous_summary is not None:
        st.caption("An earlier summary is among the summarized messages: it is summarized again, without its wrapper.")


def exports(found: tuple[tuple[Scene, Compaction], ...], summarizer: str, edited: bool) -> None:
    """The command line that reproduces the view, and the two files; all passes together."""
    scene, results = found[0][0], [result for _, result in found]
    st.markdown("##### Take it along")
    choice = masking.choice()
    command = reproduce(
        masking.file(scene), strategy=scene.strategy.name, window=scene.window, at=scene.plan.end,
        parameters=scene.settings.model_dump(), counter=scene.counter, overhead=scene.overhead,
        summarizer=summarizer, estimator=scene.estimator,
        protect=scene.plan.protected, conversation=choice.conversation, member=choice.member,
    )  # fmt: skip
    st.code(command, language=None, wrap_lines=True)
    if edited:
        st.caption("The command gives the release's summary and wrapper; what you edited by hand is in the exports.")
    found_snippet = scene.strategy.snippet(scene.settings, scene.window)
    if found_snippet is not None:
        st.caption(f"The same settings as {escape(scene.strategy.label)} reads them: {escape(found_snippet.place)}.")
        st.code(found_snippet.text, language=found_snippet.language, wrap_lines=True)
    masked = masking.exports(scene)
    row = st.container(horizontal=True)
    row.download_button(
        "Markdown, for a pull request", lambda: to_markdown(scene.session, *results, command=command, masking=masked),
        "compaction.md", "text/markdown", icon=":material/description:", on_click="ignore",
    )  # fmt: skip
    row.download_button(
        "JSON, all records", lambda: to_json(scene.session, *results, masking=masked), "compaction.json",
        "application/json", icon=":material/data_object:", on_click="ignore",
    )  # fmt: skip
    row.download_button(
        "The session, to load again", lambda: session_json(scene.session, masked), "session.json", "application/json",
        icon=":material/forum:", on_click="ignore",
        help="All of its messages as this program's own JSON; Load your own reads it again.",
    )  # fmt: skip
