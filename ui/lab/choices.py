"""Who is asked: the heads of the columns, and which columns there are."""

import streamlit as st

from compaction_core.lab import MOST_COLUMNS, Column
from compaction_core.summarizers.ladder import Ladder
from ui.lab import bundled_column, model_column
from ui.lab.chosen import KINDS, LETTERS, Chosen, key
from ui.lab.prompts import Prompts
from ui.scene import Scene

NUMBERS, TOUCHED, NEXT = "lab_columns", "lab_touched", "lab_next"


def numbers(scene: Scene) -> list[int]:
    """The columns shown. Until someone changes them: offline, the sample's recorded runs, what the file records."""
    if not st.session_state.get(TOUCHED):
        runs = range(len(bundled_column.runs(scene.sample)))
        kinds = ["offline", *("bundled" for _ in runs), *(["recorded"] if scene.request.recorded else [])]
        st.session_state[NUMBERS] = list(range(len(kinds[:MOST_COLUMNS])))
        for number in st.session_state[NUMBERS]:
            _set(key("kind", number), kinds[number])
            if number - 1 in runs:
                _set(bundled_column.which(number), number - 1)
    shown: list[int] = st.session_state[NUMBERS]
    return shown


def add(kind: str) -> None:
    """One more column."""
    st.session_state[TOUCHED] = True
    number = st.session_state[NEXT] = st.session_state.get(NEXT, MOST_COLUMNS - 1) + 1
    st.session_state[key("kind", number)] = kind
    st.session_state[NUMBERS] = [*st.session_state[NUMBERS], number][:MOST_COLUMNS]


def remove(number: int) -> None:
    """One column less; what it ran is dropped with it."""
    st.session_state[TOUCHED] = True
    st.session_state[NUMBERS] = [n for n in st.session_state[NUMBERS] if n != number]
    _drop(number)


def bar(shown: list[int], running: bool) -> None:
    """Add a column, stop everything."""
    with st.container(horizontal=True):
        full = len(shown) >= MOST_COLUMNS
        st.button("Add a model", icon=":material/add:", disabled=full, on_click=add, args=("litellm",))
        st.button("Add your own text", icon=":material/add:", disabled=full, on_click=add, args=("given",))
        if running:
            st.button(
                "Cancel all", icon=":material/cancel:", key="lab_cancel_all",
                on_click=st.session_state["lab_bench"].cancel_all,
            )  # fmt: skip


def head(number: int, position: int, found: Prompts, ladder: Ladder, scene: Scene, size: int) -> Chosen:
    """One column's controls; ``size`` is the request's tokens, to say which models it fits."""
    letter = LETTERS[position]
    row = st.columns([6, 1], vertical_alignment="bottom")
    kind = row[0].selectbox(
        f"Column {letter}", list(KINDS), key=key("kind", number), persist_state="session",
        format_func=KINDS.get, on_change=_another_kind, args=(number,),
    )  # fmt: skip
    row[1].button(
        "", icon=":material/close:", key=key("remove", number), help=f"Remove column {letter}", on_click=remove,
        args=(number,), type="tertiary",
    )  # fmt: skip
    if kind == "bundled":
        chosen = bundled_column.draw(number, letter, found, scene, _touch)
        if chosen.problem:
            _drop(number)  # an answer to another request is not shown
        return chosen
    if kind == "recorded" and not scene.request.recorded:
        return Chosen(number, letter, Column(summarizer=kind), "The file holds no summary at or after this cut.")
    if kind == "given":
        text = st.text_area(
            "Your summary", key=key("pasted", number), height=100, max_chars=200_000, persist_state="session",
            label_visibility="collapsed", placeholder="paste or write a summary here",
        )  # fmt: skip
        return Chosen(number, letter, Column(summarizer=kind, text=text or ""))
    if kind != "litellm":
        return Chosen(number, letter, Column(summarizer=kind))
    return model_column.draw(number, letter, found, ladder, size)


def _another_kind(number: int) -> None:
    _touch()
    _drop(number)  # a recorded run is no answer of the model that is asked next


def _touch() -> None:
    st.session_state[TOUCHED] = True


def _drop(number: int) -> None:
    bench = st.session_state.get("lab_bench")
    if bench is not None:
        bench.drop(number)


def _set(name: str, value: object) -> None:
    if st.session_state.get(name) != value:
        st.session_state[name] = value
