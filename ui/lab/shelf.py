"""Where saved prompts are: files on one's own computer, this browser session where the app is served to others."""

import streamlit as st

from compaction_core.summarizers.prompts import Prompt, versions
from compaction_core.summarizers.prompts.versions import Shelf
from ui.lab import folder

VERSIONS = "lab_versions"
MOST = 20
"""Versions kept in a browser session."""


def shelf() -> Shelf:
    """All saved versions, and the files that are none."""
    place = folder.prompts()
    return versions.shelf(place) if place is not None else Shelf(versions=tuple(_held().values()))


def keep(name: str, version: Prompt, replace: bool) -> str:
    """Keep a version and say by which name: "name 2" where the name is taken, unless it is to ``replace`` the other.

    Raises BadInput where no file can be written.
    """
    place = folder.prompts()
    if place is not None:
        return versions.save(place, version, name, replace).name
    held, name = _held(), versions.file_name(name)
    kept = version.model_copy(update={"name": name, "title": name})
    if held.get(name) == kept:
        return name
    name = name if replace else versions.free_name(name, list(held))
    held.pop(name, None)
    held[name] = version.model_copy(update={"name": name, "title": name})
    while len(held) > MOST:
        del held[next(iter(held))]
    return name


def delete(name: str) -> None:
    """Delete a version; BadInput where its file cannot be deleted."""
    place = folder.prompts()
    if place is not None:
        versions.delete(place, name)
    else:
        _held().pop(name, None)


def _held() -> dict[str, Prompt]:
    """This browser session's versions by name, oldest first."""
    held: dict[str, Prompt] = st.session_state.setdefault(VERSIONS, {})
    return held
