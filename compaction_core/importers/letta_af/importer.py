"""Letta agent files (.af, schemas 1 and 2) and message lists of the Letta API (server 0.16.8)."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.letta_af.agents import session_of
from compaction_core.importers.letta_af.api import api_rows, api_session
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.shared.values import optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Session

_AGENT = ("agent_type", "in_context_message_ids", "llm_config", "block_ids")
_FLAT = ("core_memory", "in_context_message_indices")


def detect(source: Source) -> str | None:
    """Why this is from Letta: agents with blocks and messages, or rows with a ``message_type`` of its API."""
    document = _document(source)
    if isinstance(document, dict):
        agents = _agents(document)
        if agents:
            return "it has agents with messages" if "agents" in document else "it has core_memory and messages"
    return "its rows have a message_type of the Letta API" if api_rows(document, source.head) else None


def read(source: Source) -> Iterator[Session]:
    """One session for each agent that has messages, or one for a list of API messages."""
    document = _document(source)
    agents = _agents(document) if isinstance(document, dict) else []
    if not agents:
        rows = source.jsonl
        yield api_session(api_rows(document, rows.rows if rows else ()), rows)
        return
    names = [optional_text(agent.get("name")) or "unnamed" for agent in agents]
    shared = [tool for tool in _list(document.get("tools")) if isinstance(tool, dict)]
    for at, agent in enumerate(agents):
        place = f"The file holds {len(agents)} agents; this is {at}, {names[at][:60]!r}." if len(agents) > 1 else ""
        tools = _schemas(shared, agent.get("tool_ids") if "agents" in document else None)
        revision = document.get("metadata")
        told = revision.get("revision_id") if isinstance(revision, dict) else document.get("version")
        yield session_of(agent, tools, optional_text(told), place)


def _document(source: Source) -> Any:
    """The JSON document; some exports hold it as one JSON string."""
    if source.data[:200].lstrip()[:1] == b'"' and b"agents" in source.data[:400]:
        inner = parse(source.data)
        return parse(inner.encode("utf-8", "replace")) if isinstance(inner, str) else None
    return source.document


def _agents(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The agents of a file: a list of them (schema 2), or the document itself (schema 1)."""
    listed = isinstance(document.get("agents"), list)
    found, keys = (document["agents"], set(_AGENT)) if listed else ([document], set(_FLAT))
    lists = [agent for agent in found if isinstance(agent, dict) and isinstance(agent.get("messages"), list)]
    return [agent for agent in lists if not keys.isdisjoint(agent)]


def _schemas(tools: list[dict[str, Any]], ids: Any) -> list[Any]:
    """The schemas the agent's model sees: those of its own tools, where the file says which."""
    own = ids if isinstance(ids, list) else None
    chosen = tools if own is None else [tool for tool in tools if tool.get("id") in own]
    return [tool["json_schema"] for tool in chosen if isinstance(tool.get("json_schema"), dict)]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


IMPORTER = importers.add(
    Importer(name="letta_af", label="Letta agent file or API messages", detect=detect, read=read, order=30)
)
