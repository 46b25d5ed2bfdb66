"""The tables under the player."""

import pandas as pd
import streamlit as st

from compaction_core.figures import search
from compaction_core.tokens import counters
from ui import parts
from ui.scene import Scene
from ui.state import Key


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
         "count": r.stop - r.start, "why it cannot start the kept part": r.reason}
        for s in scene.plan.steps
        for r in s.rejected
    ]  # fmt: skip
    if not rows:
        st.caption("No candidate was rejected: every limit fell on an assistant message.")
        return
    total = sum(row["count"] for row in rows)
    with st.expander(f"{total:,} {'candidate was' if total == 1 else 'candidates were'} passed, counting every try"):
        st.dataframe(pd.DataFrame(rows), hide_index=True)


def quirks(scene: Scene) -> None:
    """How the released algorithm differs from what one expects."""
    plan, strategy = scene.plan, scene.strategy
    released = "as released" if plan.as_released else "not as released: a setting or counter that no release offers"
    st.caption(
        f"{strategy.label} {strategy.version} of {strategy.date} ({strategy.source}), {released}. It decides by "
        f"{counters.get(plan.counter).label}; the widths above are {scene.counted}, so they may differ from the tokens "
        "in the sentences. The ratio counts messages, the goal counts tokens."
    )
    prompts = sum(message.is_prompt for message in scene.session.messages[plan.start : plan.end])
    if prompts:
        st.caption(
            f"The variables beside the listing number {strategy.label}'s own list, which has no system prompt: "
            f"its {plan.end - plan.start - prompts - 1} is #{plan.end - 1} here."
        )
