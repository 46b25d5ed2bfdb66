"""Open WebUI's exported chats (JSON): one object or a list, each with a tree of messages in ``chat.history``.

``utils/chat_history.py`` walks the tree from ``currentId`` by ``parentId``; ``utils/context_compaction.py`` keeps a
summary as ``contextSummary`` on the message that stands first afterwards, and ``utils/middleware.py`` tells it to the
model behind the system prompt, as ``[CONVERSATION SUMMARY]``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.open_webui.answers import pieces
from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.apis.blocks import Piece, block_list
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.importers.shared.apis.openai_message import content_part
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.documents import entries, first
from compaction_core.importers.shared.left_out import other_branches
from compaction_core.importers.shared.recorded import prompts_before
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.trees import branch
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import File, Integrity, Message, Part, RecordedCompaction, Session, Text

Nodes = dict[str, dict[str, Any]]
_WRAPPER = "[CONVERSATION SUMMARY]\n"


def detect(source: Source) -> str | None:
    """Why this is an export of Open WebUI: a chat whose messages hang in ``history``."""
    return None if first(source, _is_chat) is None else "its messages hang in a tree called history"


def read(source: Source) -> Iterator[Session]:
    """One session a chat: its active branch."""
    for entry in entries(source):
        if _is_chat(entry):
            yield _session(entry)


def _chat(entry: dict[str, Any]) -> dict[str, Any]:
    return as_object(entry.get("chat")) or entry


def _is_chat(entry: dict[str, Any]) -> bool:
    nodes = as_object(_chat(entry).get("history")).get("messages")
    node = next(iter(nodes.values()), None) if isinstance(nodes, dict) else None
    return isinstance(node, dict) and "role" in node and ("parentId" in node or "childrenIds" in node)


def _session(entry: dict[str, Any]) -> Session:
    chat = _chat(entry)
    history = as_object(chat["history"])
    nodes: Nodes = {key: node for key, node in as_object(history["messages"]).items() if isinstance(node, dict)}
    path = branch(_leaf(history, nodes), lambda key: _parent(nodes, key))
    prompt = optional_text(as_object(chat.get("params")).get("system"))
    front = [Message(role="system", parts=(Text(text=prompt),))] if prompt else []
    messages, compactions = _read((nodes[key] for key in path), front)
    models = (message.model for message in reversed(messages) if message.model)
    asked = (optional_text(model) for model in as_list(chat.get("models")))
    title = optional_text(entry.get("title")) or optional_text(chat.get("title")) or ""
    return Session(
        format="open_webui",
        title=one_line(title) or first_prompt(messages),
        model=next(models, None) or next((model for model in asked if model), None),
        messages=tuple(messages),
        compactions=tuple(compactions),
        integrity=Integrity(warnings=other_branches(len(nodes) - len(path))),
    )


def _read(path: Iterable[dict[str, Any]], messages: list[Message]) -> tuple[list[Message], list[RecordedCompaction]]:
    ids = CallIds()
    compactions: list[RecordedCompaction] = []
    for node in path:
        moment = seconds(node.get("timestamp"))
        summary = optional_text(node.get("contextSummary")) or optional_text(node.get("context_summary"))
        if summary and summary.strip():
            index = len(messages)
            compactions.append(RecordedCompaction(index=index, kept=prompts_before(messages, index), timestamp=moment))
            parts = (Text(text=_WRAPPER + summary),)
            messages.append(Message(role="user", parts=parts, summary=summary, timestamp=moment))
        answer = node.get("role") == "assistant"
        usage = node.get("usage") or as_object(node.get("info")).get("usage")
        messages += messages_of(
            pieces(node, ids) if answer else _said(node),
            identity=optional_text(node.get("id")),
            timestamp=moment,
            model=optional_text(node.get("model")),
            usage=usage_of_any(usage) if answer else None,
            flags=("error",) if answer and node.get("error") else (),
        )
    return messages, compactions


def _said(node: dict[str, Any]) -> Iterator[Piece]:
    """What the person wrote, the images and the names of the files that came with it."""
    parts: list[Part] = [content_part(block) for block in block_list(node.get("content")) if block != ""]
    for file in objects_in(node.get("files")):
        kind, address = file.get("type"), file.get("url")
        if (kind == "image" or str(file.get("content_type")).startswith("image/")) and isinstance(address, str):
            parts.append(image_of_address(address))
        else:
            parts.append(File(name=optional_text(file.get("name")) or str(kind or "file")[:40]))
    yield Piece("system" if node.get("role") == "system" else "user", tuple(parts))


def _parent(nodes: Nodes, key: str) -> str | None:
    parent = nodes[key].get("parentId")
    return parent if isinstance(parent, str) and parent in nodes else None


def _leaf(history: dict[str, Any], nodes: Nodes) -> str | None:
    """The message that was open last; where the file does not say, the newest one that nothing follows."""
    current = history.get("currentId")
    if isinstance(current, str) and current in nodes:
        return current
    ends = [key for key, node in nodes.items() if not node.get("childrenIds")]
    return max(ends, key=lambda key: seconds(nodes[key].get("timestamp")) or 0.0, default=None)


IMPORTER = importers.add(Importer(name="open_webui", label="Open WebUI export", detect=detect, read=read, order=23))
