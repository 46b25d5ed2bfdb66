"""The failure ladder and the faults put in on purpose."""

import streamlit as st
from pydantic import ValidationError

from compaction_core.errors import CompactionError
from compaction_core.strategies import strategies
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.injected import FAULTS, Fault
from compaction_core.summarizers.ladder import Fail, Keep, Ladder, Offline, OtherModel, Retry, Rung, Smaller
from compaction_core.summarizers.runs import ModelSettings

RUNGS = {
    "retry": "Retry",
    "smaller": "The strategy's smaller requests",
    "model": "Another model",
    "offline": "The offline summary",
    "keep": "Keep the messages, say nothing",
    "error": "Keep the messages, report the error",
}
LIST, TIMES, WAIT, MODEL, ADDRESS, BLANK = (
    "lab_rungs", "lab_retry_times", "lab_retry_wait", "lab_other_model", "lab_other_address", "lab_accept_blank",
)  # fmt: skip
REJECT = "lab_reject"
FAULTY = 6
"""Attempts a fault can be chosen for."""
RELEASED = {"letta-code": (("smaller", "error"), True)}
"""What a release does: its rungs, and whether it stores a blank answer."""


def ladder() -> Ladder:
    """The ladder as it is set; another model that is not named yet is left out."""
    state = st.session_state
    made: list[Rung] = []
    for kind in state.get(LIST) or ():
        match kind:
            case "retry":
                made.append(Retry(times=state.get(TIMES) or 1, wait=state.get(WAIT) or 0.0))
            case "smaller":
                made.append(Smaller())
            case "model" if (other := _other()) is not None:
                made.append(OtherModel(settings=other))
            case "offline":
                made.append(Offline())
            case "keep":
                made.append(Keep())
            case "error":
                made.append(Fail())
    return Ladder(rungs=tuple(made), accept_blank=bool(state.get(BLANK)))


def rejects() -> bool:
    """Whether an error that a check finds sends an answer down the ladder."""
    return bool(st.session_state.get(REJECT))


def _other() -> ModelSettings | None:
    name, address = st.session_state.get(MODEL), st.session_state.get(ADDRESS)
    try:
        return ModelSettings(model=name.strip(), api_base=address) if (name or "").strip() else None
    except (CompactionError, ValidationError):
        return None


def smaller(strategy: str, request: SummaryRequest) -> tuple[SummaryRequest, ...]:
    """The strategy's own smaller requests."""
    return tuple(strategies.get(strategy).rungs(request))[1:]


def faults() -> dict[int, Fault]:
    """Faults by attempt, 0-based."""
    chosen = {i: st.session_state.get(f"lab_fault_{i}") for i in range(FAULTY)}
    return {i: fault for i, fault in chosen.items() if fault in FAULTS}


def as_released(strategy: str) -> None:
    """The strategy's own ladder."""
    kinds, blank = RELEASED[strategy]
    st.session_state[LIST], st.session_state[BLANK], st.session_state[REJECT] = list(kinds), blank, False


def draw(strategy: str, local: bool) -> None:
    """The ladder editor and the faults."""
    st.markdown("##### When a model fails")
    left, right = st.columns(2, gap="medium")
    with left:
        st.multiselect(
            "Rungs, in the order they are tried", list(RUNGS), key=LIST, persist_state="session",
            format_func=RUNGS.get, placeholder="none: one try, then the error",
            help="For every model column. No rung touches a message: without a summary the list stays as it was.",
        )  # fmt: skip
        chosen = st.session_state.get(LIST) or ()
        row = st.columns(2)
        if "retry" in chosen:
            row[0].number_input("Retries", 1, 10, 1, key=TIMES, persist_state="session")
            row[1].number_input("Seconds between", 0.0, 300.0, 0.0, 1.0, key=WAIT, persist_state="session")
        if "model" in chosen:
            row[0].text_input("Other model", key=MODEL, max_chars=200, persist_state="session")
            if local:
                row[1].text_input("Its address", key=ADDRESS, max_chars=500, persist_state="session")
            if _other() is None:
                st.caption("Name the other model, with an address that starts with http:// if it has one of its own.")
        st.toggle("Store a blank answer as it is", key=BLANK, persist_state="session")
        st.toggle(
            "Let the checks reject an answer", key=REJECT, persist_state="session",
            help="An error such as empty, cut off or a refusal then goes down the ladder. No release does that.",
        )  # fmt: skip
        if strategy in RELEASED:
            st.button("As the release does", icon=":material/undo:", on_click=as_released, args=(strategy,))
    with right:
        _faults()


def _faults() -> None:
    st.caption("Faults put in on purpose. Nothing is sent for such an attempt, and every result says injected.")
    row = st.columns(3)
    for i in range(FAULTY):
        row[i % 3].selectbox(
            f"Attempt {i}", [None, *FAULTS], key=f"lab_fault_{i}", persist_state="session",
            format_func=lambda fault: "as it comes" if fault is None else f"injected: {fault}",
        )  # fmt: skip
