"""The fallback ladders as they are set: one for all model columns, and a column's own where it has one.

A ladder is a list of placed rungs; what a rung is set to stands under keys with the rung's number, so that it moves
with it. ``rung_editor`` draws them.
"""

from collections.abc import Iterator

import streamlit as st
from pydantic import ValidationError

from compaction_core.errors import CompactionError
from compaction_core.strategies import strategies
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.injected import FAULTS, Fault
from compaction_core.summarizers.ladder import (
    FAILURES,
    PASSING,
    Fail,
    Injection,
    Keep,
    Ladder,
    Offline,
    OtherModel,
    Retry,
    Rung,
    Smaller,
    Verdict,
)
from compaction_core.summarizers.runs import ModelSettings
from ui.scene import Scene

Scope = int | None
"""A column's number; None: all model columns."""
Placed = tuple[int, str]
"""A rung's number, unlike any other's, and its kind."""
RUNGS = {
    "retry": "Retry",
    "smaller": "Smaller input",
    "model": "Other model",
    "offline": "Offline summary",
    "keep": "Keep unchanged",
    "error": "Report the error",
}
LISTS, NEXT = "lab_ladders", "lab_next_rung"
MOST_RUNGS = 12
FIRST_NUMBER = 100
"""Above every column's number: both name key fields."""
FAULTY = 4
"""Smaller requests a fault can be chosen for."""


def key(field: str, place: Scope) -> str:
    """The widget key of a field of a rung, or of a ladder as a whole."""
    return f"lab_rung_{field}_{'all' if place is None else place}"


def placed(scope: Scope) -> tuple[Placed, ...]:
    """The rungs of a ladder, top to bottom."""
    found: tuple[Placed, ...] = st.session_state.get(LISTS, {}).get(scope, ())
    return found


def has_own(number: int) -> bool:
    """Whether a column has a ladder of its own."""
    return bool(st.session_state.get(key("own", number)))


def of(number: int, everyones: Ladder) -> Ladder:
    """The ladder of a column."""
    return ladder(number) if has_own(number) else everyones


def rejects(number: int | None = None) -> bool:
    """Whether an error that a check finds sends an answer down the ladder."""
    return bool(st.session_state.get(key("reject", number if number is not None and has_own(number) else None)))


def ladder(scope: Scope = None) -> Ladder:
    """The ladder as it is set; another model that is not named yet is left out."""
    made: list[Rung] = []
    injections = list(_injections(None, key("fault_0", scope)))
    for number, kind in placed(scope):
        found = rung(number, kind)
        if found is not None:
            keys = (key(f"fault_{i}", number) for i in range(tries(found)))
            injections += _injections(len(made), *keys)
            made.append(found)
    blank = bool(st.session_state.get(key("blank", scope)))
    return Ladder(rungs=tuple(made), accept_blank=blank, injections=tuple(injections))


def rung(number: int, kind: str) -> Rung | None:
    """One rung as it is set; None for another model without a name."""

    def value(field: str) -> object:
        return st.session_state.get(key(field, number))

    on = value("on")
    chosen = {} if on is None else {"on": on}
    match kind:
        case "retry":
            return Retry.model_validate({"times": value("times") or 1, "wait": value("wait") or 0.0, **chosen})
        case "smaller":
            return Smaller.model_validate(chosen)
        case "model":
            other = _other(value("model"), value("address"))
            return None if other is None else OtherModel.model_validate({"settings": other, **chosen})
        case "offline":
            return Offline.model_validate(chosen)
    return Keep() if kind == "keep" else Fail()


def _other(name: object, address: object) -> ModelSettings | None:
    try:
        return ModelSettings.model_validate({"model": str(name or "").strip(), "api_base": address})
    except (CompactionError, ValidationError):
        return None


def tries(rung: Rung) -> int:
    """Tries of a rung that a fault can be chosen for."""
    return {"retry": getattr(rung, "times", 1), "smaller": FAULTY, "model": 1}.get(rung.kind, 0)


def _injections(place: int | None, *keys: str) -> Iterator[Injection]:
    for i, widget in enumerate(keys):
        fault: Fault | None = st.session_state.get(widget)
        if fault in FAULTS:
            yield Injection(rung=place, attempt=i, fault=fault)


def usual(kind: str) -> tuple[Verdict, ...]:
    """The verdicts a rung of a kind is for, unless set otherwise."""
    return {"retry": PASSING, "smaller": ("overflow",)}.get(kind, FAILURES)


def smaller(scene: Scene, request: SummaryRequest) -> tuple[SummaryRequest, ...]:
    """The strategy's own smaller requests."""
    return tuple(scene.strategy.rungs(request, scene.settings))[1:]


def released(scene: Scene) -> dict[str, Ladder]:
    """The ladders of released systems by the strategy's name; the one on screen with its settings."""
    found = {each.name: each.ladder(each.parameters()) for each in strategies}
    found[scene.strategy.name] = scene.strategy.ladder(scene.settings)
    return {name: each for name, each in found.items() if each is not None}


def add(scope: Scope, kind: str, **fields: object) -> int:
    """One more rung at the bottom, set to ``fields``; returns its number."""
    number: int = st.session_state.get(NEXT, FIRST_NUMBER)
    st.session_state[NEXT] = number + 1
    _put(scope, (*placed(scope), (number, kind))[:MOST_RUNGS])
    for field, value in ({"on": list(usual(kind))} | fields).items():
        st.session_state[key(field, number)] = value
    return number


def remove(scope: Scope, number: int) -> None:
    """One rung less."""
    _put(scope, tuple(each for each in placed(scope) if each[0] != number))


def move(scope: Scope, number: int, by: int) -> None:
    """A rung up (-1) or down (1)."""
    found = list(placed(scope))
    at = next(i for i, each in enumerate(found) if each[0] == number)
    found.insert(max(0, at + by), found.pop(at))
    _put(scope, tuple(found))


def take(scope: Scope, whole: Ladder, rejects: bool = False) -> None:
    """Set a ladder to a whole one, its injected faults included."""
    _put(scope, ())
    state = st.session_state
    state[key("blank", scope)], state[key("reject", scope)] = whole.accept_blank, rejects
    state[key("fault_0", scope)] = whole.faults(None).get(0, "")
    for i, each in enumerate(whole.rungs):
        fields = {f"fault_{attempt}": fault for attempt, fault in whole.faults(i).items()}
        match each:
            case Retry():
                add(scope, each.kind, on=list(each.on), times=each.times, wait=each.wait, **fields)
            case OtherModel():
                model, address = each.settings.model, each.settings.api_base or ""
                add(scope, each.kind, on=list(each.on), model=model, address=address, **fields)
            case Smaller() | Offline():
                add(scope, each.kind, on=list(each.on), **fields)
            case _:
                add(scope, each.kind)


def _put(scope: Scope, rungs: tuple[Placed, ...]) -> None:
    held: dict[Scope, tuple[Placed, ...]] = st.session_state.setdefault(LISTS, {})
    held[scope] = rungs
