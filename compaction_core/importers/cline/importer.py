"""Cline, Roo Code and Kilo Code: a task's files (one of them, its folder, or a zip file of it), and Cline's SDK."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.cline.screen import is_screen
from compaction_core.importers.cline.task import of_history, of_models, of_screen
from compaction_core.importers.shared.apis.blocks import block_list
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.shapes import as_object, objects_in
from compaction_core.importers.source import Source
from compaction_core.session import Session

_HISTORY = "api_conversation_history.json"
_SCREEN = ("ui_messages.json", "claude_messages.json")
_USED = "task_metadata.json"
_KEYS = ("condenseId", "condenseParent", "isSummary", "isTruncationMarker", "modelInfo", "truncationParent")
_TEXTS = ("<environment_details>",)
_LOOKED_AT = 10


def detect(source: Source) -> str | None:
    """Why this is one of theirs: a task folder, the SDK's session, a history with their marks, or what was shown."""
    if any(PurePosixPath(name).name == _HISTORY for name in source.members):
        return f"it holds {_HISTORY}"
    document = source.document
    if _is_sdk(document):
        return "it is a session of Cline's SDK"
    if _is_second(document):
        return "it is a history of Roo Code's second version"
    if is_screen(document):
        return "it is a list of what was asked and said on screen"
    return "it is a history with Cline's marks" if _is_history(document) else None


def read(source: Source) -> Iterator[Session]:
    """One session a task."""
    folders = [PurePosixPath(name) for name in source.members if PurePosixPath(name).name == _HISTORY]
    for path in folders:
        yield from _folder(source, path.parent)
    if not folders:
        yield _document(source.document, [], {})


def _folder(source: Source, folder: PurePosixPath) -> Iterator[Session]:
    def file(name: str) -> Any:
        path = str(folder / name)
        return parse(source.members[path]) if path in source.members else None

    screen: Any = next((rows for name in _SCREEN if is_screen(rows := file(name))), [])
    yield _document(file(_HISTORY), objects_in(screen), as_object(file(_USED)))


def _document(document: Any, rows: list[dict[str, Any]], used: dict[str, Any]) -> Session:
    if is_screen(document):
        return of_screen(objects_in(document))
    around = {**used, **as_object(document)}
    entries = objects_in(around.get("messages") if isinstance(document, dict) else document)
    if _is_second(document):
        return of_models(entries, around)
    return of_history(entries, rows, around)


def _is_sdk(document: Any) -> bool:
    found = as_object(document)
    return isinstance(found.get("messages"), list) and "sessionId" in found and ("agent" in found or "version" in found)


def _is_second(document: Any) -> bool:
    found = as_object(document)
    return (
        found.get("version") == 2 and isinstance(found.get("messages"), list) and set(found) == {"version", "messages"}
    )


def _is_history(document: Any) -> bool:
    listed = objects_in(document[:_LOOKED_AT]) if isinstance(document, list) else []
    entries = [entry for entry in listed if entry.get("role") in ("user", "assistant") and "content" in entry]
    if not entries or len(entries) < len(listed) - 2:
        return False
    return any(any(key in entry for key in _KEYS) or _has_text(entry) for entry in entries)


def _has_text(entry: dict[str, Any]) -> bool:
    blocks = block_list(entry.get("content"))
    texts = (block.get("text") if isinstance(block, dict) else block for block in blocks)
    return any(isinstance(text, str) and text.lstrip().startswith(_TEXTS) for text in texts)


IMPORTER = importers.add(
    Importer(name="cline", label="Cline, Roo Code or Kilo Code", detect=detect, read=read, order=30)
)
