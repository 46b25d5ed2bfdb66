"""The section "When a model fails": the ladder of all model columns or of one, its faults, and its picture."""

import streamlit as st

from compaction_core.figures.ladder_rows import words
from compaction_core.strategies import strategies
from compaction_core.strategies.base import titled
from compaction_core.summarizers.injected import FAULTS
from compaction_core.summarizers.ladder import FAILURES, Ladder
from ui import loading
from ui.lab import keys, places, rungs
from ui.lab.chosen import Chosen
from ui.lab.ladder_picture import picture
from ui.lab.rungs import RUNGS, Scope, key
from ui.scene import Scene
from ui.words import escape

FOR, EVERYONE = "lab_ladder_for", "all"
RELEASE = "lab_ladder_release"


def draw(columns: list[Chosen], scene: Scene) -> None:
    """The editor; ``columns`` are those that ask a model."""
    st.markdown("##### When a model fails")
    scope = _scope({each.number: each.letter for each in columns})
    whole = rungs.ladder(scope)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if scope is None or rungs.has_own(scope):
            _rungs(scope, scene)
    with right:
        picture(whole if scope is None else rungs.of(scope, rungs.ladder()), (), False, scene.dark, "plan")
        st.caption("No rung touches a message: without a summary the list stays as it was.")


def _scope(columns: dict[int, str]) -> Scope:
    if not columns:
        return None
    options = [EVERYONE, *map(str, columns)]
    if st.session_state.get(FOR) not in options:
        st.session_state[FOR] = EVERYONE
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.segmented_control(
            "Ladder of", options, key=FOR, required=True,
            format_func=lambda one: "all model columns" if one == EVERYONE else f"column {columns[int(one)]}",
        )  # fmt: skip
        if chosen in (None, EVERYONE):
            return None
        number = int(chosen)
        st.toggle(
            "Its own ladder", key=key("own", number), persist_state="session", on_change=_own, args=(number,),
            help="Off: the ladder of all model columns. On: it starts as a copy of that.",
        )  # fmt: skip
    return number


def _own(number: int) -> None:
    if rungs.has_own(number) and not rungs.placed(number):
        rungs.take(number, rungs.ladder(), rungs.rejects())


def _rungs(scope: Scope, scene: Scene) -> None:
    row = st.columns([5, 4], vertical_alignment="center")
    row[0].markdown("First request")
    with row[1]:
        _fault("Fault in the first request", key("fault_0", scope), hidden=True)
    held = rungs.placed(scope)
    place = 0
    for at, (number, kind) in enumerate(held):
        made = rungs.rung(number, kind)
        name = f"{place} · {escape(words(made))}" if made is not None else "Other model: name it"
        place += made is not None
        row = st.columns([6, 1, 1, 1], vertical_alignment="center")
        if kind in ("keep", "error"):
            row[0].markdown(name)
        else:
            with row[0].popover(name, icon=":material/tune:", width="stretch"):
                _settings(number, kind)
        _button(row[1], "up", f"Move rung {place - 1} up", at == 0, scope, number, -1)
        _button(row[2], "down", f"Move rung {place - 1} down", at == len(held) - 1, scope, number, 1)
        row[3].button(
            "", icon=":material/close:", key=key("remove", number), help="Remove this rung", type="tertiary",
            on_click=rungs.remove, args=(scope, number),
        )  # fmt: skip
    with st.container(horizontal=True):
        st.menu_button(
            "Add a rung", list(RUNGS), icon=":material/add:", format_func=RUNGS.get, key=key("add", scope),
            disabled=len(held) >= rungs.MOST_RUNGS, on_click=_add, args=(scope,),
        )  # fmt: skip
        offered = rungs.released(scene)
        if offered:
            st.menu_button(
                "As a release does", list(offered), icon=":material/undo:", key=f"{RELEASE}_{scope}",
                format_func=lambda name: titled(strategies.get(name)),
                on_click=_take, args=(scope, offered),
            )  # fmt: skip
    with st.container(horizontal=True):
        st.toggle("Store a blank answer as it is", key=key("blank", scope), persist_state="session")
        st.toggle(
            "Let the checks reject an answer", key=key("reject", scope), persist_state="session",
            help="An error such as empty, cut off or a refusal then goes down the ladder. No release does that.",
        )  # fmt: skip


def _button(place: object, way: str, said: str, off: bool, scope: Scope, number: int, by: int) -> None:
    place.button(  # type: ignore[attr-defined]
        "", icon=f":material/arrow_{way}ward:", key=key(way, number), help=said, type="tertiary", disabled=off,
        on_click=rungs.move, args=(scope, number, by),
    )  # fmt: skip


def _add(scope: Scope) -> None:
    kind = st.session_state.get(key("add", scope))
    if kind in RUNGS:
        rungs.add(scope, kind)


def _take(scope: Scope, offered: dict[str, Ladder]) -> None:
    found = offered.get(st.session_state.get(f"{RELEASE}_{scope}") or "")
    if found is not None:
        rungs.take(scope, found)


def _settings(number: int, kind: str) -> None:
    row = st.columns(2)
    if kind == "retry":
        row[0].number_input("Tries", 1, 10, key=key("times", number), persist_state="session")
        row[1].number_input(
            "Seconds before each", 0.0, 300.0, step=1.0, key=key("wait", number), persist_state="session"
        )
    if kind == "model":
        row[0].text_input(
            "Other model", key=key("model", number), max_chars=200, persist_state="session",
            placeholder="as in openai/gpt-4.1",
        )  # fmt: skip
        if loading.is_local():
            row[1].text_input("Its address", key=key("address", number), max_chars=500, persist_state="session")
    made = rungs.rung(number, kind)
    if made is None:
        st.caption("Name the other model, with an address that starts with http:// if it has one of its own.")
    elif made.kind == "model":
        keys.field(places.place(made.settings), number)
    tries = rungs.tries(made) if made is not None else 0
    row = st.columns(2)
    for i in range(tries):
        with row[i % 2]:
            _fault("Fault" if tries == 1 else f"Fault in try {i}", key(f"fault_{i}", number))
    st.multiselect(
        "Only after", FAILURES, key=key("on", number), persist_state="session", placeholder="nothing: never tried",
        format_func=lambda verdict: verdict.replace("_", " "),
    )  # fmt: skip


def _fault(label: str, widget: str, hidden: bool = False) -> None:
    st.selectbox(
        label, ["", *FAULTS], key=widget, persist_state="session",
        label_visibility="collapsed" if hidden else "visible",
        format_func=lambda fault: f"injected: {fault}" if fault else "as it comes",
        help="Put in on purpose: nothing is sent for such a try, and every result says injected.",
    )  # fmt: skip
