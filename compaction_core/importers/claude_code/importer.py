"""Claude Code session files (JSONL), its stream-json output, and the ``loglines`` of its web sessions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from sys import intern
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.claude_code import sorting
from compaction_core.importers.claude_code.messages import SYNTHETIC, title_of
from compaction_core.importers.claude_code.path import Conversation, conversations
from compaction_core.importers.claude_code.rows import Reader
from compaction_core.importers.claude_code.sorting import MESSAGES
from compaction_core.importers.claude_code.telling import warnings
from compaction_core.importers.rows import Row, Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.values import optional_text, optional_whole
from compaction_core.importers.source import Source
from compaction_core.progress import Report, reported
from compaction_core.session import Session, Thread
from compaction_core.words import an

_LOOKED_AT = 50
_OPENING = {
    "summary": "leafUuid",
    "file-history-snapshot": "snapshot",
    "queue-operation": "operation",
    "permission-mode": "permissionMode",
    "custom-title": "customTitle",
    "ai-title": "aiTitle",
    "last-prompt": "lastPrompt",
}
_READ = frozenset(
    {
        "agentId",
        "aiTitle",
        "attachment",
        "claude_code_version",
        "compactMetadata",
        "compact_metadata",
        "content",
        "customTitle",
        "data",
        "isApiErrorMessage",
        "isCompactSummary",
        "isMeta",
        "isSidechain",
        "isSynthetic",
        "isVisibleInTranscriptOnly",
        "leafUuid",
        "logicalParentUuid",
        "message",
        "microcompactMetadata",
        "modelUsage",
        "origin",
        "parentUuid",
        "parent_tool_use_id",
        "sessionId",
        "sourceToolUseID",
        "subtype",
        "summary",
        "timestamp",
        "type",
        "uuid",
        "version",
    }
)
"""What is read of a row. ``toolUseResult``, which repeats every output, is not."""
_REPEATED = ("sessionId", "type", "version")


def detect(source: Source) -> str | None:
    """Why this is a Claude Code file: a message row with its ids, or a bookkeeping row only it writes."""
    log = _loglines(source)
    for row in log or source.head:
        value, message = row.value, row.value.get("message")
        kind = value.get("type")
        if kind in MESSAGES and isinstance(message, dict):
            if "parts" in message:  # Qwen Code writes the same tree with Gemini's parts
                return None
            named = any(key in value for key in ("sessionId", "session_id", "uuid", "parentUuid", "cwd"))
            if "content" in message and (named or log):
                return f"row {row.line} is {an(kind)} row with a message"
        if all(key in value for key in ("parentUuid", "sessionId", "isSidechain")):
            return f"row {row.line} has parentUuid, sessionId and isSidechain"
    first = source.head[0].value if source.head else {}
    marker = _OPENING.get(str(first.get("type")))
    return f"it opens with a {first['type']} row" if marker in first else None


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation of the file; sub-agents' messages become its threads."""
    log = _loglines(source)
    file = Rows(log, source.data.count(b"\n") + 1, (), False) if log else source.trimmed(_trimmed)
    rows, repeated = sorting.unique(file.rows)
    main, aside, bookkeeping = sorting.sorted_out(rows)
    found = conversations(main)
    for number, (conversation, beside) in enumerate(zip(found, sorting.beside(aside, found), strict=True)):
        place = number, len(found)
        session = _session(file, conversation, beside, bookkeeping, repeated, place, source.progress)
        yield _without_lines(session) if log else session


def _loglines(source: Source) -> tuple[Row, ...]:
    """Rows of a JSON document: a web session, or what ``--output-format json`` prints of all messages."""
    document = source.document
    lines = document.get("loglines") if isinstance(document, dict) else document
    if not isinstance(lines, list) or (lines is document and not any(map(_is_printed, lines[:_LOOKED_AT]))):
        return ()
    return tuple(Row(at, value) for at, value in enumerate(lines) if isinstance(value, dict))


def _is_printed(value: Any) -> bool:
    named = isinstance(value, dict) and ("session_id" in value or "sessionId" in value)
    return named and value.get("type") in MESSAGES and isinstance(value.get("message"), dict)


def _trimmed(value: dict[str, Any]) -> dict[str, Any]:
    """A row with what is read of it, and the strings that every row repeats held once."""
    kept = {key: told for key, told in value.items() if key in _READ and told is not None and told is not False}
    for key in _REPEATED:
        told = kept.get(key)
        if isinstance(told, str):
            kept[key] = intern(told)
    return kept


def _without_lines(session: Session) -> Session:
    """The entries of one JSON document have no lines of their own."""
    messages = tuple(replace(message, line=None) for message in session.messages)
    return session.model_copy(update={"messages": messages})


def _session(
    file: Rows,
    conversation: Conversation,
    aside: Sequence[Row],
    bookkeeping: Sequence[Row],
    repeated: int,
    place: tuple[int, int],
    progress: Report,
) -> Session:
    # all that is asked of the rows comes first: the reader lets go of what it has read
    values = [row.value for row in conversation.rows]
    told = (value.get(key) for value in reversed(values) for key in ("version", "claude_code_version"))
    version = next((v for value in told if (v := optional_text(value))), None)
    titled = any(row.value.get("type") == "summary" for row in bookkeeping)
    uuids = {uuid for value in values if isinstance(uuid := value.get("uuid"), str)} if titled else ()
    closing = [value for value in (*values, *(row.value for row in bookkeeping)) if value.get("type") == "result"]
    reader = Reader().take(bookkeeping).take(reported(conversation.rows, "arrange", progress))
    messages, compactions = reader.finish()
    real = (m.model for m in reversed(messages) if m.model and m.model != SYNTHETIC)
    model = next(real, None)
    return Session(
        format="claude_code",
        title=title_of(bookkeeping, uuids, messages),
        version=version,
        model=model,
        context_window=_window(closing, model),
        messages=messages,
        compactions=compactions,
        threads=_threads(aside),
        integrity=notes.integrity(
            file, reader.merged, reader.skipped, warnings(conversation, reader, repeated, place), conversation.broken
        ),
    )


def _window(closing: Sequence[dict[str, Any]], model: str | None) -> int | None:
    """The window that the closing rows of stream-json tell for the model."""
    used = (value.get("modelUsage") for value in reversed(closing))
    told = (usage.get(model) for usage in used if isinstance(usage, dict))
    found = (optional_whole(inner.get("contextWindow")) for inner in told if isinstance(inner, dict))
    return next((window for window in found if window), None)


def _threads(rows: Sequence[Row]) -> tuple[Thread, ...]:
    """Sub-agents' rows by agent id or, in older files, by the chain they hang in."""
    groups: dict[str, list[Row]] = {}
    chain_of: dict[str, str] = {}
    for row in rows:
        value = row.value
        agent = value.get("agentId") or value.get("parent_tool_use_id")
        parent, uuid = value.get("parentUuid"), value.get("uuid")
        chain = chain_of.get(parent) if isinstance(parent, str) else None
        name = agent if isinstance(agent, str) else chain or f"sidechain-{row.line}"
        if isinstance(uuid, str):
            chain_of[uuid] = name
        groups.setdefault(name, []).append(row)
    made = ((name, Reader().take(group).finish()[0]) for name, group in groups.items())
    return tuple(Thread(id=name, messages=messages) for name, messages in made if messages)


IMPORTER = importers.add(Importer(name="claude_code", label="Claude Code JSONL", detect=detect, read=read, order=10))
