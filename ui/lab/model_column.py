"""A column that asks a model: its name, and behind a button its address, key, prompt and settings."""

import streamlit as st
from pydantic import ValidationError

from compaction_core.errors import CompactionError
from compaction_core.lab import Column
from compaction_core.summarizers.ladder import Ladder
from compaction_core.summarizers.runs import ModelSettings
from ui import loading
from ui.lab import editor, keys, places, prompts, rungs
from ui.lab.chosen import Chosen, key
from ui.lab.models import picker
from ui.lab.prompts import Prompts


def draw(number: int, letter: str, found: Prompts, everyones: Ladder, size: int) -> Chosen:
    """The model's name, and its settings behind a button; ``everyones`` ladder holds unless it has its own."""
    ladder = rungs.of(number, everyones)
    name = st.text_input(
        "Model", key=key("model", number), max_chars=200, persist_state="session", label_visibility="collapsed",
        placeholder="a model, as in openai/gpt-4.1",
    )  # fmt: skip
    with st.popover("Model, address, key, prompt", icon=":material/tune:", width="stretch"):
        picker(number, key("model", number), size)
        address = _address(number) if loading.is_local() else None
        choice = st.selectbox(
            "Prompt", [prompts.EDITED, *found.presets], key=key("prompt", number), persist_state="session",
            format_func=found.label,
        )  # fmt: skip
        values = _numbers(number)
        settings, problem = _settings(name, address, values)
        if settings is not None:
            keys.field(places.place(settings), number)
        masked = _masking(number, settings, ladder)
        runs = st.number_input("Repeat", 1, 10, 1, key=key("runs", number), persist_state="session")
    column = Column(
        summarizer="litellm", settings=settings, prompt=found.chosen(choice), focus=editor.focus(),
        must_keep=editor.must_keep(), ladder=ladder, reject=rungs.rejects(number), runs=runs,
    )  # fmt: skip
    asked = [*([settings] if settings is not None else []), *ladder.models()]
    return Chosen(number, letter, column, problem or next(filter(None, map(_barred, asked)), ""), masked)


def _address(number: int) -> str | None:
    widget = key("address", number)
    st.segmented_control(
        "Local server", list(places.ADDRESSES), key=key("server", number), on_change=_take_address, args=(number,)
    )
    typed: str | None = st.text_input(
        "Address", key=widget, max_chars=500, persist_state="session", placeholder="empty: the provider's own",
        help="Of an OpenAI-compatible server (model openai/NAME), or of Ollama (model ollama/NAME).",
    )  # fmt: skip
    return typed


def _take_address(number: int) -> None:
    chosen = st.session_state.get(key("server", number))
    if chosen:
        st.session_state[key("address", number)] = places.ADDRESSES[chosen]


def _numbers(number: int) -> dict[str, object]:
    row = st.columns(3)
    fence = st.toggle(
        "Fence the transcript", key=key("fence", number), persist_state="session",
        help="Between marks it cannot close itself, with the word that everything inside is data. Not as released.",
    )  # fmt: skip
    said = st.text_input(
        "Acknowledgement", key=key("ack", number), max_chars=500, persist_state="session", placeholder="none",
        help="An assistant turn between instructions and transcript.",
    )  # fmt: skip
    return {
        "temperature": row[0].number_input(
            "Temperature", 0.0, 2.0, None, 0.1, key=key("temperature", number), persist_state="session",
            placeholder="default",
        ),
        "max_tokens": row[1].number_input(
            "Longest answer", 1, 1_000_000, None, 100, key=key("most", number), persist_state="session",
            placeholder="default", help="Tokens",
        ),
        "timeout": row[2].number_input(
            "Timeout (s)", 1.0, 3600.0, 120.0, 10.0, key=key("timeout", number), persist_state="session"
        ),
        "fence": fence,
        "acknowledgement": said or None,
    }  # fmt: skip


def _settings(name: str | None, address: str | None, values: dict[str, object]) -> tuple[ModelSettings | None, str]:
    if not (name or "").strip():
        return None, "Name a model to ask it."
    try:
        return ModelSettings.model_validate({"model": name.strip(), "api_base": address, **values}), ""
    except (CompactionError, ValidationError) as error:
        said = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        return None, said


def _barred(settings: ModelSettings) -> str:
    """A served app asks nothing in its host's name: no address, no key from the environment."""
    if loading.is_local():
        return ""
    place = places.place(settings)
    if place not in places.KEY_ALONE:
        return f"An app that others can reach asks only {', '.join(places.KEY_ALONE)}; run it on your own computer."
    return "" if place in keys.held() else f"Type your own API key for {place}: this app is served to others."


def _masking(number: int, settings: ModelSettings | None, ladder: Ladder) -> bool:
    models = [*ladder.models(), *([settings] if settings else [])]
    remote = any(not places.is_here(each) for each in models)
    chosen: bool = st.toggle(
        "Mask secrets, e-mails, home folders, user names", value=remote, persist_state="session",
        key=f"{key('mask', number)}_{'remote' if remote else 'here'}",
        help="On unless the model runs on this computer. It works by shape and can miss something.",
    )  # fmt: skip
    return chosen
