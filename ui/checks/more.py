"""What else the checks tell: three numbers, and for each the part of the page that explains it; one is open."""

from collections.abc import Sequence

import streamlit as st

from compaction_core.structure.checkup import blocking as blocks
from compaction_core.tokens import counters
from ui import link
from ui.checks import blocking, counting, looks
from ui.checks.judged import Judged
from ui.scene import Scene

PART = "check_part"
"""Also the query parameter."""
PARTS = {"blocks": "What blocks", "next": "Trigger and next message", "counting": "Counting"}


def draw(scene: Scene, judged: Judged, providers: Sequence[str]) -> None:
    """The numbers, and the part that is chosen; the others are not computed."""
    wanted = blocking.wanted(judged.found)
    _numbers(scene, judged, wanted)
    part = _chosen()
    if part == "blocks":
        blocking.section(scene, judged, providers, wanted)
    elif part == "next":
        looks.section(scene)
    else:
        counting.section(scene)


def _chosen() -> str:
    first = next(iter(PARTS))
    link.take(PART, first, link.one_of(PARTS.__contains__), "a part of the page", PARTS[first])
    part: str = st.segmented_control(
        "Part", list(PARTS), key=PART, required=True, persist_state="session", format_func=PARTS.__getitem__,
        label_visibility="collapsed", width="stretch",
    )  # fmt: skip
    link.put(PART, part, first)
    return part


def _numbers(scene: Scene, judged: Judged, wanted: Sequence[str]) -> None:
    """Whether a CI would pass, how long until it fires next, and how far its counter is from a tokenizer."""
    one, two, three = (column.container(gap=None) for column in st.columns(3))
    number = len(blocks(judged.found, wanted))
    one.metric("In CI", "fails" if number else "passes")
    one.caption(_blocking(number, len(judged.found)))
    turns = looks.left(scene)
    two.metric("Turns until it fires next", turns.value)
    two.caption(turns.why)
    own, real = counting.own(scene)
    if own is None or real is None or own.ratio is None:
        three.metric("Its own counter", "nothing to count")
        return
    label = counters.get(real.counter).label
    if own.counter == real.counter:
        three.metric("Its own counter", f"{own.total:,}")
        three.caption(f"Tokens, by {label}: no estimate is in the way.")
    else:
        three.metric("Its own counter", f"{own.ratio:.2f}×")
        three.caption(f"{own.total:,} tokens, {own.basis}, where {label} counts {real.total:,}.")


def _blocking(number: int, found: int) -> str:
    if found == 1:
        return "1 finding, and it blocks." if number else "1 finding, and it does not block."
    return f"{found:,} findings, {number or 'none'} of them blocking." if found else "Nothing was found."
