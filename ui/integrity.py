"""What was read: how, what was found, and the sub-agents' threads, each of which can be opened like a session."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from compaction_core.finding import preview
from compaction_core.report.integrity import Fact, reading
from compaction_core.report.words import one_line, visible
from compaction_core.session import Session
from compaction_core.threads import thread_session
from compaction_core.words import count
from ui import cached, conversations
from ui.scene import Scene, select_message
from ui.state import sessions, transcripts
from ui.words import escape


def draw(scene: Scene) -> None:
    """The sentence, the table of what was found, and the threads."""
    session = scene.session
    st.markdown(escape(reading(session)))
    facts = cached.integrity(session, session.digest, hash(session.integrity))
    found = [fact for fact in facts if fact.number]
    key = f"integrity_{session.digest}"
    if found:
        st.dataframe(
            table(found), hide_index=True, key=key, selection_mode="single-row",
            on_select=lambda: _picked(key, found),
            column_config={
                "number": st.column_config.NumberColumn(width=70, format="localized"),
                "what": st.column_config.TextColumn(width=290),
                "where": st.column_config.TextColumn(
                    width=170, help="Messages by number, or lines counted from 0. A tick selects the first message."
                ),
                "size": st.column_config.TextColumn(width=90, help="Of their JSON"),
                "what it means": st.column_config.TextColumn(width="large"),
            },
        )  # fmt: skip
    none = [fact.what for fact in facts if not fact.number]
    if none:
        st.caption(f"Looked for, and none found: {', '.join(none)}.")
    if session.threads:
        _threads(scene)


def table(facts: Sequence[Fact]) -> pd.DataFrame:
    """The facts as columns; sizes only where something has one."""
    columns = {
        "number": [fact.number for fact in facts],
        "what": [visible(fact.what) for fact in facts],
        "where": [fact.where for fact in facts],
        "size": ["" if fact.size is None else count(fact.size, "byte") for fact in facts],
        "what it means": [visible(fact.means) for fact in facts],
    }
    if all(fact.size is None for fact in facts):
        del columns["size"]
    return pd.DataFrame(columns)


def _picked(key: str, found: Sequence[Fact]) -> None:
    rows = [row for row in st.session_state[key]["selection"]["rows"] if row < len(found)]
    if rows and found[rows[0]].messages:
        select_message(found[rows[0]].messages[0])


def _threads(scene: Scene) -> None:
    session = scene.session
    sizes = tuple(len(thread.messages) for thread in session.threads)
    tokens = cached.thread_tokens(session, session.digest, sizes, scene.counter)
    st.markdown("###### Sub-agent threads")
    st.caption(
        f"{count(sum(sizes), 'message')} in {count(len(sizes), 'thread')}, {count(sum(tokens), 'token')} "
        f"({scene.counted}). Tick one to open it as a session of its own."
    )
    picked = st.dataframe(
        pd.DataFrame(
            {
                "thread": [visible(thread.id) for thread in session.threads],
                "messages": sizes,
                "tokens": tokens,
                "begins": [preview(thread.messages[0]) if thread.messages else "" for thread in session.threads],
            }
        ),
        hide_index=True, height=min(300, 38 + 35 * len(sizes)), key=f"threads_{session.digest}", on_select="rerun",
        selection_mode="single-row",
        column_config={
            "thread": st.column_config.TextColumn(width=190),
            "messages": st.column_config.NumberColumn(width=80, format="localized"),
            "tokens": st.column_config.NumberColumn(width=80, format="localized"),
            "begins": st.column_config.TextColumn(width="large"),
        },
    )  # fmt: skip
    rows = [row for row in picked["selection"]["rows"] if row < len(sizes)]
    number = rows[0] if rows else 0
    st.button(
        "Open this thread", icon=":material/input:", key="open_thread", disabled=not rows, on_click=_open,
        args=(session, number, _name(scene)),
    )  # fmt: skip


def _name(scene: Scene) -> str:
    """What the shown session is called in the list."""
    kept = transcripts.own().get(scene.session.digest)
    if kept is not None:
        return kept.name
    return sessions.bundled()[scene.sample].title if scene.sample else scene.session.title


def _open(session: Session, number: int, name: str) -> None:
    """Keep a thread as a session of its own and show it; a callback, before any widget is drawn."""
    thread = session.threads[number]
    made = thread_session(session, thread)
    transcripts.keep(made, f"{name}, thread {one_line(thread.id, 40)}", conversations.text_bytes(made))
    sessions.choose(made.digest)
