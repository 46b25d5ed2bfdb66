"""The prompt editor: choose, edit, see the difference, save, take along; focus and what must not be lost."""

import difflib

import streamlit as st

from compaction_core.errors import BadInput
from compaction_core.extraction.files import collect
from compaction_core.summarizers.prompts import Prompt
from compaction_core.summarizers.prompts.fitting import KINDS
from compaction_core.summarizers.prompts.variables import variables
from compaction_core.summarizers.prompts.versions import LONGEST, file_name, free_name
from compaction_core.tokens import counters
from compaction_core.words import count
from ui import parts
from ui.lab import folder, prompts, shelf
from ui.lab.prompts import Prompts
from ui.words import escape

FOCUS, KEEP = "lab_focus", "lab_must_keep"
VARIABLES = (
    "In the text, {words} becomes the word limit, {focus} the focus below with the words “Pay special attention to:”, "
    "{previous_summary} the summary of an earlier compaction if one is among the messages, {files} the files that the "
    "messages read and changed, as two lists, and {date} the day of the newest message. Any other brace is text."
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
            help="As after /compact: goes where the prompt says {focus}, else to its end.",
        )  # fmt: skip
        st.text_area(
            "Must not be lost", key=KEEP, height=120, max_chars=10_000, persist_state="session",
            placeholder="one sentence, name or number per line",
            help="Appended to every prompt, with the order to carry it over word for word.",
        )  # fmt: skip
        _versions(found)


def _text(found: Prompts, counter: str) -> None:
    if st.session_state.get(prompts.BASE) not in found.presets:
        st.session_state[prompts.BASE] = prompts.OWN
    st.selectbox(
        "Start from", list(found.presets), key=prompts.BASE, persist_state="session", format_func=found.label,
        help=escape(found.preset.source) or None,
    )  # fmt: skip
    st.caption(KINDS[found.preset.kind][1])
    if said := found.misfit(prompts.EDITED):
        st.warning(said, icon=":material/warning:")
    key = prompts.draft_key(found.base, found.preset)
    widget = f"lab_text {key}"
    st.text_area(
        "Prompt text", value=found.edited.text, key=widget, height=300, max_chars=LONGEST, help=VARIABLES,
        on_change=prompts.change, args=(key, widget),
    )  # fmt: skip
    st.caption(_size(found, counter))
    if found.changed:
        with st.expander("Difference to where it started", expanded=True):
            st.code(difference(found.preset, found.edited), language="diff", wrap_lines=True)
        st.button("Undo the changes", icon=":material/undo:", on_click=prompts.undo, args=(key, widget))


def _size(found: Prompts, counter: str) -> str:
    """Tokens of the prompt as it is sent, what stands for its variables, and the limits it comes with."""
    edited, values = found.edited, variables(found.request, focus())
    size = prompts.tokens(edited.filled(values), counter)
    earlier, told = values["previous_summary"], collect(found.request.messages)
    held = {
        "previous_summary": f"an earlier summary of {prompts.tokens(earlier, counter):,} tokens" if earlier
        else "no earlier summary",
        "files": f"{len(told.read):,} files read, {len(told.modified):,} modified",
        "focus": "the focus" if values["focus"] else "no focus",
        "date": f"the date {values['date']}" if values["date"][:1].isdigit() else "no date",
    }  # fmt: skip
    filled = ", ".join(said for name, said in held.items() if f"{{{name}}}" in edited.text)
    limits = f" It asks for at most {edited.words:,} words; nothing enforces that." if edited.words else ""
    limits += f" The system's limit on the answer: {escape(edited.limit)}." if edited.limit else ""
    names = f": {filled}" if filled else ""
    return f"{size:,} tokens ({counters.get(counter).label}), the variables filled in{names}.{limits}"


def difference(before: Prompt, after: Prompt) -> str:
    """A unified diff of two prompts' texts."""
    lines = difflib.unified_diff(
        before.text.splitlines(), after.text.splitlines(), before.name, after.name, lineterm="", n=2
    )
    return "\n".join(lines)


def _versions(found: Prompts) -> None:
    key = prompts.draft_key(found.base, found.preset)
    row = st.columns([2, 1], vertical_alignment="bottom")
    name = row[0].text_input("Save as", key="lab_version_name", max_chars=60, placeholder="name of this version") or ""
    name = file_name(name) if name.strip() else ""
    row[1].button(
        "Save", icon=":material/save:", width="stretch", disabled=not name, on_click=prompts.save,
        args=(name, found.edited, key, f"lab_text {key}"),
    )  # fmt: skip
    taken = [one.name for one in found.shelf.versions]
    if name.casefold() in map(str.casefold, taken):
        st.toggle(
            "Replace the version of that name", key=prompts.REPLACE,
            help=f"Otherwise it is saved as “{escape(free_name(name, taken))}”.",
        )  # fmt: skip
    with st.container(horizontal=True):
        st.download_button(
            "Download as a file", found.edited.as_file(), f"{name or 'prompt'}.md", "text/markdown",
            icon=":material/download:", on_click="ignore",
        )  # fmt: skip
        if found.base.startswith(prompts.SAVED):
            with st.popover("Delete", icon=":material/delete:"):
                st.caption(f"The version “{escape(found.preset.name)}” is gone then.")
                st.button("Delete it", on_click=prompts.delete, args=(found.preset.name,))
    st.file_uploader(
        "Upload a prompt file", key=prompts.FILE, type=["md", "txt"], max_upload_size=1, on_change=prompts.take_file
    )
    if prompts.PROBLEM in st.session_state:
        parts.error_box(BadInput(st.session_state[prompts.PROBLEM]))
    _kept_where(found)


def _kept_where(found: Prompts) -> None:
    """Where versions are, and what of the folder cannot be used."""
    place, held = folder.prompts(), found.shelf
    if place is None:
        st.caption(
            "This app is served to others: a version is kept in this browser session, the newest "
            f"{shelf.MOST} of them. Download it to keep it."
        )
        return
    if held.problem:
        parts.error_box(BadInput(held.problem))
        return
    saved = count(len(held.versions), "saved version")
    more = f" {held.left_out:,} more files are not read; delete some." if held.left_out else ""
    st.caption(f"{saved} in {escape(str(place))}.{more}")
    if held.unreadable:
        with st.expander(f"{count(len(held.unreadable), 'file')} there cannot be read"):
            st.dataframe(
                {"file": [name for name, _ in held.unreadable], "why": [why for _, why in held.unreadable]},
                hide_index=True,
            )
