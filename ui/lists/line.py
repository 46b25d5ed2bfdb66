"""One line of the two lists: what the left side shows of a message, and what the right side does."""

import json
from typing import Any, get_args

from compaction_core.compaction import Compaction, ViewMessage
from compaction_core.finding import fate_of, preview
from compaction_core.session import Message, Role, Session
from compaction_core.strategies.step import FATES
from compaction_core.tokens import CATEGORIES, Category, Measured
from ui.lists.align import Aligned

MOST_BYTES = 400_000
"""Of JSON; previews get shorter where a script's letters would make it more."""
LENGTHS = (100, 60, 36, 20, 10)
"""Lengths of a preview in characters, longest first."""
ROLES: tuple[Role, ...] = get_args(Role)


def row(session: Session, measured: Measured, compaction: Compaction, aligned: Aligned, k: int) -> list[Any]:
    """Line ``k``, as ``payload`` describes it; empty where it holds the summary alone, which is a block."""
    left, right = aligned.lines[k]
    index = left if left is not None else compaction.view[right or 0].index
    if index is None:
        return _added(compaction, compaction.view[right or 0])
    message = session.messages[index]
    category = main_category(measured, message, index)
    return [
        index,
        ROLES.index(message.role),
        CATEGORIES.index(category),
        measured.counts[index],
        FATES.index(fate_of(compaction.plan, index) or "keep"),
        preview(message, LENGTHS[0]),
        "only" if left is None else "top" if index in aligned.moved else _right(compaction, message, right),
    ]


def _added(compaction: Compaction, entry: ViewMessage) -> list[Any]:
    """The row of a message that was said beside the summary; none for the summary itself, which is a block."""
    if entry.origin == "summary":
        return []
    message = entry.message
    answers = message.role == "assistant" and message.text == compaction.wrapper.acknowledgement
    category: Category = "system" if message.is_prompt else "tool_result" if message.role == "tool" else message.role
    return [
        "added: acknowledgement" if answers else "added",
        ROLES.index(message.role),
        CATEGORIES.index(category),
        entry.tokens,
        FATES.index("keep"),
        preview(message, LENGTHS[0]),
        "added",
    ]


def _right(compaction: Compaction, message: Message, place: int | None) -> Any:
    """What the right side shows of a message: nothing, the same, or the tokens and preview of what is left."""
    if place is None:
        return ""
    entry = compaction.view[place]
    if entry.message is message or entry.message == message:
        return "same"
    word = ["summary inside"] if entry.origin == "summary" else []
    return [entry.tokens, preview(entry.message, LENGTHS[0]), *word]


def main_category(measured: Measured, message: Message, index: int) -> Category:
    """The category with most of a message's tokens; without tokens, the one its role is drawn in."""
    largest = max(measured.columns, key=lambda name: measured.columns[name][index], default=None)
    if largest is not None and measured.columns[largest][index]:
        return largest
    if message.summary is not None:
        return "summary"
    match message.role:
        case "system" | "developer":
            return "system"
        case "tool":
            return "tool_result"
        case role:
            return role


def shortened(rows: list[list[Any]]) -> list[list[Any]]:
    """The rows with the longest previews that keep the JSON within bounds: Streamlit escapes what is not ASCII."""
    for length in LENGTHS:
        short = [_short(row, length) for row in rows]
        if len(json.dumps(short)) <= MOST_BYTES - 10_000:
            return short
    return short


def _short(row: list[Any], length: int) -> list[Any]:
    if not row:
        return row
    *facts, text, right = row
    left_over = [right[0], _clip(right[1], length), *right[2:]] if isinstance(right, list) else right
    return [*facts, _clip(text, length), left_over]


def _clip(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
