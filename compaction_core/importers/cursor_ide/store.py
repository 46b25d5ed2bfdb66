"""The chats in Cursor's ``state.vscdb``: their settings, and their bubbles in order.

Cursor publishes no schema. The keys and fields are those that readers of it agree on (composerData ``_v`` 3 to 10,
bubbles ``_v`` 2 and 3): ``composerData:<chat>`` with the order of the bubbles, ``bubbleId:<chat>:<bubble>`` with one
each; older chats hold their bubbles themselves, the oldest stand in the table ``ItemTable`` of a workspace. What the
model sees of a chat stands in blobs, ``agentKv:blob:<SHA-256>``, whose root ``composerData`` holds (``_v`` 18): see
``shared/cursor_state.py``. It is read where the file has no bubbles of a chat.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from compaction_core.importers.shared.files.sqlite_store import Database, found, keyed, value_of
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.shared.values import optional_text, seconds
from compaction_core.importers.source import Source

_NAMES = re.compile(r"state.*\.vscdb")
_SCHEMA = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?cursorDiskKV\b|workbench\.panel\.aichat\.view\.aichat")
_CHATS, _BUBBLES, _BLOBS = "composerData:", "bubbleId:", "agentKv:blob:"
_LISTS = ("composer.composerData", "workbench.panel.aichat.view.aichat.chatdata")

Bubble = dict[str, Any]


class Stored(NamedTuple):
    """A chat: its name, its settings, its bubbles in order, how many of these are not in the file or left out."""

    name: str
    info: dict[str, Any]
    bubbles: list[Bubble]
    missing: int = 0
    left_out: int = 0

    @property
    def root(self) -> bytes:
        """The root of what the model sees (base64 behind a tilde); empty where the chat names none."""
        told = optional_text(self.info.get("conversationState")) or ""
        try:
            return base64.b64decode(told.removeprefix("~"), validate=True)
        except (binascii.Error, ValueError):
            return b""


def database(source: Source) -> Database | None:
    """The SQLite file of the source; None where it is not Cursor's."""
    return found(source, _NAMES, _SCHEMA)


def stored(file: Database) -> list[Stored]:
    """Every chat, oldest first."""
    infos: dict[str, dict[str, Any]] = {}
    bubbles: dict[str, dict[str, Bubble]] = {}
    for key, cell in keyed(file, "cursorDiskKV", (_CHATS, _BUBBLES)):
        value = as_object(value_of(cell))
        if key.startswith(_CHATS):
            infos[key.removeprefix(_CHATS)] = value
        elif value:
            chat, _, bubble = key.removeprefix(_BUBBLES).partition(":")
            bubbles.setdefault(chat, {})[bubble] = {**value, "bubbleId": bubble}
    for name, info in _listed(file):
        if name not in infos:
            infos[name] = info
    every = (_in_order(name, infos.get(name, {}), bubbles.get(name, {})) for name in dict.fromkeys([*infos, *bubbles]))
    return sorted((chat for chat in every if chat.bubbles or chat.root), key=_began)


def blobs(file: Database, names: Iterable[str]) -> dict[str, bytes]:
    """The blobs of those names that are there."""
    keys = tuple(dict.fromkeys(_BLOBS + name for name in names))
    told = keyed(file, "cursorDiskKV", keys) if keys else []
    data = {key: cell.encode("utf-8", "replace") if isinstance(cell, str) else cell for key, cell in told}
    return {key.removeprefix(_BLOBS): cell for key, cell in data.items() if isinstance(cell, bytes)}


def _in_order(name: str, info: dict[str, Any], apart: dict[str, Bubble]) -> Stored:
    """The bubbles as the chat lists them; by time where it lists none."""
    inside = as_object(info.get("conversationMap"))
    headers = objects_in(info.get("fullConversationHeadersOnly"))
    if not headers:
        own = objects_in(info.get("conversation"))
        return Stored(name, info, own or sorted(apart.values(), key=_time))
    listed = [str(header.get("bubbleId")) for header in headers]
    there = [apart.get(bubble) or as_object(inside.get(bubble)) for bubble in listed]
    known = [{"bubbleId": bubble, **value} for bubble, value in zip(listed, there, strict=True) if value]
    return Stored(name, info, known, len(listed) - len(known), len(apart.keys() - set(listed)))


def _listed(file: Database) -> Iterator[tuple[str, dict[str, Any]]]:
    """The chats of older files, which stand whole in one value."""
    for _, cell in keyed(file, "ItemTable", _LISTS):
        value = as_object(value_of(cell))
        for chat in objects_in(value.get("allComposers")):
            if isinstance(chat.get("conversation"), list) and optional_text(chat.get("composerId")):
                yield chat["composerId"], chat
        for number, tab in enumerate(objects_in(value.get("tabs"))):
            details = {"name": tab.get("chatTitle"), "createdAt": tab.get("lastSendTime")}
            yield optional_text(tab.get("tabId")) or f"tab {number}", {**details, "conversation": tab.get("bubbles")}


def _began(chat: Stored) -> float:
    return seconds(chat.info.get("createdAt")) or next((time for time in map(_time, chat.bubbles) if time), 0.0)


def _time(bubble: Bubble) -> float:
    return seconds(bubble.get("createdAt")) or 0.0
