"""Which rows are whose: without the copies of a resume, apart by main thread, sub-agents and bookkeeping."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Any

from compaction_core.importers.claude_code.path import BOUNDARIES, Conversation
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.values import seconds

MESSAGES = ("user", "assistant")
_TREE_ROWS = (*MESSAGES, "attachment", "system", "progress")
_LINKS = ("uuid", "parentUuid", "logicalParentUuid")
_DIFFERENT = 3


def unique(rows: Sequence[Row]) -> tuple[list[Row], int]:
    """The rows without the copies a resume writes; a boundary is a copy of a boundary only."""
    placeholders = _placeholders(rows)
    seen: set[str] = set()
    kept: list[Row] = []
    for row in rows:
        uuid = row.value.get("uuid")
        if isinstance(uuid, str) and uuid in placeholders:
            kept.append(Row(row.line, {key: told for key, told in row.value.items() if key not in _LINKS}))
            continue
        if isinstance(uuid, str) and uuid:
            subtype = row.value.get("subtype")
            key = f"{subtype} {uuid}" if subtype in BOUNDARIES else uuid
            if key in seen:
                continue
            seen.add(key)
        kept.append(row)
    return kept, len(rows) - len(kept)


def _placeholders(rows: Sequence[Row]) -> set[str]:
    """What a redacted file has instead of uuids: told of three or more messages that differ, at different times."""
    counts = Counter(uuid for row in rows if isinstance(uuid := row.value.get("uuid"), str))
    told: dict[str, dict[float, Any]] = {uuid: {} for uuid, count in counts.items() if uuid and count >= _DIFFERENT}
    for row in rows if told else ():
        messages = told.get(str(row.value.get("uuid")))
        moment, message = seconds(row.value.get("timestamp")), row.value.get("message")
        if messages is None or moment is None or message is None or len(messages) == _DIFFERENT:
            continue
        if moment not in messages and message not in messages.values():
            messages[moment] = message
    return {uuid for uuid, messages in told.items() if len(messages) == _DIFFERENT}


def sorted_out(rows: Sequence[Row]) -> tuple[list[Row], list[Row], list[Row]]:
    """Rows of the main thread, of sub-agents, and bookkeeping. A file of one sub-agent is its own main thread."""
    main: list[Row] = []
    aside: list[Row] = []
    bookkeeping: list[Row] = []
    for row in rows:
        value = row.value
        if value.get("isSidechain") is True or value.get("parent_tool_use_id"):
            aside.append(row)
        elif value.get("type") in _TREE_ROWS or value.get("uuid"):
            main.append(row)
        else:
            bookkeeping.append(row)
    if not any(row.value.get("type") in MESSAGES for row in main) and aside:
        agent = aside[0].value.get("agentId")
        own = [row for row in aside if row.value.get("agentId") in (agent, None)]
        main = sorted([*main, *own], key=lambda row: row.line)
        aside = [row for row in aside if row.value.get("agentId") not in (agent, None)]
    return main, aside, bookkeeping


def beside(aside: Sequence[Row], found: Sequence[Conversation]) -> list[list[Row]]:
    """The sub-agents' rows of each conversation: from its first row to the first of the next."""
    first = [conversation.rows[0].line for conversation in found[1:]]
    theirs: list[list[Row]] = [[] for _ in found]
    for row in aside:
        theirs[bisect_right(first, row.line)].append(row)
    return theirs
