"""pi, OpenClaw and OMP session files (JSONL): a list in format 1, a tree of entries in formats 2 and 3."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.pi.messages import message_of, summary_of
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.left_out import branches, unknown
from compaction_core.importers.shared.timeline import Timeline, alone
from compaction_core.importers.shared.trees import broken, parents_of, path_to
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, optional_whole, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, Session, Warning

_ADDS = ("message", "custom_message", "branch_summary", "compaction")
_BOOKKEEPING = ("session", "model_change", "thinking_level_change", "custom", "label", "session_info", "leaf")


def detect(source: Source) -> str | None:
    """Why this is a pi file: its header, with a time as text (dsh writes milliseconds under another name)."""
    for row in source.head:
        value = row.value
        if value.get("type") == "session" and isinstance(value.get("timestamp"), str) and "createdAt" not in value:
            version = value.get("version", 1)
            return f"row {row.line} is the header of a session of format {version}" if "id" in value else None
    return None


def read(source: Source) -> Iterator[Session]:
    """One session: the path from the last entry to the root."""
    rows = source.rows
    header = next((row.value for row in rows.rows if row.value.get("type") == "session"), {})
    path = _path(rows.rows)
    reader = _Reader(rows.rows)
    for at in path:
        reader.take(at)
    messages, compactions = reader.timeline.finish(alone)
    models = (message.model for message in reversed(messages) if message.model)
    yield Session(
        format="pi",
        title=one_line(reader.title or optional_text(header.get("title")) or "") or first_prompt(messages),
        version=f"format {header.get('version', 1)}"[:40],
        model=next(models, None) or reader.model,
        messages=messages,
        compactions=compactions,
        integrity=notes.integrity(
            rows,
            0,
            reader.skipped,
            _warnings(rows.rows, path, reader.unknown),
            broken(rows.rows, path, "id", "parentId"),
        ),
    )


def _path(rows: Sequence[Row]) -> list[int]:
    """Places of the active entries: all of them in format 1, which has no ids."""
    if not any("parentId" in row.value for row in rows):
        return list(range(len(rows)))
    heads = [optional_text(row.value.get("id")) for row in rows if row.value.get("type") == "session"]
    parents = parents_of([(row.value.get("id"), row.value.get("parentId")) for row in rows], heads)
    last = rows[-1].value
    told = optional_text(last.get("targetId")) or optional_text(last.get("leafId"))
    leaf = next(filter(lambda at: _is_linked(rows[at].value), range(len(rows) - 1, -1, -1)), len(rows) - 1)
    if last.get("type") == "leaf" and told:
        leaf = next((at for at, row in enumerate(rows) if row.value.get("id") == told), leaf)
    return path_to(leaf, parents)


def _is_linked(value: dict[str, Any]) -> bool:
    """Whether a row can end the path: it hangs off another, or says something. A header or a note at a root cannot."""
    return isinstance(value.get("parentId"), str) or value.get("type") in _ADDS


class _Reader:
    """Takes entries of the active path in order."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.timeline: Timeline[Message] = Timeline()
        self.model: str | None = None
        self.title = ""
        self.skipped = 0
        self.unknown: Counter[str] = Counter()
        self._rows = rows
        self._slots: dict[str, int] = {}
        """How many slots there were before an entry, by its id and by its place in the file (``#0`` is the header)."""
        self._ids = CallIds()

    def take(self, at: int) -> None:
        """Read the entry at a place."""
        entry, line = self._rows[at].value, self._rows[at].line
        self._slots[optional_text(entry.get("id")) or f"#{at}"] = len(self.timeline.slots)
        self._slots[f"#{at}"] = len(self.timeline.slots)
        kind = entry.get("type")
        if kind == "compaction":
            self._compact(entry, line)
            return
        made = message_of(entry, line, self.model, self._ids)
        if made is not None:
            if made.summary is not None:
                self.timeline.compact([made], [], timestamp=made.timestamp)
            else:
                self.timeline.add(made)
            return
        self.skipped += 1
        if kind == "model_change":
            self.model = optional_text(entry.get("modelId")) or self.model
        elif kind == "session":
            self.model = optional_text(entry.get("modelId"))
        elif kind == "session_info":
            self.title = optional_text(entry.get("name")) or self.title
        elif kind not in _BOOKKEEPING and kind != "message":
            self.unknown[str(kind)[:40]] += 1

    def _compact(self, entry: dict[str, Any], line: int) -> None:
        """Summary first, then what was said from the first kept entry on, without older summaries."""
        first = entry.get("firstKeptEntryId")
        if not isinstance(first, str):
            place = entry.get("firstKeptEntryIndex")
            first = f"#{place}" if isinstance(place, int) else ""
        start = 0 if first == "#0" else self._slots.get(first, len(self.timeline.slots))
        slots = self.timeline.slots
        last = range(start, 0 if self.timeline.crowded else len(slots))
        self.timeline.compact(
            [summary_of(entry, line)],
            [slot for slot in last if slots[slot].summary is None],
            trigger="extension" if entry.get("fromHook") is True else None,
            tokens_before=optional_whole(entry.get("tokensBefore")),
            timestamp=seconds(entry.get("timestamp")),
        )


def _warnings(rows: Sequence[Row], path: Sequence[int], counts: Counter[str]) -> Iterator[Warning]:
    active = set(path)
    out = [row for at, row in enumerate(rows) if at not in active and row.value.get("type") in _ADDS]
    yield from branches(len(out), out[0].line if out else None, "branches that were left")
    yield from unknown(counts, "entries")


IMPORTER = importers.add(Importer(name="pi", label="pi, OpenClaw or OMP JSONL", detect=detect, read=read, order=25))
