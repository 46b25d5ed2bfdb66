"""The two summaries, side by side, and what each of them names."""

import streamlit as st

from compaction_core.recorded import Beside, Written
from compaction_core.report.words import visible
from compaction_core.words import count
from ui import findings
from ui.scene import Scene
from ui.words import escape

LONGEST = 40_000
"""Characters of a summary that are shown."""
NAMED = 60
"""Names that a list shows."""


def summaries(scene: Scene, found: Beside) -> None:
    """Summary against summary: text, tokens, findings, and the things they name."""
    st.markdown("##### Summary against summary")
    st.markdown(escape(_sentence(found)))
    left, right = st.columns(2, gap="medium")
    with left:
        none = "The file holds no summary."
        if found.happened.sealed:
            none = "Not readable: the file holds no text of the summary, or a form that only its provider can read."
        _card("As recorded", "from the file, without its wrapper", found.recorded, scene, none)
    with right:
        none = f"{found.label} summarizes nothing here."
        _card(found.label, "offline, fixed rules, no model", found.written, scene, none)
    if found.recorded is not None and found.written is not None:
        _names("Named in both", found.shared)
        _names("Only in the recorded one", found.missing)
        _names(f"Only in the one of {found.label}", found.added)


def _sentence(found: Beside) -> str:
    one, other = found.recorded, found.written
    if one is None and other is None:
        return "There is no summary on either side."
    if one is None or other is None:
        only, who = (other, found.label) if one is None else (one, "the record")
        tokens = count(0 if only is None else only.tokens, "token")
        return f"Only {who} has a summary that can be read: {tokens}."
    named = len(found.shared) + len(found.missing)
    things = count(named, "path, identifier or number", "paths, identifiers and numbers")
    return (
        f"{count(one.tokens, 'token')} recorded, {other.tokens:,} offline. Of the {things} that the recorded summary "
        f"names, the other names {len(found.shared):,}, and {len(found.added):,} that the recorded one does not."
    )


def _card(head: str, how: str, written: Written | None, scene: Scene, none: str) -> None:
    st.markdown(f"**{escape(head)}**")
    if written is None:
        st.info(escape(none))
        return
    st.caption(f"{count(written.tokens, 'token')}, {scene.counted}; {how}.")
    st.code(visible(written.text[:LONGEST]) or "(empty)", language=None, wrap_lines=True, height=360)
    if len(written.text) > LONGEST:
        st.caption(f"The first {LONGEST:,} of {len(written.text):,} characters.")
    findings.draw(written.findings, written.text)


def _names(head: str, names: tuple[str, ...]) -> None:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    with st.expander(f"{escape(head)}: {len(names):,}"):
        st.code(visible("\n".join(names[:NAMED]) + more) or "nothing", language=None, wrap_lines=True)
