"""Who is asked: the heads of the columns, and which columns there are."""

import streamlit as st

from compaction_core.lab import MOST_COLUMNS, Column
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.ladder import Ladder
from ui.lab import model_column
from ui.lab.chosen import KINDS, LETTERS, Chosen, key
from ui.lab.prompts import Prompts

NUMBERS, TOUCHED, NEXT = "lab_columns", "lab_touched", "lab_next"


def numbers(request: SummaryRequest) -> list[int]:
    """The columns shown. Until someone changes them: offline, recorded where the file has it, none."""
    if not st.session_state.get(TOUCHED):
        for number, kind in enumerate(("offline", "recorded", "none")):
            st.session_state.setdefault(key("kind", number), kind)
        st.session_state[NUMBERS] = [0, 1, 2] if request.recorded else [0, 2]
    shown: list[int] = st.session_state[NUMBERS]
    return shown


def add(kind: str) -> None:
    """One more column."""
    st.session_state[TOUCHED] = True
    number = st.session_state[NEXT] = st.session_state.get(NEXT, 2) + 1
    st.session_state[key("kind", number)] = kind
    st.session_state[NUMBERS] = [*st.session_state[NUMBERS], number][:MOST_COLUMNS]


def remove(number: int) -> None:
    """One column less; what it ran is dropped with it."""
    st.session_state[TOUCHED] = True
    st.session_state[NUMBERS] = [n for n in st.session_state[NUMBERS] if n != number]
    bench = st.session_state.get("lab_bench")
    if bench is not None:
        bench.drop(number)


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


def head(number: int, position: int, found: Prompts, ladder: Ladder, request: SummaryRequest, size: int) -> Chosen:
    """One column's controls; ``size`` is the request's tokens, to say which models it fits."""
    letter = LETTERS[position]
    row = st.columns([6, 1], vertical_alignment="bottom")
    kind = row[0].selectbox(
        f"Column {letter}", list(KINDS), key=key("kind", number), persist_state="session",
        format_func=KINDS.get, on_change=_touch,
    )  # fmt: skip
    row[1].button(
        "", icon=":material/close:", key=key("remove", number), help=f"Remove column {letter}", on_click=remove,
        args=(number,), type="tertiary",
    )  # fmt: skip
    if kind == "recorded" and not request.recorded:
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


def _touch() -> None:
    st.session_state[TOUCHED] = True
