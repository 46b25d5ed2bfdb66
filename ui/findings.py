"""What the checks found in a summary: severity, one sentence, what to do, and the evidence as plain text."""

import streamlit as st

from compaction_core.findings import Finding
from ui.words import escape

SHOWN, MOST, EXCERPT = 3, 40, 60
"""Findings shown at once; in all; characters around a piece of evidence."""
WORDS = {
    "error": ":red[:material/dangerous:] **Error**",
    "warning": ":orange[:material/warning:] **Warning**",
    "note": ":blue[●] **Note**",
}
ORDER = {"error": 0, "warning": 1, "note": 2}


def draw(findings: tuple[Finding, ...], text: str) -> None:
    """The gravest first; evidence is cut from ``text``, the summary that was checked."""
    if not findings:
        st.caption("No check found anything.")
        return
    ranked = sorted(findings, key=lambda finding: ORDER[finding.severity])
    for finding in ranked[:SHOWN]:
        st.markdown(f"{WORDS[finding.severity]} {escape(finding.text)}")
    more = f", and {len(ranked) - SHOWN:,} more" if len(ranked) > SHOWN else ""
    with st.expander(f"What to do, with the evidence{more}"):
        for place, finding in enumerate(ranked[:MOST]):
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
