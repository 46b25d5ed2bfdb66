"""The prompts of the lab: the strategy's own, the bundled ones, saved versions, and the one being edited."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from compaction_core.errors import BadInput
from compaction_core.session import Message, Text
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.prompts import Prompt, prompt, prompt_names
from compaction_core.summarizers.prompts.fitting import KINDS, misfit
from compaction_core.summarizers.prompts.versions import Shelf, file_name, prompt_of
from compaction_core.tokens import counters
from ui.lab import shelf
from ui.scene import scene

OWN, EDITED, SAVED = "own", "edited", "saved: "
BASE, DRAFTS, PROBLEM, FILE, REPLACE = (
    "lab_base",
    "lab_drafts",
    "lab_prompt_problem",
    "lab_prompt_file",
    "lab_replace",
)


@dataclass(frozen=True)
class Prompts:
    """What a prompt can be chosen from now, how the edited one stands, and what they are for."""

    presets: dict[str, Prompt]
    base: str
    edited: Prompt
    """The base with this visitor's changes."""
    shelf: Shelf
    """The saved versions, and the files that are none."""
    request: SummaryRequest
    kept: Message | None
    """The first message that stays; None where none does."""

    @property
    def preset(self) -> Prompt:
        """What the edited one started from."""
        return self.presets[self.base]

    @property
    def changed(self) -> bool:
        """Whether anything was edited."""
        return self.edited.text != self.preset.text

    def chosen(self, choice: str) -> Prompt | None:
        """A column's prompt; None for the strategy's own instructions, exactly as it sends them."""
        if choice == EDITED:
            return None if self.base == OWN and not self.changed else self.edited
        return None if choice == OWN else self.presets.get(choice)

    def misfit(self, choice: str) -> str:
        """Why the chosen prompt is not made for these messages; empty if it is, or if it is the strategy's own."""
        found = self.chosen(choice)
        return misfit(found, self.request, self.kept) if found is not None and self.request.indexes else ""

    def label(self, choice: str) -> str:
        """A preset's name for a menu: what it is for, then its title."""
        if choice == EDITED:
            return "As edited below"
        if choice not in self.presets:
            return choice
        found = self.presets[choice]
        if choice == OWN:
            return f"The strategy's own ({found.title})"
        kind = KINDS[found.kind][0]
        return f"Saved, {kind.lower()} · {found.title}" if choice.startswith(SAVED) else f"{kind} · {found.title}"


def prompts(request: SummaryRequest) -> Prompts:
    """The prompts for this request, from the bundled files, the saved versions and the browser session's state."""
    held = shelf.shelf()
    bundled = sorted(map(prompt, prompt_names()), key=lambda one: (list(KINDS).index(one.kind), one.title))
    presets = {OWN: own(request), **{one.name: one for one in bundled}}
    presets |= {SAVED + one.name: one for one in held.versions}
    _forget_missing(presets)
    base = st.session_state.get(BASE, OWN)
    base = base if base in presets else OWN
    preset = presets[base]
    text = st.session_state.get(DRAFTS, {}).get(draft_key(base, preset), preset.text)
    edited = preset.model_copy(update={"text": text, "name": "edited", "title": f"{preset.title}, edited"})
    return Prompts(presets, base, edited if text != preset.text else preset, held, request, _first_kept())


def _first_kept() -> Message | None:
    now = scene()
    cut = now.plan.cut
    return now.session.messages[cut] if cut is not None and cut < now.plan.end else None


def _forget_missing(presets: dict[str, Prompt]) -> None:
    """A column whose saved version is gone asks with the edited prompt."""
    for key, choice in list(st.session_state.items()):
        if str(key).startswith("lab_prompt_") and str(choice).startswith(SAVED) and choice not in presets:
            st.session_state[key] = EDITED


def own(request: SummaryRequest) -> Prompt:
    """The strategy's own prompt: its file where its instructions are that file's, else the text as it stands."""
    if request.prompt in prompt_names() and prompt(request.prompt).filled() == request.instructions:
        return prompt(request.prompt)
    return Prompt(name="own", title="as set in the sidebar", kind="either", role="system", text=request.instructions)


def draft_key(base: str, preset: Prompt) -> str:
    """Names a draft: another text to start from is another draft."""
    return f"{base} {hashlib.blake2b(preset.text.encode('utf-8', 'replace'), digest_size=6).hexdigest()}"


def change(key: str, widget: str) -> None:
    """Take over what the editor says now."""
    st.session_state[DRAFTS] = {**st.session_state.get(DRAFTS, {}), key: st.session_state[widget]}


def undo(key: str, widget: str) -> None:
    """Back to the text it started from."""
    st.session_state.get(DRAFTS, {}).pop(key, None)
    st.session_state.pop(widget, None)


def save(name: str, edited: Prompt, key: str, widget: str) -> None:
    """Keep the edited prompt under a name; the draft is then that version, unchanged."""
    replace = bool(st.session_state.pop(REPLACE, False))
    if keep(name, edited, replace):
        undo(key, widget)


def keep(name: str, version: Prompt, replace: bool = False) -> bool:
    """Take in a version and edit from it; where that fails, what is wrong is said and nothing changes (False)."""
    st.session_state.pop(PROBLEM, None)
    try:
        st.session_state[BASE] = SAVED + shelf.keep(name, version, replace)
    except BadInput as error:
        st.session_state[PROBLEM] = str(error)
        return False
    return True


def delete(name: str) -> None:
    """Delete a saved version, and what was edited of it."""
    st.session_state.pop(PROBLEM, None)
    try:
        shelf.delete(name)
    except BadInput as error:
        st.session_state[PROBLEM] = str(error)
        return
    drafts = st.session_state.get(DRAFTS, {})
    st.session_state[DRAFTS] = {key: text for key, text in drafts.items() if not key.startswith(f"{SAVED}{name} ")}
    st.session_state[BASE] = OWN


def take_file() -> None:
    """Read an uploaded prompt file; what is wrong with it is said and changes nothing."""
    st.session_state.pop(PROBLEM, None)
    uploaded = st.session_state.get(FILE)
    if uploaded is None:
        return
    name = file_name(Path(uploaded.name).stem)
    try:
        found = prompt_of(uploaded.getvalue(), name)
    except BadInput as error:
        st.session_state[PROBLEM] = str(error)
    else:
        keep(name, found)


def tokens(text: str, counter: str) -> int:
    """Tokens of a text by a counter."""
    chosen = counters.get(counter)
    return chosen.tokens(chosen.units(Text(text=text)))
