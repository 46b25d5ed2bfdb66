"""Hermes's database, ``state.db``: sessions and messages, many conversations in one file.

After ``hermes_state.py`` of release 0.19.0; newer files (schema 30) keep system prompts in a table of their own. A
session that was compacted goes on in the same session, or in a new one whose parent ended by ``compression``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from compaction_core.importers.hermes.messages import compacted
from compaction_core.importers.shared.files.sqlite_store import Database, found, rows, value_of
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import optional_text
from compaction_core.importers.source import Source

_NAMES = re.compile(r"state.*\.db")
_SCHEMA = re.compile(
    rb"CREATE TABLE (?:IF NOT EXISTS )?[`\"\[]?sessions[`\"\]]?\s*\("
    rb"[^;]{0,4000}?\bparent_session_id\b[^;]{0,200}?\bstarted_at\b"
)
_TABLES = {
    "sessions": (
        *("id", "source", "model", "model_config", "system_prompt", "system_prompt_hash", "title"),
        *("end_reason", "parent_session_id", "started_at", "ended_at"),
    ),
    "messages": (
        *("id", "session_id", "role", "content", "tool_call_id", "tool_calls", "tool_name", "timestamp"),
        *("finish_reason", "reasoning", "reasoning_content", "active", "compacted", "_compressed_summary"),
    ),
    "system_prompts": ("hash", "prompt"),
}
_GOES_ON = ("branched", "compression", "session_reset", "session_switch", "idle", "daily", "suspended")
"""How a session ends whose child is a person's: a fork, what follows a compaction, what follows a reset."""
_DEEPEST = 50
_MARKS = ("_branched_from", "_delegate_from", "_reset_from")

Value = dict[str, Any]


class Talk(NamedTuple):
    """A conversation as an exported session, and those of its sub-agents by name."""

    value: Value
    threads: list[tuple[str, Value]]


def database(source: Source) -> Database | None:
    """The SQLite file of the source; None where it is not Hermes's."""
    return found(source, _NAMES, _SCHEMA)


def talks(file: Database) -> Iterator[Talk]:
    """The conversations, oldest first: a session with those that continue it after a compaction."""
    sessions = _Sessions(rows(file, _TABLES))
    threads: dict[str, list[tuple[str, Value]]] = defaultdict(list)
    tops = [name for name in sessions.first if sessions.owner(name) is None]
    for name in sessions.first:
        owner = sessions.owner(name)
        if owner is not None:
            threads[owner].append((name, sessions.value(name)))
    for name in tops:
        yield Talk(sessions.value(name), threads.get(name, []))


class _Sessions:
    """The sessions of a file, and how they hang together."""

    def __init__(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        self._messages: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in tables["messages"]:
            self._messages[str(row.get("session_id"))].append(row)
        self._rows = {str(row["id"]): row for row in tables["sessions"]}
        self._rows |= {name: {"id": name} for name in self._messages if name not in self._rows}
        self._prompts = {row["hash"]: row.get("prompt") for row in tables["system_prompts"]}
        self._next = self._continued()
        self._chain_of: dict[str, list[str]] = {}
        """The chain that a session belongs to."""
        later = set(self._next.values())
        oldest = sorted(self._rows, key=lambda name: _number(self._rows[name].get("started_at")))
        for name in [*(name for name in oldest if name not in later), *oldest]:  # and those that only lead in a circle
            if name not in self._chain_of:
                chain = self._chain(name)
                self._chain_of |= dict.fromkeys(chain, chain)
        self.first = [name for name in oldest if self._chain_of[name][0] == name]

    def value(self, first: str) -> Value:
        """A chain of sessions as one exported session; all but the last are compacted away."""
        chain = self._chain_of[first]
        listed = [row for name in chain[:-1] for row in map(compacted, self._messages[name])]
        every = [self._rows[name] for name in chain]
        prompts = (self._prompts.get(row.get("system_prompt_hash")) or row.get("system_prompt") for row in every)
        return {
            "messages": [*listed, *self._messages[chain[-1]]],
            "title": next((row["title"] for row in every[::-1] if optional_text(row.get("title"))), None),
            "model": next((row["model"] for row in every[::-1] if optional_text(row.get("model"))), None),
            "system_prompt": next((prompt for prompt in prompts if optional_text(prompt)), None),
        }

    def owner(self, name: str) -> str | None:
        """The conversation in which a sub-agent's session was started, through all levels; None for a person's own."""
        top = name
        for _ in range(_DEEPEST):
            if not self._is_delegated(top):
                return None if top == name else top
            top = self._chain_of[str(self._rows[top].get("parent_session_id"))][0]
        return None  # a circle

    def _chain(self, name: str) -> list[str]:
        chain = dict.fromkeys([name])
        while name in self._next and self._next[name] not in chain and self._next[name] not in self._chain_of:
            name = self._next[name]
            chain[name] = None
        return list(chain)

    def _continued(self) -> dict[str, str]:
        """Each compacted session's next one: of several the one that was compacted too, is open, or was used last."""
        waiting: dict[str, list[str]] = defaultdict(list)
        for name, row in self._rows.items():
            parent = str(row.get("parent_session_id"))
            if self._rows.get(parent, {}).get("end_reason") == "compression" and not self._is_fork(row, parent):
                waiting[parent].append(name)
        return {parent: max(names, key=self._rank) for parent, names in waiting.items()}

    def _rank(self, name: str) -> tuple[int, float, float, str]:
        row, said = self._rows[name], self._messages.get(name, [])
        started = _number(row.get("started_at"))
        state = 2 if row.get("end_reason") == "compression" else 1 if row.get("ended_at") is None else 0
        return state, max((_number(one.get("timestamp")) for one in said), default=started), started, name

    def _is_delegated(self, name: str) -> bool:
        """A child that is neither a fork that a person made nor a continuation is a sub-agent's."""
        row = self._rows[name]
        parent = self._rows.get(str(row.get("parent_session_id")))
        if parent is None:
            return False
        marks = as_object(value_of(row.get("model_config")))
        if marks.get("_delegate_from") is not None:
            return True
        forked = marks.get("_branched_from") is not None or marks.get("_reset_from") is not None
        return not forked and parent.get("end_reason") not in _GOES_ON

    @staticmethod
    def _is_fork(row: dict[str, Any], parent: str) -> bool:
        marks = as_object(value_of(row.get("model_config")))
        return row.get("source") == "tool" or any(marks.get(mark) == parent for mark in _MARKS)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
