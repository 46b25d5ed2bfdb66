"""The controls: one fold for each axis, generated from the recipe's records."""

from typing import Any

import streamlit as st

from compaction_core.errors import BadParameter
from compaction_core.strategies.composed.axes.base import Axis, choices, kind_of
from compaction_core.strategies.composed.recipe import AXES, Recipe, made
from ui import parts
from ui.build import held
from ui.build.fields import field, spaced
from ui.build.held import Held
from ui.words import escape


def draw(now: Held) -> None:
    """Draw them, and take in what they say; a recipe they cannot make is told, and the last one stays."""
    name, about = st.columns([1, 2])
    data: dict[str, Any] = {"same_as": now.recipe.same_as, "settings": now.recipe.settings}
    with name:
        data["name"] = field(Recipe, "name", now.base.name, f"build name {now.round}")
    with about:
        data["about"] = field(Recipe, "about", now.base.about, f"build about {now.round}")
    for number, axis in enumerate(AXES, 1):
        about_axis = Recipe.model_fields[axis]
        with st.expander(f"**{number}. {about_axis.title}** · {about_axis.description}", key=f"build fold {axis}"):
            data[axis] = _value(now, Recipe, axis, getattr(now.base, axis), (axis,))
    try:
        held.taken(_unnamed(now.recipe, made(data)))
    except BadParameter as error:
        parts.error_box(error)


def _unnamed(before: Recipe, after: Recipe) -> Recipe:
    """A recipe that was changed no longer claims to decide as the system does."""
    moved = any(getattr(before, axis) != getattr(after, axis) for axis in AXES)
    return after.model_copy(update={"same_as": None, "settings": {}}) if moved and after.same_as else after


def _record(now: Held, record: type[Axis], value: Axis | None, path: tuple[str | int, ...]) -> dict[str, Any]:
    """The fields of a record; ``value`` has the values they start from, None: the defaults."""
    found: dict[str, Any] = {"kind": kind_of(record)} if kind_of(record) else {}
    names = [name for name in record.model_fields if name != "kind"]
    plain = [name for name in names if not choices(record.model_fields[name].annotation)]
    for name in names:
        start = record.model_fields[name].default if value is None else getattr(value, name)
        if name not in plain:
            found[name] = _value(now, record, name, start, (*path, name))
    columns = st.columns(2) if len(plain) > 1 else [st.container()]
    for number, name in enumerate(plain):
        start = record.model_fields[name].default if value is None else getattr(value, name)
        with columns[number % len(columns)]:
            found[name] = field(record, name, start, _key(now, (*path, name)))
    return found


def _value(now: Held, record: type[Axis], name: str, start: Any, path: tuple[str | int, ...]) -> Any:
    """A field that holds a record, one of several, or a list of them."""
    options = choices(record.model_fields[name].annotation)
    if isinstance(start, tuple):
        return _list(now, options, start, path)
    return _one(now, options, start, path, str(record.model_fields[name].title))


def _one(now: Held, options: tuple[type[Axis], ...], start: Axis, path: tuple[str | int, ...], title: str) -> Any:
    if len(options) == 1:
        return _record(now, options[0], start, path)
    kinds = {kind_of(option): option for option in options}
    chosen = st.selectbox(
        title, list(kinds), index=list(kinds).index(kind_of(type(start))), format_func=spaced,
        key=_key(now, (*path, "kind")),
    )  # fmt: skip
    option = kinds[str(chosen)]
    st.caption(" ".join((option.__doc__ or "").split()))
    with st.container(border=True) if len(path) > 1 else st.container():
        return _record(now, option, start if isinstance(start, option) else None, (*path, str(chosen)))


def _list(
    now: Held, options: tuple[type[Axis], ...], start: tuple[Axis, ...], path: tuple[str | int, ...]
) -> list[Any]:
    found = []
    for number, entry in enumerate(start):
        with st.container(border=True):
            found.append(_entry(now, options, entry, (*path, number)))
            st.button(
                "Take it out", key=_key(now, (*path, number, "out")), icon=":material/remove:", type="tertiary",
                on_click=_out, args=(path, number),
            )  # fmt: skip
    _more(now, options, path)
    return found


def _entry(now: Held, options: tuple[type[Axis], ...], entry: Axis, path: tuple[str | int, ...]) -> Any:
    if len(options) > 1:
        st.markdown(f"**{spaced(kind_of(type(entry))).capitalize()}**: {' '.join((entry.__doc__ or '').split())}")
    return _record(now, type(entry), entry, path)


def _more(now: Held, options: tuple[type[Axis], ...], path: tuple[str | int, ...]) -> None:
    """What adds an entry to a list."""
    if len(options) == 1:
        st.button(
            "Add one", key=_key(now, (*path, "add")), icon=":material/add:", on_click=_add, args=(path, options[0])
        )
        return
    with st.popover("Add one", icon=":material/add:"):
        for option in options:
            st.button(
                spaced(kind_of(option)).capitalize(), key=_key(now, (*path, "add", kind_of(option))), width="stretch",
                help=" ".join((option.__doc__ or "").split()), on_click=_add, args=(path, option),
            )  # fmt: skip


def _key(now: Held, path: tuple[str | int, ...]) -> str:
    return f"build {now.round} {' '.join(map(str, path))}"


def _add(path: tuple[str | int, ...], option: type[Axis]) -> None:
    _changed(path, lambda entries: [*entries, option().model_dump()])


def _out(path: tuple[str | int, ...], number: int) -> None:
    _changed(path, lambda entries: [*entries[:number], *entries[number + 1 :]])


def _changed(path: tuple[str | int, ...], do: Any) -> None:
    """The recipe with another list at a path; the path names the kind of a choice in between."""
    now: Held = st.session_state[held.HELD]
    data = now.recipe.model_dump()
    *steps, last = path
    place: Any = data
    for step in steps:
        place = place if isinstance(step, str) and step == place.get("kind") else place[step]
    place[last] = do(list(place[last]))
    try:
        held.change(_unnamed(now.recipe, made(data)))
    except BadParameter as error:
        st.toast(escape(str(error)), icon=":material/error:")
