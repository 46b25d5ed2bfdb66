"""The word diff on the page: two finished columns, deleted words struck through, inserted ones underlined."""

from pathlib import Path

import streamlit as st

from ui.lab.words_diff import MOST, word_diff

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "compaction_lab_diff",
    html=(_HERE / "diff.html").read_text(encoding="utf-8"),
    css=(_HERE / "diff.css").read_text(encoding="utf-8"),
    js=(_HERE / "diff.js").read_text(encoding="utf-8"),
)


def draw(texts: dict[str, str]) -> None:
    """Choose two of the finished summaries (by letter) and see how the second differs from the first."""
    if len(texts) < 2:
        return
    st.markdown("##### Word by word")
    letters = list(texts)
    row = st.columns([1, 1, 4], vertical_alignment="bottom")
    first = row[0].selectbox("From", letters, key="lab_diff_from")
    second = row[1].selectbox("To", letters, index=1, key="lab_diff_to")
    pieces = word_diff(texts[first], texts[second])
    sizes = {kind: sum(len(text.split()) for what, text in pieces if what == kind) for kind, _ in pieces}
    row[2].caption(
        f"{sizes.get('same', 0):,} words the same · {sizes.get('deleted', 0):,} only in {first} (struck through) · "
        f"{sizes.get('inserted', 0):,} only in {second} (underlined)."
    )
    if max(len(texts[first].split()), len(texts[second].split())) > MOST:
        st.caption(f"The first {MOST:,} words of each are compared.")
    _mount(key="lab_diff", data={"pieces": pieces}, height="content")
