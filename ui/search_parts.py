"""The tables under the player."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.figures import search
from compaction_core.strategies.base import titled
from compaction_core.strategies.by_hand import broken_pairs
from compaction_core.tokens import counters
from compaction_core.words import count
from ui import parts
from ui.scene import Scene
from ui.state.keys import Key, setting


def step_table(scene: Scene) -> None:
    """The same steps as a table; selecting a row moves the player there."""
    rows = pd.DataFrame(
        {
            "step": [s.index for s in scene.plan.steps],
            "kind": [s.kind for s in scene.plan.steps],
            "ratio": [s.ratio for s in scene.plan.steps],
            "limit #": [s.index_limit for s in scene.plan.steps],
            "candidate #": [s.candidate for s in scene.plan.steps],
            "legal": ["" if s.valid is None else ("yes" if s.valid else s.reason) for s in scene.plan.steps],
            "kept tokens": [s.kept_tokens for s in scene.plan.steps],
            "goal": [s.goal for s in scene.plan.steps],
            "what happened": [s.text for s in scene.plan.steps],
        }
    )
    st.dataframe(
        rows, hide_index=True, placeholder="", key="steps", on_select=_moved, selection_mode="single-row",
        column_config={
            "what happened": st.column_config.TextColumn(width="large"),
            "legal": st.column_config.TextColumn(width=130),
            "kept tokens": st.column_config.NumberColumn(format="localized"),
            "goal": st.column_config.NumberColumn(format="localized"),
        },
    )  # fmt: skip
    if any(s.kind == "measure" for s in scene.plan.steps):
        parts.chart(
            search(scene.plan, dark=scene.dark), key="search_chart", alt="Kept tokens of each try against the goal",
            select=False,
        )  # fmt: skip


def _moved() -> None:
    rows = st.session_state["steps"]["selection"]["rows"]
    if rows:
        st.session_state[Key.STEP] = rows[0]


def rejected(scene: Scene) -> None:
    """Every candidate that was passed, with its reason."""
    rows = [
        {"step": s.index, "messages": f"#{r.start}" if r.stop == r.start + 1 else f"#{r.start}–#{r.stop - 1}",
         "count": r.stop - r.start, "why": r.reason}
        for s in scene.plan.steps
        for r in s.rejected
    ]  # fmt: skip
    if not rows:
        tried = any(s.kind == "try" and s.ratio is not None for s in scene.plan.steps)
        st.caption(f"No candidate was rejected{': every limit fell on an assistant message' if tried else ''}.")
        return
    total = sum(row["count"] for row in rows)
    with st.expander(f"{total:,} {'candidate was' if total == 1 else 'candidates were'} passed, counting every try"):
        st.dataframe(pd.DataFrame(rows), hide_index=True)


def quirks(scene: Scene) -> None:
    """How the released algorithm differs from what one expects."""
    plan, strategy = scene.plan, scene.strategy
    ratios = any(step.ratio is not None and step.goal is not None for step in plan.steps)
    released = "as released" if plan.as_released else "not as released: a setting or counter that no release offers"
    st.caption(
        f"{titled(strategy)} of {strategy.date} ({strategy.source}), {released}. It decides by "
        f"{counters.get(plan.counter).label}; the widths above are {scene.counted}, so they may differ from the tokens "
        f"in the sentences.{' The ratio counts messages, the goal counts tokens.' if ratios else ''}"
    )
    prompts = sum(message.is_prompt for message in scene.session.messages[plan.start : plan.end])
    if prompts and strategy.own_list:
        st.caption(
            f"The variables beside the listing number {strategy.label}'s own list, which has no system prompt: "
            f"its {plan.end - plan.start - prompts - 1} is #{plan.end - 1} here."
        )


def by_hand(scene: Scene) -> None:
    """Drag a cut over the messages and see what it would break and cost, beside the strategy's own."""
    plan = scene.plan
    if plan.end - plan.start < 2:
        return
    st.markdown("##### A cut by hand")
    own = plan.cut if plan.cut is not None and plan.start < plan.cut <= plan.end else plan.end
    key = f"hand {scene.plan_key}"
    cut = st.slider(
        "Cut in front of message #", plan.start + 1, plan.end, own, key=key,
        help="The first message that would stay. It starts where the strategy cuts.",
    )  # fmt: skip
    st.text(hand_sentence(scene, cut, plan.cut))
    st.button(
        "Make it the strategy's cut", icon=":material/content_cut:", on_click=_take_cut, args=(cut,),
        help="Switches the strategy to “Cut by hand”, so that every page shows this cut.",
    )  # fmt: skip


def hand_sentence(scene: Scene, cut: int, own: int | None) -> str:
    """What a cut keeps and breaks, by the display count."""
    plan, measured, messages = scene.plan, scene.measured, scene.session.messages
    kept = measured.between(cut, plan.end)
    parted = broken_pairs(scene.session, plan.start, cut, plan.end)
    first = f"#{cut} is {ROLES[messages[cut].role]}." if cut < plan.end else "Nothing is kept."
    beside = ""
    if own is not None and own != cut:
        more = kept - measured.between(own, plan.end)
        beside = f", {abs(more):,} {'more' if more > 0 else 'fewer'} than the strategy's cut at #{own}"
    broken = "No call is parted from its result."
    if parted:
        call, result = parted[0]
        others = f", and {count(len(parted) - 1, 'other pair')}" if len(parted) > 1 else ""
        broken = (
            f"A plain cut here parts the call in #{call} from its result #{result}{others}: strict providers reject "
            "that list."
        )
        if cut == own and mends(scene, parted):
            broken += f" {scene.strategy.label} cuts here too and mends it: in its list the calls have their results."
    return f"{first} {count(kept, 'token')} would stay ({scene.counted}){beside}. {broken}"


def mends(scene: Scene, parted: Sequence[tuple[int, int]]) -> bool:
    """Whether the strategy's own list holds the calls of all these (call, result), or drops the results too."""
    view = scene.compaction("offline").view
    calls = {call.id for entry in view for call in entry.message.calls}
    held = {entry.index: entry.message.result for entry in view if entry.origin == "session"}
    results = [held[result] for _, result in parted if held.get(result) is not None]
    return all(result is not None and result.call_id in calls for result in results)


ROLES = {
    "user": "a user message",
    "assistant": "an assistant message",
    "tool": "a tool result",
    "system": "a system prompt",
    "developer": "a developer prompt",
}


def _take_cut(cut: int) -> None:
    st.session_state[Key.STRATEGY] = "by-hand"
    st.session_state[setting("cut")] = cut
    st.session_state[Key.AFTER] = st.session_state["scene"].at - 1
