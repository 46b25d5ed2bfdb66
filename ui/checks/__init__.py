"""The checks page: what will break, where, for whom, and what to do."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.findings import Severity
from compaction_core.report.words import count
from compaction_core.structure import PROVIDERS, provider_of
from compaction_core.structure.checkup import WHERE_WORDS, Found
from compaction_core.structure.lint import Case
from ui import cached, link
from ui.findings import ORDER, WORDS
from ui.scene import Scene
from ui.words import escape

CHOSEN, SEVERITIES = "check_providers", "check_severities"
PARAMETER = "provider"
"""The query parameter: names of providers with commas."""
MOST = 40
"""Findings that are told in words; the table holds all."""
MARKED = 8
"""Messages up to which a finding about settings is marked; one about more is about the whole."""
Marks = dict[int, tuple[Severity, tuple[str, ...]]]


def chosen(scene: Scene) -> list[str]:
    """The providers to judge by: from the page, else from the link, else what model and format point to."""
    if CHOSEN not in st.session_state:
        asked = [name for name in (link.asked(PARAMETER) or "").split(",") if name]
        linked, own = [name for name in asked if name in PROVIDERS], provider_of(scene.session)
        st.session_state[CHOSEN] = linked or [own.name]
        for name in asked:
            if name not in PROVIDERS:
                link.unknown("a provider", name, "the others" if linked else own.label)
    names = st.multiselect(
        "Providers", list(PROVIDERS), key=CHOSEN, persist_state="session",
        format_func=lambda name: PROVIDERS[name].label, placeholder="choose providers",
        help="Whose rules for a list of messages hold. An error is a request that this provider refuses, as its "
        "documentation and public reports say; nothing is sent to it.",
    )  # fmt: skip
    st.query_params[PARAMETER] = ",".join(names)
    return names


def look(scene: Scene, providers: Sequence[str]) -> tuple[Found, ...]:
    """Everything that is found at the scene's moment, with its settings and an offline summary."""
    case = Case(
        scene.session, scene.strategy, scene.settings, scene.window,
        at=None if scene.after is None else scene.at,
        prompt_tokens=scene.overhead,
        protect=scene.pins,
        estimator=scene.estimator,
        measured=cached.measured(scene.session, scene.session.digest, scene.estimator),
        shown=scene.measured,
        watch=scene.watch,
        plan=scene.plan,
        passes=[result for _, result in scene.passes()],
        makeup=cached.made_of(scene.session, scene.session.digest),
        cached_tokens=cached.cache_read(scene.session, scene.session.digest, scene.counter),
    )  # fmt: skip
    key = f"{scene.plan_key} {scene.after} {scene.counter} {scene.trigger}"
    return cached.examined(case, key, tuple(providers))


def sentence(scene: Scene, found: Sequence[Found], providers: Sequence[str]) -> str:
    """The result in one sentence."""
    real = scene.watch.fired is not None or scene.after is not None or scene.watch.threshold is None
    refused = [name for name in providers if _gravest(found, name) == "error"]
    settings = [each for each in found if each.provider is None and each.finding.severity == "error"]
    lead = f"After #{scene.at - 1}, {scene.strategy.label}: " + ("" if real else "its trigger does not fire; ")
    if not providers:
        return f"{lead}no provider is chosen."
    taken = "takes" if len(providers) == 1 else "each takes"
    names = ", ".join(PROVIDERS[name].label for name in (refused or providers))
    lists = (
        f"{names} would refuse {_which(found, refused)}" if refused else f"{names} {taken} the lists before and after"
    )
    if not real and not refused:
        lists = f"{names} {taken} the list"
        thought = [each for each in found if each.where in ("after", "request") and each.finding.severity == "warning"]
        lists += ", but would refuse what a compaction by hand makes of it" if thought else ""
    if settings:
        first = settings[0].finding
        more = f", and {count(len(settings) - 1, 'more reason')}" if len(settings) > 1 else ""
        return f"{lead}{lists}; these settings cannot work here ({first.code}{more})."
    warnings = [each for each in found if each.finding.severity == "warning"]
    about = sum(each.where == "settings" for each in warnings)
    if warnings:
        told = (
            "" if not about else ", about the settings" if about == len(warnings) else f", {about} about the settings"
        )
        return f"{lead}{lists}; {count(len(warnings), 'warning')}{told}."
    rest = "" if refused else ", and nothing in these settings stands against it"
    return f"{lead}{lists}{rest}."


def _which(found: Sequence[Found], refused: Sequence[str]) -> str:
    """The lists with an error for one of these providers, in words."""
    wrong = {each.where for each in found if each.provider in refused and each.finding.severity == "error"}
    return " and ".join(words for where, words in WHERE_WORDS.items() if where in wrong)


def _gravest(found: Sequence[Found], name: str) -> Severity | None:
    mine = [each.finding.severity for each in found if each.provider == name]
    return min(mine, key=ORDER.__getitem__, default=None)


def shown(found: Sequence[Found]) -> list[Found]:
    """What the filter leaves, the gravest first."""
    wanted = st.segmented_control(
        "Show", list(ORDER), default=list(ORDER), selection_mode="multi", key=SEVERITIES,
        format_func=lambda name: f"{name}s ({sum(each.finding.severity == name for each in found)})",
    )  # fmt: skip
    left = [each for each in found if each.finding.severity in wanted]
    return sorted(left, key=lambda each: ORDER[each.finding.severity])


def marked(found: Sequence[Found]) -> Marks:
    """For each message its gravest severity and the codes of what was found there."""
    places: dict[int, list[Found]] = {}
    for each in found:
        if each.where == "settings" and len(each.finding.messages) > MARKED:
            continue
        for number in each.finding.messages:
            places.setdefault(number, []).append(each)
    return {
        number: (
            min((each.finding.severity for each in mine), key=ORDER.__getitem__),
            tuple(dict.fromkeys(each.finding.code for each in mine)),
        )
        for number, mine in places.items()
    }


def table(found: Sequence[Found]) -> None:
    """Every finding in a row; a click selects its first message."""
    if not found:
        st.caption("Nothing was found.")
        return
    rows = [
        {
            "severity": each.finding.severity,
            "code": each.finding.code,
            "about": WHERE_WORDS[each.where],
            "provider": "any" if each.provider is None else PROVIDERS[each.provider].label,
            "messages": _numbers(each.finding.messages),
            "what happens": each.finding.text,
            "what to do": each.finding.advice,
        }
        for each in found
    ]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True,
        column_config={
            "what happens": st.column_config.TextColumn(width="large"),
            "what to do": st.column_config.TextColumn(width="large"),
        },
    )  # fmt: skip


def advice(found: Sequence[Found]) -> None:
    """In words: what is found, and what to do; the same for several providers is told once."""
    told: dict[tuple[str, tuple[int, ...]], list[Found]] = {}
    for each in found:
        if each.finding.severity != "note":
            told.setdefault((each.finding.code, each.finding.messages), []).append(each)
    if not told:
        return
    st.markdown("##### What to do")
    for mine in list(told.values())[:MOST]:
        finding = mine[0].finding
        others = [PROVIDERS[each.provider].label for each in mine[1:] if each.provider is not None]
        also = f" The same for {', '.join(others)}." if others else ""
        st.markdown(
            f"{WORDS[finding.severity]} · {WHERE_WORDS[mine[0].where]} · {escape(finding.text + also)}  \n"
            f"→ {escape(finding.advice)}"
        )
    if len(told) > MOST:
        st.caption(f"and {len(told) - MOST:,} more in the table")


def _numbers(messages: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(messages):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [f"#{run[0]}–#{run[-1]}" if len(run) > 2 else ", ".join(f"#{one}" for one in run) for run in runs]
    left = sum(map(len, runs[8:]))
    return ", ".join(told[:8]) + (f" and {left:,} more" if left else "")
