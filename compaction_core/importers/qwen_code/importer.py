"""Qwen Code session files (JSONL): a tree of rows as Claude Code's, with the Gemini API's parts in them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.qwen_code.rows import MESSAGES, Reader, joined
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.left_out import branches, unknown
from compaction_core.importers.shared.timeline import alone
from compaction_core.importers.shared.trees import broken, parents_of, path_to
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Session, Thread, Warning
from compaction_core.words import an


def detect(source: Source) -> str | None:
    """Why this is a Qwen Code file: a row with ids and a message of parts, or a checkpoint of its compression."""
    for row in source.head:
        value, message = row.value, row.value.get("message")
        if "uuid" not in value or "sessionId" not in value:
            continue
        if value.get("type") in MESSAGES and isinstance(message, dict) and "parts" in message:
            return f"row {row.line} is {an(value['type'])} row with parts"
        if value.get("type") == "system" and value.get("subtype") == "chat_compression":
            return f"row {row.line} is a chat_compression row"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session: the path from the last row to the root; sub-agents' rows become its threads."""
    file = source.rows
    rows, merged = joined(file.rows)
    main = [row for row in rows if row.value.get("isSidechain") is not True]
    aside = [row for row in rows if row.value.get("isSidechain") is True]
    if not any(row.value.get("type") in MESSAGES for row in main):  # a sub-agent's own file
        main, aside = rows, []
    path = _path(main)
    reader = Reader().take([main[at] for at in path])
    messages, compactions = reader.timeline.finish(alone)
    models = (message.model for message in reversed(messages) if message.model)
    versions = (found for row in reversed(main) if (found := optional_text(row.value.get("version"))))
    yield Session(
        format="qwen_code",
        title=one_line(reader.title) or first_prompt(messages),
        version=next(versions, None),
        model=next(models, None),
        context_window=reader.context_window,
        messages=messages,
        compactions=compactions,
        threads=_threads(aside),
        integrity=notes.integrity(
            file,
            merged,
            reader.skipped,
            _warnings(main, path, reader.unknown),
            broken(main, path, "uuid", "parentUuid"),
        ),
    )


def _path(rows: Sequence[Row]) -> list[int]:
    """Places of the active rows; what Qwen Code notes about a session after its last message ends no path."""
    parents = parents_of([(row.value.get("uuid"), row.value.get("parentUuid")) for row in rows])
    ends = (
        at
        for at in range(len(rows) - 1, -1, -1)
        if rows[at].value.get("type") in MESSAGES
        or rows[at].value.get("subtype") in ("chat_compression", "custom_title", "rewind")
    )
    return path_to(next(ends, len(rows) - 1), parents)


def _threads(rows: Sequence[Row]) -> tuple[Thread, ...]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(optional_text(row.value.get("agentId")) or "sub-agent", []).append(row)
    made = ((name, Reader().take(group).timeline.finish(alone)[0]) for name, group in groups.items())
    return tuple(Thread(id=name, messages=messages) for name, messages in made if messages)


def _warnings(rows: Sequence[Row], path: Sequence[int], counts: Counter[str]) -> Iterator[Warning]:
    active = set(path)
    out = [row for at, row in enumerate(rows) if at not in active and row.value.get("type") in MESSAGES]
    yield from branches(len(out), out[0].line if out else None, "rewound branches")
    yield from unknown(counts)


IMPORTER = importers.add(Importer(name="qwen_code", label="Qwen Code JSONL", detect=detect, read=read, order=9))
