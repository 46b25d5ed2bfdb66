"""The prompts of the lab: the strategy's own, the bundled ones, saved versions, and the one being edited."""

import hashlib
from dataclasses import dataclass

import streamlit as st

from compaction_core.errors import BadInput
from compaction_core.session import Text
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.prompts import Prompt, prompt, prompt_names, read
from compaction_core.tokens import counters

OWN, EDITED, SAVED = "own", "edited", "saved: "
BASE, DRAFTS, VERSIONS, PROBLEM, FILE = (
    "lab_base",
    "lab_drafts",
    "lab_versions",
    "lab_prompt_problem",
    "lab_prompt_file",
)
MOST_VERSIONS, LONGEST, LARGEST = 20, 60_000, 200_000
"""Versions kept, characters of a prompt, bytes of a prompt file."""


@dataclass(frozen=True)
class Prompts:
    """What a prompt can be chosen from now, and how the edited one stands."""

    presets: dict[str, Prompt]
    base: str
    edited: Prompt
    """The base with this visitor's changes."""

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

    def label(self, choice: str) -> str:
        """A preset's name for a menu."""
        if choice == EDITED:
            return "As edited below"
        title = self.presets[choice].title if choice in self.presets else choice
        return f"The strategy's own ({title})" if choice == OWN else title


def prompts(request: SummaryRequest) -> Prompts:
    """The prompts for this request, from the browser session's state."""
    presets = {OWN: own(request), **{name: prompt(name) for name in prompt_names()}}
    presets |= {SAVED + name: version for name, version in versions().items()}
    base = st.session_state.get(BASE, OWN)
    base = base if base in presets else OWN
    preset = presets[base]
    text = st.session_state.get(DRAFTS, {}).get(draft_key(base, preset), preset.text)
    edited = preset.model_copy(update={"text": text, "name": "edited", "title": f"{preset.title}, edited"})
    return Prompts(presets, base, edited if text != preset.text else preset)


def own(request: SummaryRequest) -> Prompt:
    """The strategy's own prompt: its file where its instructions are that file's, else the text as it stands."""
    if request.prompt in prompt_names() and prompt(request.prompt).filled() == request.instructions:
        return prompt(request.prompt)
    return Prompt(name="own", title="as set in the sidebar", kind="first", role="system", text=request.instructions)


def versions() -> dict[str, Prompt]:
    """This browser session's saved versions by name."""
    held: dict[str, Prompt] = st.session_state.setdefault(VERSIONS, {})
    return held


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
    undo(key, widget)
    keep(name, edited)


def keep(name: str, version: Prompt) -> None:
    """Take in a version and edit from it; the oldest beyond MOST_VERSIONS go."""
    held = versions()
    held.pop(name, None)
    held[name] = version.model_copy(update={"name": name, "title": name})
    while len(held) > MOST_VERSIONS:
        del held[next(iter(held))]
    st.session_state[BASE] = SAVED + name


def take_file() -> None:
    """Read an uploaded prompt file; what is wrong with it is said and changes nothing."""
    st.session_state.pop(PROBLEM, None)
    uploaded = st.session_state.get(FILE)
    if uploaded is None:
        return
    name = uploaded.name.rsplit(".", 1)[0].strip()[:60] or "prompt"
    try:
        if uploaded.size > LARGEST:
            raise BadInput(f"The prompt file is larger than {LARGEST:,} bytes; a prompt is a page or two of text.")
        found = read(uploaded.getvalue().decode("utf-8"), name)
        if not found.text or len(found.text) > LONGEST:
            raise BadInput(f"The prompt's text is empty or longer than {LONGEST:,} characters.")
    except UnicodeDecodeError:
        st.session_state[PROBLEM] = "The prompt file is no UTF-8 text; save it as UTF-8 and upload it again."
    except BadInput as error:
        st.session_state[PROBLEM] = str(error)
    else:
        keep(name, found)


def tokens(text: str, counter: str) -> int:
    """Tokens of a text by a counter."""
    chosen = counters.get(counter)
    return chosen.tokens(chosen.units(Text(text=text)))
