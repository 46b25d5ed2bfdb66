"""The museum page: which exhibit, what it shows as reported and mended, and the doors into every other page."""

from typing import Any

import pandas as pd
import streamlit as st

from compaction_core.cli.app import script
from compaction_core.figures.marks import marks
from compaction_core.museum import CLASSES, Exhibit, Visit, changed, exhibits, find_exhibit, mended, open_exhibit
from compaction_core.strategies import strategies
from compaction_core.strategies.base import titled
from compaction_core.structure.checkup import WHERE_WORDS, Found
from compaction_core.tokens import measure
from compaction_core.words import count
from ui import checks, link, masking, parts
from ui.checks import passes
from ui.exhibit import AS_REPORTED, MENDED
from ui.findings import ORDER, WORDS
from ui.museum import cards, opened
from ui.words import escape

PICKED, HOW, CLASS = "exhibit_shown", "exhibit_how", "exhibit_class"
HOWS = {AS_REPORTED: "As reported", MENDED: "With the fix"}
ANSWERS = ("summary", "rounds")
"""Settings that are what the summarizer answered."""
NAMES = {"at": "moment", "protect": "choice of protected messages", "summary": "answer", "rounds": "answer"}
"""What a person calls a setting, where it is not its name."""
DOORS = (
    ("session", "Session", ":material/timeline:"),
    ("cut_search", "Cut search", ":material/content_cut:"),
    ("before_after", "Before and after", ":material/compare_arrows:"),
    ("compare", "Compare", ":material/stacks:"),
    ("checks", "Checks", ":material/rule:"),
)


def picked() -> Exhibit:
    """The exhibit that is looked at, as it may be shown: from the page, else from the link, else the first."""
    names, named = [exhibit.name for exhibit in exhibits()], cards.titles()
    link.take(PICKED, names[0], link.one_of(names.__contains__), "an exhibit", named[names[0]])
    link.take(CLASS, None, link.one_of(set(CLASSES).__contains__), "a class of exhibits", "all")
    kind = st.pills(
        "Class", list(CLASSES), key=CLASS, persist_state="session", label_visibility="collapsed",
        format_func=lambda letter: f"{letter} · {CLASSES[letter][0]}",
    )  # fmt: skip
    st.caption("Classes, the worst first. An exhibit has its own setting: the sidebar does not change it here.")
    listed = [exhibit for exhibit in exhibits() if kind in (None, exhibit.kind)]
    if st.session_state[PICKED] not in {exhibit.name for exhibit in listed}:
        st.session_state[PICKED] = listed[0].name
    name = st.selectbox(
        "Exhibit", [exhibit.name for exhibit in listed], key=PICKED, persist_state="session",
        format_func=lambda n: f"{find_exhibit(n).number} · {named[n]}", label_visibility="collapsed",
    )  # fmt: skip
    link.put(PICKED, name, None)
    link.put(CLASS, kind, None)
    return cards.as_shown(find_exhibit(name))


def sentence(exhibit: Exhibit, seen: Visit) -> str:
    """What is found, in one sentence."""
    mine = told(exhibit, seen)
    if mine is None:
        (name,) = changed(exhibit)
        return f"{exhibit.title}: with another {escape(NAMES.get(name, name.replace('_', ' ')))} it does not happen."
    return f"{exhibit.title}: {escape(mine.finding.text)}"


def told(exhibit: Exhibit, seen: Visit) -> Found | None:
    """The finding that the card is about, where it is there."""
    wanted = exhibit.finding
    return next((each for each in seen.found if (each.finding.code, each.where) == (wanted.code, wanted.where)), None)


def how() -> str:
    """As reported, or mended."""
    link.take(HOW, AS_REPORTED, link.one_of(HOWS.__contains__), "a state of an exhibit", "it as reported")
    chosen: str = st.segmented_control(
        "Setting", list(HOWS), key=HOW, required=True, format_func=HOWS.__getitem__, persist_state="session",
        label_visibility="collapsed",
    )  # fmt: skip
    link.put(HOW, chosen, AS_REPORTED)
    return chosen


def story(exhibit: Exhibit) -> None:
    """What people saw, why, and where it was reported."""
    title, cost = CLASSES[exhibit.kind]
    st.markdown(escape(f"{exhibit.symptom} {exhibit.lesson}"))
    links = ", ".join(f"[{report}]({address})" for report, address in exhibit.links())
    source = f"Reported as {links}" if links else "Found by running the system's own code"
    st.caption(f"Class {exhibit.kind}: {title}. {cost}  \n{source}; rebuilt in our own words.")


def picture(exhibit: Exhibit, seen: Visit, dark: bool) -> None:
    """The session with what becomes of each message, and a mark over those the findings are about."""
    session = masking.session(open_exhibit(exhibit.name))
    measured = measure(session, seen.setting.counter)
    plan, mine = seen.passes[0].plan, told(exhibit, seen)
    parts.chart(
        marks(measured, plan, checks.marked([mine] if mine else []), session=session, dark=dark),
        key="museum_strip", select=False,
        alt="The exhibit's messages as blocks, their width their tokens, with a mark over each the finding is about",
    )  # fmt: skip
    passes.several(seen.passes)


def facts(seen: Visit) -> str:
    """The setting in a line."""
    chosen = seen.setting
    strategy = strategies.get(chosen.strategy)
    window = seen.passes[0].plan.context_window
    words = [
        titled(strategy),
        "window unknown" if window is None else f"window {window:,} tokens",
        f"after {count(seen.at, 'message')}",
        *(f"{name} {_value(value)}" for name, value in chosen.parameters.items()),
    ]
    return escape(" · ".join(words))


def change(exhibit: Exhibit) -> str:
    """What the fix changes, from what to what."""
    old, new = exhibit.setting, mended(exhibit)
    (name,) = changed(exhibit)
    if name in ANSWERS:
        return f"another answer of the summarizer. {escape(exhibit.fix.says)}"
    before, after = (_of(setting, name) for setting in (old, new))
    return f"`{name}`: {escape(before)} → {escape(after)}. {escape(exhibit.fix.says)}"


def answers(exhibit: Exhibit) -> None:
    """What the summarizer said in the report, and with the fix, where that is the change."""
    (name,) = changed(exhibit)
    if name not in ANSWERS:
        return
    with st.expander("Both answers"):
        for column, label, setting in zip(
            st.columns(2), HOWS.values(), (exhibit.setting, mended(exhibit)), strict=True
        ):
            column.caption(label)
            said = [setting.summary, *(each.summary for each in setting.rounds)]
            column.code("\n\n".join(text for text in said if text is not None), language=None, wrap_lines=True)


def _of(setting: Any, name: str) -> str:
    value = getattr(setting, name) if name in type(setting).model_fields else setting.parameters.get(name)
    return "as released" if value is None and name not in type(setting).model_fields else _value(value)


def _value(value: Any) -> str:
    if value is None:
        return "as it is"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def doors(exhibit: Exhibit, chosen: str) -> None:
    """Open it in another page, here or by a link."""
    st.markdown("##### Open it in")
    folder = script().parent / "pages"
    for column, (page, label, icon) in zip(st.columns(len(DOORS)), DOORS, strict=True):
        if column.button(
            label, icon=icon, key=f"door_{page}", width="stretch", on_click=opened.take, args=(exhibit, chosen),
        ):  # fmt: skip
            st.switch_page(folder / f"{page}.py")
    fix = " --fix" if chosen == MENDED else ""
    st.caption("The same as a link (behind any page's address), and on the command line:")
    lines = (f"?{opened.query(exhibit, chosen)}", f"compaction-explorer museum {exhibit.name}{fix}")
    st.code("\n".join(lines), language=None, wrap_lines=True)


def every() -> None:
    """All exhibits in a table; a click shows one."""
    named = cards.titles()
    rows = pd.DataFrame(
        [
            {
                "#": exhibit.number,
                "class": exhibit.kind,
                "exhibit": named[exhibit.name],
                "finding": exhibit.finding.code,
                "where": WHERE_WORDS[exhibit.finding.where],
                "fix": ", ".join(changed(exhibit)),
                "report": ", ".join(exhibit.reports),
            }
            for exhibit in exhibits()
        ]
    )
    st.dataframe(
        rows, hide_index=True, height=460, key="museum_table", on_select=_clicked, selection_mode="single-row",
        column_config={
            "#": st.column_config.NumberColumn(width=45),
            "class": st.column_config.TextColumn(width=55),
            "exhibit": st.column_config.TextColumn(width=300),
            "fix": st.column_config.TextColumn(width=175),
        },
    )  # fmt: skip


def _clicked() -> None:
    chosen = st.session_state["museum_table"]["selection"]["rows"]
    if chosen:
        st.session_state[PICKED] = exhibits()[chosen[0]].name
        st.session_state[CLASS] = None


def others(seen: Visit, exhibit: Exhibit) -> None:
    """What else is found with this setting."""
    mine = told(exhibit, seen)
    rest = sorted((each for each in seen.found if each is not mine), key=lambda each: ORDER[each.finding.severity])
    with st.expander(f"Everything that is found with this setting ({len(seen.found):,})"):
        checks.table(([mine] if mine else []) + rest)


def verdict(exhibit: Exhibit, seen: Visit) -> None:
    """The finding with its advice, or that it is gone."""
    mine = told(exhibit, seen)
    if mine is None:
        st.markdown(f":green[:material/check_circle:] `{exhibit.finding.code}` is gone. The change: {change(exhibit)}")
        return
    st.markdown(
        f"{WORDS[mine.finding.severity]} · `{mine.finding.code}`, {WHERE_WORDS[mine.where]}  \n"
        f"→ {escape(mine.finding.advice)}"
    )
    st.markdown(f"The fix: {change(exhibit)}")
