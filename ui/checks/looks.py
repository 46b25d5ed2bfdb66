"""Where the trigger is looked at, how long it still takes, and what one more message would do."""

from typing import NamedTuple

import streamlit as st

from compaction_core.figures.what_if import what_if as picture
from compaction_core.looks import NEVER, largest_step, told, turns_left
from compaction_core.report.words import counted_by
from compaction_core.session import Session
from compaction_core.tokens import counters
from compaction_core.whatif import ROLES, Next, WhatIf, next_role, what_if
from compaction_core.words import amount, count, roughly
from ui import cached, parts
from ui.scene import Scene
from ui.words import escape

TOKENS, ROLE, BASE = "what_if_tokens", "what_if_role", "what_if_base"
DEFAULT, MOST = 5_000, 2_000_000
"""Tokens of the message to begin with, and of the largest that can be tried."""
AFTER, NOW = "after compacting", "as it is"


class Base(NamedTuple):
    """The list the message is put behind."""

    session: Session
    at: int
    key: str
    """Tells its counts apart from those of other lists."""
    pins: tuple[int, ...]


def section(scene: Scene) -> None:
    """A sentence on the looks, the control, the result with its picture."""
    st.markdown(escape(sentence(scene)))
    compacts = _compacts(scene)
    columns = st.columns(3, vertical_alignment="bottom")
    usual = DEFAULT if scene.window is None else max(1, min(DEFAULT, scene.window // 8))
    tokens = columns[0].number_input(
        "Tokens of the next message", min_value=0, max_value=MOST, value=usual, step=max(1, usual // 5), key=TOKENS,
        persist_state="session",
        help=f"As the strategy counts: {counted_by(scene.estimator, counters.get(scene.estimator).basis)}.",
    )  # fmt: skip
    on = columns[2].segmented_control(
        "On the list", [AFTER, NOW] if compacts else [NOW], default=AFTER if compacts else NOW,
        key=BASE if compacts else f"{BASE}_alone", required=True, persist_state="session",
        help="After compacting: with an offline summary in place of what went.",
    )  # fmt: skip
    base = _after(scene) if on == AFTER and compacts else _now(scene)
    expected = next_role(base.session, base.at)
    role: Next = columns[1].selectbox(
        "Who speaks next", list(ROLES), index=list(ROLES).index(expected), key=f"{ROLE}_{expected}",
        persist_state="session",
        format_func=lambda name: f"{ROLES[name]}{', as it would come' if name == expected else ''}",
    )  # fmt: skip
    result = tried(scene, base, int(tokens), role)
    st.markdown(f"**{escape(result.sentence)}**")
    parts.chart(
        picture(result, dark=scene.dark), key="what_if_picture", select=False,
        alt="The context and the next message as one bar, with trigger and window as lines",
    )  # fmt: skip
    where = "right after this compaction" if base.session is not scene.session else f"after #{base.at - 1}"
    st.caption(f"The message is put on the list {where}; all sizes as the strategy counts. Nothing is sent or saved.")


def sentence(scene: Scene) -> str:
    """How often the system looks, what comes in between at most, and the turns left."""
    watch = scene.watch
    start = scene.plan.start
    way, looks = told(scene.session, watch, scene.window), sum(watch.looked[start : scene.at])
    if way == NEVER:
        return f"{scene.strategy.label}: it never compacts by itself, only when asked, or on overflow."
    since = f"from #{start} " if start else ""
    often = f"{count(looks, 'time')} {since}up to #{scene.at - 1}"
    said = f"{scene.strategy.label}: it looks at its trigger {way}, {often}."
    step = largest_step(watch.looked, _sizes(scene), start, scene.at)
    if step is not None and step[0] > 0:
        said += f" Between two looks come at most {amount(step[0], watch.unit)} (after #{step[1]} and #{step[2]})."
    return f"{said} {left(scene).sentence}"


def _sizes(scene: Scene) -> tuple[int, ...]:
    """How large the context is after each planned message, in the trigger's unit; tokens as the strategy counts."""
    start, watch = scene.plan.start, scene.watch
    if watch.unit != "tokens":
        return watch.tokens[start : scene.at]
    prefix = cached.measured(scene.session, scene.session.digest, scene.estimator).prefix
    return tuple(after - prefix[start] for after in prefix[start + 1 : scene.at + 1])


class Left(NamedTuple):
    """How long it takes until the trigger fires next."""

    value: str
    """In two or three words."""
    why: str
    """The numbers behind it, for beside it."""
    sentence: str


def left(scene: Scene) -> Left:
    """Turns until the trigger fires next, from the session's own growth."""
    watch = scene.watch
    if watch.unit != "tokens" or watch.threshold is None:
        return _untold("It has no line in tokens here.")
    growth = cached.turn_growth(scene.session, scene.session.digest, scene.estimator)
    if growth is None:
        return _untold("The session has fewer than three turns.")
    if watch.threshold <= 0:
        return Left("none", "Every look compacts.", "Every look compacts: no token is left below the line.")
    if _compacts(scene):
        now, lead = what_if_seen(scene), "After this compaction"
    else:
        now, lead = watch.tokens[-1] if watch.tokens else 0, "From here"
    turns = turns_left(watch.threshold, now, growth)
    why = f"{lead}: {now:,} of {watch.threshold:,} tokens, as the strategy counts."
    if turns is None:
        return Left("none", why, f"{lead}, {now:,} tokens are above the line at {watch.threshold:,} already.")
    each = f"a turn of this session has {growth:,.0f} tokens, the middle one of all"
    about = roughly(turns)
    said = f"{lead}, about {about} turns are left until it fires next ({now:,} of {watch.threshold:,}; {each})."
    return Left(f"≈ {about}", why, said)


def _untold(why: str) -> Left:
    return Left("unknown", why, f"Turns left cannot be told: {why[0].lower()}{why[1:]}")


def _compacts(scene: Scene) -> bool:
    """Whether something would go here: the trigger fires, or someone asked for it."""
    asked = scene.watch.fired is not None or scene.after is not None
    return asked and any(scene.plan.fate(number) != "keep" for number in scene.plan.numbers)


def what_if_seen(scene: Scene) -> int:
    """What the trigger sees of the list after compacting, as the strategy counts."""
    base = _after(scene)
    return tried(scene, base, 0, next_role(base.session, base.at)).before


def tried(scene: Scene, base: Base, tokens: int, role: Next) -> WhatIf:
    """The message put behind the base's list."""
    own = cached.measured(base.session, base.key, scene.estimator)
    return what_if(
        base.session, scene.strategy, scene.settings, scene.window, tokens, role=role, at=base.at, measured=own,
        estimator=scene.estimator, overhead=scene.overhead, protect=base.pins,
    )  # fmt: skip


def _now(scene: Scene) -> Base:
    return Base(scene.session, scene.at, scene.session.digest, scene.pins)


def _after(scene: Scene) -> Base:
    last, result = scene.passes()[-1]
    key = f"{last.plan_key} {result.summary.text}"
    made = cached.listed_after(last.session, result, key)
    pins = tuple(place for place, entry in enumerate(result.view) if entry.index in last.plan.protected)
    return Base(made, len(made.messages), key, pins)  # its digest would take longer to make than all the rest
