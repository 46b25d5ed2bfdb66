"""What the provider reported for each call, against our count; and the overhead that this measures."""

import pandas as pd
import streamlit as st

from compaction_core.figures.reported import reported as picture
from compaction_core.reported import Reported, told
from compaction_core.session import Session
from compaction_core.words import count
from ui import cached, parts
from ui.findings import WORDS
from ui.scene import Scene
from ui.state.keys import Key
from ui.words import escape


def draw(scene: Scene) -> None:
    """The section: the result in words, the picture, the calls, and the button that uses what was measured."""
    found = cached.reported(scene.session, scene.session.digest, scene.counter)
    st.markdown("##### Reported by the provider, against our count")
    if not found.contexts:
        st.caption(escape(f"{told(found)} Every count on this page is ours."))
        return
    st.markdown(escape(told(found)))
    parts.chart(
        picture(found, scene.session, selected=scene.selected, dark=scene.dark),
        key="reported_chart",
        alt="Context at each call as reported, over our count of the same list and what explains the gap",
    )
    _use(scene, found)
    _findings(found)
    with st.expander(f"{count(len(found.calls), 'call')}, one a row"):
        _table(found)


def origin(session: Session, counter: str, overhead: int | None) -> str | None:
    """Where an overhead comes from if it is the one that reported usage gives; None if it is not."""
    if overhead is None or not any(message.usage for message in session.messages):
        return None
    found = cached.reported(session, session.digest, counter)
    if found.overhead != overhead or found.fit is None:
        return None
    return f"From the usage that the provider reported for {count(found.fit.calls, 'call')}, not typed in."


def _use(scene: Scene, found: Reported) -> None:
    if found.overhead is None or found.fit is None:
        return
    if found.overhead == scene.overhead:
        st.caption(f"{found.overhead:,} tokens are in use as system prompt and tools, from reported usage.")
        return
    inside = f", which holds the {found.found:,} that we count in the file" if found.found else ""
    st.button(
        f"Use {found.overhead:,} tokens as system prompt and tools", icon=":material/input:", key="use_reported",
        on_click=_take, args=(found.overhead,),
        help=f"What the provider would report of a request before the first message{inside}. It goes into the field "
        "of that name in the sidebar, under Counting.",
    )  # fmt: skip


def _take(overhead: int) -> None:
    st.session_state[Key.OVERHEAD] = overhead


def _findings(found: Reported) -> None:
    if not found.findings:
        return
    with st.expander(f"{count(len(found.findings), 'finding')} on the reported numbers"):
        for finding in found.findings:
            st.markdown(f"{WORDS[finding.severity]} {escape(finding.text)}")
            st.caption(escape(finding.advice))


def _table(found: Reported) -> None:
    rows = [
        {
            "call": call.message,
            "reported": call.context or None,
            "our count": call.counted,
            "gap": call.gap if call.context else None,
            "as fitted": None if expected is None else round(expected),
            "answer reported": call.output,
            "answer counted": call.output_counted,
            "reasoning reported": call.reasoning or None,
            "model": call.model or "",
        }
        for call, expected in zip(found.calls, found.expected, strict=True)
    ]
    number = st.column_config.NumberColumn(format="localized")
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height=min(440, 40 + 35 * len(rows)), key="reported_calls",
        column_config={name: number for name in rows[0] if name not in ("call", "model")}
        | {"call": st.column_config.NumberColumn("#", format="%d", width=60)},
    )  # fmt: skip
    st.caption(
        "Reported: the whole request, cache included. Our count: the list before the call, since the last recorded "
        "compaction, with the tool schemas in the file. As fitted: what every request carries, what each call adds, "
        "our count at the provider's ratio, and the steps before the call."
    )
