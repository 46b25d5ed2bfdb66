"""Where a new list is shown: whether a provider would refuse it, with or without a summary in it."""

from collections.abc import Sequence

import streamlit as st

from compaction_core.cli.app import script
from compaction_core.compaction import Compaction
from compaction_core.findings import Finding
from compaction_core.structure import PROVIDERS
from compaction_core.structure.lint import Case
from compaction_core.words import count
from ui import cached
from ui.checks.judged import standing
from ui.scene import Scene
from ui.words import escape


def draw(passes: Sequence[tuple[Scene, Compaction]]) -> None:
    """What the model would receive after these passes, judged for the providers that are chosen on the checks page."""
    first = passes[0][0]
    refused = {name: found for name in standing(first) if (found := refusals(passes, name))}
    if not refused:
        return
    st.error(escape(sentence(refused, empty=passes[-1][1].summary.basis == "none")), icon=":material/block:")
    st.page_link(script().parent / "pages" / "checks.py", label="See it on Checks", icon=":material/rule:")


def refusals(passes: Sequence[tuple[Scene, Compaction]], provider: str) -> tuple[Finding, ...]:
    """Why a provider would refuse the last list, where it took the first."""
    first = passes[0][0]
    case = Case(
        first.session, first.strategy, first.settings, first.window, prompt_tokens=first.overhead, at=first.at,
        protect=first.pins, estimator=first.estimator, plan=first.plan, passes=[result for _, result in passes],
    )  # fmt: skip
    made = " ".join(f"{scene.plan_key} {done.summary.text} {done.wrapper.model_dump_json()}" for scene, done in passes)
    return cached.refused(case, made, provider)


def sentence(refused: dict[str, tuple[Finding, ...]], empty: bool) -> str:
    """Who would refuse it, why, and what to do."""
    names = ", ".join(PROVIDERS[name].label for name in refused)
    first, *rest = next(iter(refused.values()))
    more = f" And {count(len(rest), 'more reason')}." if rest else ""
    what = "the new list, which holds no summary" if empty else "the new list"
    return f"{names} would refuse {what}: {first.text}{more} {first.advice}"
