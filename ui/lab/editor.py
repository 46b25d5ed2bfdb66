"""The prompt editor: choose, edit, see the difference, save, take along; focus and what must not be lost."""

import difflib

import streamlit as st

from compaction_core.errors import BadInput
from compaction_core.summarizers.prompts import Prompt
from compaction_core.tokens import counters
from ui import parts
from ui.lab import prompts
from ui.lab.prompts import Prompts

FOCUS, KEEP = "lab_focus", "lab_must_keep"
VARIABLES = (
    "In the text, {words} becomes the word limit, {focus} the focus below, {previous_summary} the summary of an "
    "earlier compaction if one is among the messages, and {files} nothing: no strategy here hands a list of files on. "
    "Any other brace is text."
)


def focus() -> str:
    """What to pay attention to."""
    text: str = st.session_state.get(FOCUS) or ""
    return text.strip()


def must_keep() -> tuple[str, ...]:
    """The lines that must not be lost."""
    text: str = st.session_state.get(KEEP) or ""
    return tuple(line.strip() for line in text.splitlines() if line.strip())[:50]


def draw(found: Prompts, counter: str) -> None:
    """The whole editor."""
    st.markdown("##### The prompt")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _text(found, counter)
    with right:
        st.text_input(
            "Focus", key=FOCUS, max_chars=2000, persist_state="session", placeholder="what to pay attention to",
            help="As after /compact: goes where the prompt says {focus}, or after the strategy's own instructions.",
        )  # fmt: skip
        if focus() and found.base != prompts.OWN and "{focus}" not in found.edited.text:
            st.caption("This prompt has no {focus}, so the focus is not sent with it.")
        st.text_area(
            "Must not be lost", key=KEEP, height=120, max_chars=10_000, persist_state="session",
            placeholder="one sentence, name or number per line",
            help="Appended to every prompt, with the order to carry it over word for word.",
        )  # fmt: skip
        _versions(found)


def _text(found: Prompts, counter: str) -> None:
    if st.session_state.get(prompts.BASE) not in found.presets:
        st.session_state[prompts.BASE] = prompts.OWN
    st.selectbox("Start from", list(found.presets), key=prompts.BASE, persist_state="session", format_func=found.label)
    key = prompts.draft_key(found.base, found.preset)
    widget = f"lab_text {key}"
    st.text_area(
        "Prompt text", value=found.edited.text, key=widget, height=300, max_chars=prompts.LONGEST, help=VARIABLES,
        on_change=prompts.change, args=(key, widget),
    )  # fmt: skip
    size = prompts.tokens(found.edited.filled(), counter)
    limit = f" It asks for at most {found.edited.words:,} words; nothing enforces that." if found.edited.words else ""
    st.caption(f"{size:,} tokens ({counters.get(counter).label}), the variables filled in, no focus.{limit}")
    if found.changed:
        with st.expander("Difference to where it started", expanded=True):
            st.code(difference(found.preset, found.edited), language="diff", wrap_lines=True)
        st.button("Undo the changes", icon=":material/undo:", on_click=prompts.undo, args=(key, widget))


def difference(before: Prompt, after: Prompt) -> str:
    """A unified diff of two prompts' texts."""
    lines = difflib.unified_diff(
        before.text.splitlines(), after.text.splitlines(), before.name, after.name, lineterm="", n=2
    )
    return "\n".join(lines)


def _versions(found: Prompts) -> None:
    key = prompts.draft_key(found.base, found.preset)
    row = st.columns([2, 1], vertical_alignment="bottom")
    name = row[0].text_input("Save as", key="lab_version_name", max_chars=60, placeholder="name of this version")
    row[1].button(
        "Save", icon=":material/save:", width="stretch", disabled=not (name or "").strip(), on_click=prompts.save,
        args=((name or "").strip(), found.edited, key, f"lab_text {key}"),
        help="For this browser session; download it to keep it.",
    )  # fmt: skip
    st.download_button(
        "Download as a file", found.edited.as_file(), "prompt.md", "text/markdown", icon=":material/download:",
        on_click="ignore", width="stretch",
    )  # fmt: skip
    st.file_uploader(
        "Upload a prompt file", key=prompts.FILE, type=["md", "txt"], max_upload_size=1, on_change=prompts.take_file
    )
    if prompts.PROBLEM in st.session_state:
        parts.error_box(BadInput(st.session_state[prompts.PROBLEM]))
