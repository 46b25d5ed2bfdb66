"""The compare page: which strategies, what each does with the same messages, and where two of them part."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.cli.app import script
from compaction_core.comparison import Outcome, first_difference, outcome
from compaction_core.strategies import strategies
from compaction_core.strategies.base import titled
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import FATES
from compaction_core.words import count
from ui import cached, link
from ui.scene import Scene
from ui.words import escape

WITH, PAIR = "compare_with", "compare_pair"
PARAMETER = "with"
"""The query parameter: names of strategies, in order, with commas."""
FIRST = ("letta-code", "letta-server", "opencode", "codex", "pi", "gemini-cli", "langchain", "keep-all")
"""What a first visit compares, as far as the registry has it."""


def chosen() -> list[str]:
    """The strategies to compare, from the page, else from the link, else the first choice."""
    known = strategies.names()
    if WITH not in st.session_state:
        asked = [name for part in (link.asked(PARAMETER) or "").split(",") if (name := part.strip())]
        linked = [name for name in asked if name in known]
        for name in asked:
            if name not in known:
                link.unknown("a strategy", name, "the others" if linked else "the first choice")
        st.session_state[WITH] = list(dict.fromkeys(linked)) or [name for name in FIRST if name in known]
    names = st.multiselect(
        "Strategies", known, key=WITH, persist_state="session", format_func=label, placeholder="choose strategies",
        help="Each decides as its release does, with its own counter and its default settings; the one in the sidebar "
        "with the settings there, and in the first row where it is not chosen. The order is the order of the rows.",
    )  # fmt: skip
    link.put(PARAMETER, names, None)
    return names


def with_own(scene: Scene, names: Sequence[str]) -> list[str]:
    """The sidebar's strategy is always there: in the first row, unless it is chosen at another."""
    own = scene.strategy.name
    return list(names) if own in names or not names else [own, *names]


def open_pair(one: str, other: str, words: str) -> None:
    """A button that opens the compare page with these two."""
    if st.button(words, icon=":material/stacks:", key=f"open {one} {other}"):
        st.session_state[WITH] = [name for name in (one, other) if name in strategies.names()]
        st.switch_page(script().parent / "pages" / "compare.py")


def label(name: str) -> str:
    """A strategy for a menu: system, name, release."""
    found = strategies.get(name)
    lead = "" if found.label.startswith(found.family) else f"{found.family} · "
    return f"{lead}{titled(found)}"


def outcomes(scene: Scene, names: Sequence[str]) -> tuple[Outcome, ...]:
    """What each does at the scene's moment."""
    found = []
    for name in names:
        strategy = strategies.get(name)
        mine = name == scene.strategy.name
        settings = (scene.settings if mine else strategy.parameters()).model_dump_json()
        counter = scene.estimator if mine else strategy.estimator(strategy.parameters())
        digest = scene.session.digest
        plan = cached.planned(
            scene.session, digest, name, scene.window, settings, scene.at, counter, scene.pins, scene.overhead
        )
        seen = cached.watched(scene.session, digest, name, scene.window, settings, scene.overhead, counter)
        found.append(outcome(scene.session, strategy, plan, seen, scene.measured))
    return tuple(found)


def sentence(scene: Scene, found: Sequence[Outcome]) -> str:
    """The result in one sentence."""
    if not found:
        return "No strategy is chosen."
    changing = [o for o in found if any(fate != "keep" for fate, _, _ in o.shares)]
    lead = (
        f"After #{scene.at - 1}, {len(changing)} of {count(len(found), 'strategy', 'strategies')} would change the list"
    )
    if not changing:
        return f"{lead}."
    least, most = min(changing, key=lambda o: o.tokens_kept), max(changing, key=lambda o: o.tokens_kept)
    if least is most:
        return f"{lead}: {least.label} keeps {least.tokens_kept:,} of {least.tokens_before:,} tokens word for word."
    return (
        f"{lead}: {least.label} keeps least word for word ({least.tokens_kept:,} of {least.tokens_before:,} tokens), "
        f"{most.label} most ({most.tokens_kept:,})."
    )


def table(scene: Scene, found: Sequence[Outcome]) -> None:
    """The numbers behind the strips."""
    rows, fates = [], [fate for fate in FATES if any(each == fate for o in found for each, _, _ in o.shares)]
    for o in found:
        shares = {fate: number for fate, number, _ in o.shares}
        fired = "never" if o.fires_at is None else f"after #{o.fires_at}"
        line = o.watch.threshold
        rows.append(
            {
                "strategy": label(o.strategy),
                "its own trigger": fired,
                "line": "none" if line is None else f"> {line:,} {o.watch.unit}",
                "kept, tokens": o.tokens_kept,
                "cut": _cut(o.plan),
                **{fate: shares.get(fate, 0) for fate in fates},
                "keeps word for word": ", ".join(o.protects) or "none of them",
                "steps": len(o.plan.steps),
                "outcome": o.plan.error or o.plan.fallback_reason or o.plan.steps[-1].text,
            }
        )
    st.dataframe(
        pd.DataFrame(rows), hide_index=True,
        column_config={
            "kept, tokens": st.column_config.ProgressColumn(
                format="localized", min_value=0, max_value=max((o.tokens_before for o in found), default=1) or 1,
            ),
            "keeps word for word": st.column_config.TextColumn(
                width="medium",
                help="Of: first request, last request, last answer, last tool output, earlier summary.",
            ),
            "outcome": st.column_config.TextColumn(width="large"),
        },
    )  # fmt: skip
    st.caption(
        f"All at the same moment, after #{scene.at - 1} (the sidebar's strategy decides when). Kept: tokens that stay "
        f"word for word, {scene.counted}, without any summary. Fates are numbers of messages, system prompts left out."
    )


def _cut(plan: Plan) -> str:
    if plan.cut is None or plan.cut == plan.start:  # nothing goes, though some may be blanked
        return "none"
    return f"#{plan.cut}" if plan.cut < plan.end else "end"


def difference(found: Sequence[Outcome], first: int = 0) -> None:
    """Where two of them part, told from their steps; the two from place ``first`` on to begin with."""
    if len(found) < 2:
        return
    st.markdown("##### Where two of them part")
    names = [o.strategy for o in found]
    left, right = st.columns(2)
    one = left.selectbox("One", names, index=first, format_func=label, key="compare_one")
    two = right.selectbox("Another", names, index=first + 1, format_func=label, key="compare_two")
    plans = {o.strategy: o.plan for o in found}
    if one == two:
        st.caption("Choose two different strategies.")
        return
    parted = first_difference(plans[one], plans[two])
    if parted is None:
        st.markdown("Both do the same with every message.")
    else:
        st.markdown("\n\n".join(map(escape, parted.sentences)))
