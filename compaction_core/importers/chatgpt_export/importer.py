"""ChatGPT data exports (``conversations.json``): a list of message trees, or one of them."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.chatgpt_export.message import Reader
from compaction_core.importers.shared.documents import entries, first
from compaction_core.importers.shared.left_out import other_branches
from compaction_core.importers.shared.trees import branch
from compaction_core.importers.shared.values import first_prompt, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Session


def detect(source: Source) -> str | None:
    """Why this is an export of ChatGPT: a conversation whose messages hang in ``mapping``."""
    if first(source, _is_conversation) is None:
        return None
    return "its messages hang in a tree called mapping"


def read(source: Source) -> Iterator[Session]:
    """One session a conversation: its active branch."""
    for entry in entries(source):
        if _is_conversation(entry):
            yield _session(entry)


def _is_conversation(entry: dict[str, Any]) -> bool:
    mapping = entry.get("mapping")
    if not isinstance(mapping, dict):
        return False
    node: Any = next(iter(mapping.values()), {})
    return isinstance(node, dict) and ("message" in node or "children" in node or "parent" in node)


def _session(conversation: dict[str, Any]) -> Session:
    mapping = {key: node for key, node in conversation["mapping"].items() if isinstance(node, dict)}
    path = branch(_leaf(conversation, mapping), lambda key: _parent(mapping, key))
    reader = Reader()
    for key in path:
        message = mapping[key].get("message")
        if isinstance(message, dict):
            reader.take(message)
    taken = set(path)
    others = sum(1 for key, node in mapping.items() if key not in taken and isinstance(node.get("message"), dict))
    models = (message.model for message in reversed(reader.messages) if message.model)
    return Session(
        format="chatgpt_export",
        title=optional_text(conversation.get("title")) or first_prompt(reader.messages),
        model=next(models, None) or optional_text(conversation.get("default_model_slug")),
        messages=tuple(reader.messages),
        integrity=Integrity(skipped_rows=reader.skipped, warnings=other_branches(others)),
    )


def _parent(mapping: dict[str, Any], key: str) -> str | None:
    parent = mapping[key].get("parent")
    return parent if isinstance(parent, str) and parent in mapping else None


def _leaf(conversation: dict[str, Any], mapping: dict[str, Any]) -> str | None:
    """The node that was open last; where the file does not say, the newest one without children."""
    current = conversation.get("current_node")
    if isinstance(current, str) and current in mapping:
        return current
    ends = [key for key, node in mapping.items() if not node.get("children")]
    return max(ends, key=lambda key: _moment(mapping[key]), default=None)


def _moment(node: dict[str, Any]) -> float:
    message = node.get("message")
    return (seconds(message.get("create_time")) or 0.0) if isinstance(message, dict) else -1.0


IMPORTER = importers.add(Importer(name="chatgpt_export", label="ChatGPT export", detect=detect, read=read, order=20))
