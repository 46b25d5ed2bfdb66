"""What the checks judge: by whose rules, and one case with everything that is found in it."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st

from compaction_core.compaction import Compaction
from compaction_core.museum import Setting
from compaction_core.museum.tour import carried
from compaction_core.structure import PROVIDERS, provider_of
from compaction_core.structure.checkup import Found
from compaction_core.structure.lint import Case
from ui import cached, exhibit, link
from ui.checks.limits import Limits
from ui.scene import Scene
from ui.state.keys import Key

WIDTH = 380
"""Pixels of the field; on a narrow screen what stands beside it goes below."""
CHOSEN, PARAMETER = "check_providers", "provider"
"""The widget's key; the query parameter: names of providers with commas."""
GIVEN_FOR = "check_providers_of"
"""The session whose own providers these are; nothing here once a person, or a link, chose them."""


class Judged(NamedTuple):
    """What was judged and what was found."""

    found: tuple[Found, ...]
    passes: tuple[Compaction, ...]
    """Every compaction, in order."""
    card: Setting | None
    """Of the exhibit whose answers stand for the offline summary."""
    limits: Limits


def providers(scene: Scene) -> list[str]:
    """The providers to judge by: from the page, else from the link, else what model and format point to."""
    own = provider_of(scene.session)
    if CHOSEN not in st.session_state:
        asked = [name for name in (link.asked(PARAMETER) or "").split(",") if name]
        linked = [name for name in asked if name in PROVIDERS]
        if linked:
            st.session_state[CHOSEN] = linked
        else:
            give([own.name])
        for name in asked:
            if name not in PROVIDERS:
                link.unknown("a provider", name, "the others" if linked else own.label)
    elif _stale():
        give([own.name])
    names = st.multiselect(
        "Providers", list(PROVIDERS), key=CHOSEN, persist_state="session",
        format_func=lambda name: PROVIDERS[name].label, placeholder="choose providers", width=WIDTH,
        on_change=_chosen_by_hand,
        help="Whose rules for a list of messages hold. An error is a request that this provider refuses, as its "
        "documentation and public reports say; nothing is sent to it.",
    )  # fmt: skip
    link.put(PARAMETER, names, [own.name])
    return names


def give(names: list[str]) -> None:
    """What the session that is shown brings along: it stands until another session is shown, or a person chooses."""
    st.session_state[CHOSEN], st.session_state[GIVEN_FOR] = names, st.session_state.get(Key.SESSION)


def standing(scene: Scene) -> list[str]:
    """The providers to judge by, where their field is not drawn."""
    chosen: list[str] | None = None if _stale() else st.session_state.get(CHOSEN)
    return chosen or [provider_of(scene.session).name]


def _stale() -> bool:
    """Whether the providers are another session's own."""
    return GIVEN_FOR in st.session_state and st.session_state[GIVEN_FOR] != st.session_state.get(Key.SESSION)


def _chosen_by_hand() -> None:
    st.session_state.pop(GIVEN_FOR, None)


def judge(scene: Scene, names: Sequence[str], limits: Limits) -> Judged:
    """Everything that is found at the scene's moment, with its settings and an offline summary.

    On an exhibit the answers and the rounds of its card stand for the offline summary.
    """
    card = exhibit.now()
    case = Case(
        scene.session, scene.strategy, scene.settings, scene.window,
        at=None if scene.after is None else scene.at,
        prompt_tokens=scene.overhead,
        protect=scene.pins,
        estimator=scene.estimator,
        output=limits.output,
        summarizer_window=limits.summarizer_window,
        measured=cached.measured(scene.session, scene.session.digest, scene.estimator),
        shown=scene.measured,
        watch=scene.watch,
        plan=scene.plan,
        passes=[result for _, result in scene.passes()] if card is None else (),
        carry=None if card is None else partial(carried, setting=card),
        makeup=cached.made_of(scene.session, scene.session.digest),
        cached_tokens=cached.cache_read(scene.session, scene.session.digest, scene.counter),
    )  # fmt: skip
    told = "" if card is None else card.model_dump_json()
    key = f"{scene.plan_key} {scene.after} {scene.counter} {scene.trigger} {limits} {told}"
    return Judged(cached.examined(case, key, tuple(names), card), case.passes, card, limits)
