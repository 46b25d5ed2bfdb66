"""The checks page: what will break, where, for whom, and what to do."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.findings import Severity
from compaction_core.museum import Setting
from compaction_core.structure import PROVIDERS
from compaction_core.structure.checkup import WHERE_WORDS, Found, Where
from compaction_core.words import count
from ui.findings import ORDER, WORDS
from ui.scene import Scene
from ui.words import escape

SEVERITIES = "check_severities"
GRAVE: dict[Where, str] = {
    "settings": "these settings cannot work here",
    "passes": "a pass goes wrong",
    "summary": "the summary fails a check",
}
"""What an error means that no provider answers with, the first of these told first."""
SHOWN, MOST = 4, 40
"""Findings that are told in words at once, and in all; the table holds every one."""
MARKED = 8
"""Messages up to which a finding about settings is marked; one about more is about the whole."""
Marks = dict[int, tuple[Severity, tuple[str, ...]]]


def sentence(scene: Scene, found: Sequence[Found], providers: Sequence[str]) -> str:
    """The result in one sentence."""
    real = scene.watch.fired is not None or scene.after is not None or scene.watch.threshold is None
    refused = [name for name in providers if _gravest(found, name) == "error"]
    grave = [each for each in found if each.provider is None and each.finding.severity == "error"]
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
    if grave:
        where = min((each.where for each in grave), key=list(GRAVE).index)
        mine = [each.finding.code for each in grave if each.where == where]
        more = f", and {count(len(grave) - 1, 'more reason')}" if len(grave) > 1 else ""
        return f"{lead}{lists}; {GRAVE[where]} ({mine[0]}{more})."
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
    told: dict[tuple[str, tuple[int, ...], str], list[Found]] = {}
    for each in found:
        if each.finding.severity != "note":
            own = each.finding.text if each.provider is None else ""
            told.setdefault((each.finding.code, each.finding.messages, own), []).append(each)
    if not told:
        return
    st.markdown("##### What to do")
    every = list(told.values())
    for mine in every[:SHOWN]:
        _advise(mine)
    if len(every) > SHOWN:
        with st.expander(f"{len(every) - SHOWN:,} more"):
            for mine in every[SHOWN:MOST]:
                _advise(mine)
            if len(every) > MOST:
                st.caption(f"and {len(every) - MOST:,} more in the table")


def _advise(mine: Sequence[Found]) -> None:
    finding = mine[0].finding
    others = [PROVIDERS[each.provider].label for each in mine[1:] if each.provider is not None]
    also = f" The same for {', '.join(others)}." if others else ""
    st.markdown(
        f"{WORDS[finding.severity]} · {WHERE_WORDS[mine[0].where]} · {escape(finding.text + also)}  \n"
        f"→ {escape(finding.advice)}"
    )


def legend(scene: Scene, card: Setting | None) -> str:
    """What the marks are, and what was judged."""
    answer = "an offline summary" if card is None or card.summary is None else "the summary of the exhibit's card"
    return (
        f"An octagon is an error, a triangle a warning, a dot a note. Judged: the list before, the list after with "
        f"{answer}, the summarizer's request, and the settings. Widths are tokens, {scene.counted}."
    )


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
