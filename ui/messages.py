"""The messages of the session: as a table, and one of them whole.

Transcript text is only ever shown as plain text or in a code box, never as Markdown.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from compaction_core.finding import find
from compaction_core.session import File, Image, Message, Opaque, Reasoning, Text, ToolCall, ToolResult
from compaction_core.strategies.step import FATES
from compaction_core.words import count
from ui import cached, link
from ui.scene import Scene, select_message
from ui.state.keys import Key

SHOWN = 20_000
"""Characters of one part shown at once."""


def table(scene: Scene) -> None:
    """The message table with search and filters, and the selected message, where there is one, beside it."""
    if scene.selected is None:
        left, right = st.container(), None
    else:
        left, right = st.columns([3, 2], gap="medium")
    with left:
        find_column, role_column, fate_column = st.columns([2, 1, 1])
        # What one looks for may be private: it never goes into the URL.
        query = find_column.text_input("Find in the messages", key=Key.QUERY, persist_state="session")
        roles = _several(role_column, "Role", ["system", "user", "assistant", "tool"], Key.ROLES)
        fates = _several(fate_column, "Fate", FATES, Key.FATES)
        rows = cached.table(
            scene.session, scene.session.digest, scene.measured, scene.counter, scene.plan, scene.plan_key
        )
        if query or roles or fates:
            found = find(scene.session, query, roles, fates, scene.plan)
            rows = rows.iloc[list(found)]
        else:
            found = tuple(range(len(scene.session.messages)))
        shown = f"{len(found):,} of {count(len(scene.session.messages))}"
        select = "Select one: click it in a picture or in the table, or type its number in the sidebar."
        st.caption(f"{shown}. {select}" if scene.selected is None else shown)
        st.dataframe(
            rows, hide_index=True, height=440, key="messages", selection_mode="single-row",
            on_select=lambda: _row(found),
            column_config={
                "#": st.column_config.NumberColumn(width=60, format="%d"),
                "role": st.column_config.TextColumn(width=80),
                "tokens": st.column_config.NumberColumn(width=80, format="localized"),
                "fate": st.column_config.TextColumn(width=90),
                "preview": st.column_config.TextColumn(width=640),
            },
        )  # fmt: skip
    if right is not None and scene.selected is not None:
        with right:
            detail(scene, scene.selected)


def _several(where: Any, label: str, options: Sequence[str], key: Key) -> list[str]:
    """A choice of several that is in the link."""
    link.take(key, [], lambda text: [name for name in text.split(",") if name in options])
    chosen: list[str] = where.multiselect(label, options, key=key, persist_state="session")
    link.put(key, chosen, [])
    return chosen


def _row(found: tuple[int, ...]) -> None:
    rows = st.session_state["messages"]["selection"]["rows"]
    if rows:
        select_message(found[rows[0]])


def detail(scene: Scene, index: int) -> None:
    """One message, whole, as plain text with a copy button per part."""
    message = scene.session.messages[index]
    tokens = scene.measured.counts[index]
    facts = [f"**#{index}**", message.role, f"{tokens:,} tokens, {scene.counted}"]
    if scene.plan.start <= index < scene.plan.end:
        facts.append(scene.plan.fates[index - scene.plan.start])
    facts += message.flags
    st.markdown(" · ".join(facts))
    if message.usage is not None:
        usage = message.usage
        st.caption(
            f"Reported by the provider: {usage.context:,} tokens in context "
            f"({usage.cache_read:,} read from cache, {usage.cache_write:,} written), {usage.output:,} out."
        )
    st.button(
        f"Compact here, after #{index}", icon=":material/content_cut:", on_click=_compact_here, args=(index,),
        help="Plan a compaction at this moment, as /compact would.",
    )  # fmt: skip
    body(message)


def _compact_here(index: int) -> None:
    st.session_state[Key.AFTER] = index
    st.session_state[Key.STEP] = None


def body(message: Message) -> None:
    """The parts of a message."""
    for part in message.parts:
        label, text = _shown(part)
        st.caption(label)
        if text:
            st.code(text[:SHOWN], language=None, wrap_lines=True, height=min(420, 60 + 22 * (1 + len(text) // 70)))
        if len(text) > SHOWN:
            st.caption(f"The first {SHOWN:,} of {len(text):,} characters.")


def _shown(part: Any) -> tuple[str, str]:
    match part:
        case Text():
            return "text", part.text
        case Reasoning():
            return "reasoning", part.text
        case ToolCall():
            return "tool call", f"{part.name}({part.arguments})"
        case ToolResult():
            return "tool result" + (", error" if part.is_error else ""), part.text
        case Image():
            size = f", {part.width} × {part.height} pixels" if part.width else ", size unknown"
            return f"image{size}; not drawn, {len(part.source):,} characters", ""
        case File():
            return "file", f"{part.name}\n{part.text or ''}"
        case Opaque():
            return "a block this program cannot read, kept as it is", f"{part.type}: {part.raw}"
    return "", ""
