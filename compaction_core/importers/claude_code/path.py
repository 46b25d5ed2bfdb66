"""Which rows of a Claude Code file the model still saw: the active path of each conversation.

Rows form a tree by ``parentUuid``. A rewind, an edit or a retry leaves a side branch; parallel tool results hang
off different rows of one API message and are no side branch. A new conversation in the same file begins at a row
without parent that has another ``sessionId`` or that runs the hooks of a cleared context.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compaction_core.importers.rows import Row

BOUNDARIES = ("compact_boundary", "microcompact_boundary")
_ROOT = -1


@dataclass(frozen=True)
class Conversation:
    """The rows on the active path, in file order, and what was left out of it."""

    rows: tuple[Row, ...]
    left_out: int = 0
    left_out_prompts: int = 0
    first_left_out: int | None = None
    broken: tuple[int, ...] = ()
    """Lines of kept rows whose parent is not in the file."""


def conversations(rows: Sequence[Row]) -> tuple[Conversation, ...]:
    """Split the main rows of a file (no sub-agent's) into conversations and keep the active path of each."""
    rows = _oldest_first(rows)
    if _is_chain(rows):
        return (Conversation(tuple(rows)),)
    known = {row.value["uuid"]: at for at, row in reversed(list(enumerate(rows))) if _text(row, "uuid")}
    if not _is_tree(rows, known):
        return (Conversation(tuple(rows)),)
    parents = _parents(rows, known)
    groups: dict[str, list[int]] = {}
    names: list[str] = []
    for at, parent in enumerate(parents):
        before = parent if parent < at else at - 1  # a parent further down is no parent; at -1 nothing is before
        if before != _ROOT:
            name = names[before]
        elif at > 0 and _is_cleared(rows[at].value):
            name = f"cleared before row {at}"
        else:  # the same session again: its first prompt was edited
            name = _text(rows[at], "sessionId")
        names.append(name)
        groups.setdefault(name, []).append(at)
    spoken = [group for group in groups.values() if any(_is_message(rows[at].value) for at in group)]
    return tuple(_active(rows, parents, group, known) for group in spoken or groups.values())


def _oldest_first(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows, turned round where most stand in front of their parents."""
    seen: set[str] = set()
    above = below = 0
    waiting: set[str] = set()
    for row in rows:
        link, uuid = _text(row, "parentUuid"), _text(row, "uuid")
        above += bool(link) and link in seen
        below += bool(uuid) and uuid in waiting
        seen.add(uuid)
        waiting.add(link)
    return rows[::-1] if below > 2 * above else rows


def _is_chain(rows: Sequence[Row]) -> bool:
    """Whether each row's parent is the row before it: nothing to leave out."""
    before = rows[0].value.get("uuid") if rows else None
    for row in rows[1:]:
        value = row.value
        if value.get("parentUuid") != before or not before:
            return False
        before = value.get("uuid")
    return True


def is_result_row(value: dict[str, Any]) -> bool:
    """Whether a user row carries tool results."""
    content = _content(value)
    return isinstance(content, list) and any(isinstance(b, dict) and b.get("type") == "tool_result" for b in content)


def is_prompt(value: dict[str, Any]) -> bool:
    """Whether a row is what a person typed."""
    injected = value.get("isMeta") or value.get("isCompactSummary")
    return value.get("type") == "user" and not injected and not is_result_row(value)


def _is_message(value: dict[str, Any]) -> bool:
    return value.get("type") in ("user", "assistant")


def _text(row: Row, key: str) -> str:
    value = row.value.get(key)
    return value if isinstance(value, str) else ""


def _content(value: dict[str, Any]) -> Any:
    message = value.get("message")
    return message.get("content") if isinstance(message, dict) else None


def _is_cleared(value: dict[str, Any]) -> bool:
    """Whether a row runs the hooks that follow /clear."""
    details = value.get("data") if value.get("type") == "progress" else value.get("attachment")
    return isinstance(details, dict) and details.get("hookName") == "SessionStart:clear"


def _link(row: Row) -> str:
    return _text(row, "parentUuid") or _text(row, "logicalParentUuid")


def _is_tree(rows: Sequence[Row], known: dict[str, int]) -> bool:
    """Whether parents can be trusted: at least half of the messages after the first name one that is there."""
    messages = [row for row in rows if _is_message(row.value)][1:]
    linked = sum(1 for row in messages if _link(row) in known)
    return 2 * linked >= len(messages) > 0


def _parents(rows: Sequence[Row], known: dict[str, int]) -> list[int]:
    """Index of each row's parent. A parent that is not there is bridged by the row before it in the file."""
    parents: list[int] = []
    session = ""
    preserved: dict[str, int] = {}  # what goes on from a message that a compaction kept goes on from its summary
    for at, row in enumerate(rows):
        link, own = _link(row), _text(row, "sessionId")
        if link:
            found = known.get(link, at)
            found = preserved[link] if preserved.get(link, at) < at else found
            # a kept message may be written again only behind the summary: what a boundary follows stands before it
            bridged = found == at or (found > at and row.value.get("subtype") == "compact_boundary")
            parents.append(at - 1 if bridged else found)
        else:
            other = bool(own and session and own != session)
            starts = other or is_prompt(row.value) or _is_cleared(row.value)
            parents.append(_ROOT if starts else at - 1)
        if row.value.get("subtype") == "compact_boundary":
            preserved = _preserved(row.value, known, at)
        session = own or session
    return parents


def _preserved(boundary: dict[str, Any], known: dict[str, int], at: int) -> dict[str, int]:
    """The messages that a compaction kept, each with the place of the summary, if that stands after the boundary."""
    details = boundary.get("compactMetadata")
    named = details.get("preservedMessages") if isinstance(details, dict) else None
    segment = details.get("preservedSegment") if isinstance(details, dict) else None
    uuids = list(named.get("uuids") or ()) if isinstance(named, dict) and isinstance(named.get("uuids"), list) else []
    uuids += [segment.get("tailUuid")] if isinstance(segment, dict) else []
    held = next((value for value in (named, segment) if isinstance(value, dict)), {})
    anchor = known.get(str(held.get("anchorUuid")), -1)
    return {uuid: anchor for uuid in uuids if isinstance(uuid, str) and known.get(uuid, at) < at} if anchor > at else {}


def _active(rows: Sequence[Row], parents: list[int], group: list[int], known: dict[str, int]) -> Conversation:
    leaf = _leaf(rows, group)
    path: set[int] = set()
    at = first = leaf
    while at >= 0:
        path.add(at)
        first = min(first, at)
        at = parents[at] if parents[at] not in path else first - 1  # what stands before a cycle goes on from there
    kept = _with_parallel(rows, parents, group, path)
    kept |= _with_attached(rows, parents, group, kept - path, kept, leaf)
    out = [at for at in group if at not in kept and _is_message(rows[at].value)]
    return Conversation(
        rows=tuple(rows[at] for at in group if at in kept),
        left_out=len(out),
        left_out_prompts=sum(1 for at in out if is_prompt(rows[at].value)),
        first_left_out=rows[out[0]].line if out else None,
        broken=tuple(rows[at].line for at in group if at in kept and (link := _link(rows[at])) and link not in known),
    )


def _leaf(rows: Sequence[Row], group: list[int]) -> int:
    """The last row that can end a path. A result cannot: a late one may hang off an early parallel call."""
    last = group[-1]
    for at in reversed(group):
        value = rows[at].value
        kind = value.get("type")
        if kind == "assistant" or value.get("subtype") in BOUNDARIES:
            return at
        if kind == "user" and not is_result_row(value):
            return at
    return last


def _with_parallel(rows: Sequence[Row], parents: list[int], group: list[int], path: set[int]) -> set[int]:
    """The path with all rows of its API messages and all results of their calls; rows without uuid stay too.

    So do results that hang off the path and whose call the file lost: parallel ones of a call before its first row.
    """
    messages = {identity for at in path if (identity := _message_id(rows[at].value))}
    kept = {at for at in group if at in path or _message_id(rows[at].value) in messages}
    called = {at: ids for at in group if (ids := _block_ids(rows[at].value, "tool_use", "id"))}
    calls = {identity for at, ids in called.items() if at in kept for identity in ids}
    known = {identity for ids in called.values() for identity in ids}
    for at in group:
        value = rows[at].value
        if at in kept:
            continue
        results = _block_ids(value, "tool_result", "tool_use_id")
        lost = bool(results) and known.isdisjoint(results) and (parents[at] in kept or parents[at] < group[0])
        if lost or not _text(rows[at], "uuid") or not calls.isdisjoint(results):
            kept.add(at)
    return kept


def _with_attached(
    rows: Sequence[Row], parents: list[int], group: list[int], beside: set[int], kept: set[int], leaf: int
) -> set[int]:
    """What hangs off kept rows and is no branch: below parallel results, after the leaf, cleared results."""
    attached: set[int] = set()
    for at in group:
        value = rows[at].value
        plain = value.get("type") in ("attachment", "system") or (value.get("type") == "user" and value.get("isMeta"))
        parent = parents[at]
        if at in kept or not plain or not (parent in kept or parent in attached):
            continue
        if parent in beside or parent in attached or at > leaf or value.get("subtype") == "microcompact_boundary":
            attached.add(at)
    return attached


def _message_id(value: dict[str, Any]) -> str | None:
    message = value.get("message")
    identity = message.get("id") if isinstance(message, dict) and value.get("type") == "assistant" else None
    return identity if isinstance(identity, str) and identity else None


def _block_ids(value: dict[str, Any], kind: str, key: str) -> list[str]:
    content = _content(value)
    if not isinstance(content, list):
        return []
    blocks = [block for block in content if isinstance(block, dict) and block.get("type") == kind]
    return [block[key] for block in blocks if isinstance(block.get(key), str)]
