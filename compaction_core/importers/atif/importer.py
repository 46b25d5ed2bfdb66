"""Agent Trajectory Interchange Format (ATIF 1.0 to 1.8; Harbor, Terminal-Bench): ``trajectory.json``.

Read directly: the models of the ``atif`` package (1.8.0) refuse a whole file for one step number, one time or one field
that their release does not know. So they are only asked where a file leaves the format.
"""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.atif.schema import deviations
from compaction_core.importers.atif.steps import Steps
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Rows
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text
from compaction_core.importers.source import Source
from compaction_core.session import Session, Thread, Warning


def detect(source: Source) -> str | None:
    """Why this is ATIF: a ``schema_version`` that says so, beside steps."""
    document = source.document
    first = document if isinstance(document, dict) else source.head[0].value if source.head else {}
    version = _version(first)
    return f"its schema_version is {version[:20]}" if version else None


def read(source: Source) -> Iterator[Session]:
    """One session for each trajectory; those of sub-agents that the file holds become threads."""
    document = source.document
    if isinstance(document, dict):
        yield _session(document, None, None)
        return
    for row in source.rows.rows:
        if _version(row.value):
            yield _session(row.value, source.rows, row.line)


def _version(value: dict[str, Any]) -> str:
    version = value.get("schema_version")
    told = isinstance(version, str) and version.startswith("ATIF") and isinstance(value.get("steps"), list)
    return version if told and isinstance(version, str) else ""


def _session(document: dict[str, Any], rows: Rows | None, line: int | None) -> Session:
    agent = document.get("agent")
    agent = agent if isinstance(agent, dict) else {}
    model = optional_text(agent.get("model_name"))
    steps = Steps(document["steps"], model, line).read()
    tools = agent.get("tool_definitions")
    warnings = [*_warnings(document, agent), *steps.warnings(), *deviations(document)]
    return Session(
        format="atif",
        title=first_prompt(steps.messages),
        version=optional_text(agent.get("version")),
        model=model or next((m.model for m in reversed(steps.messages) if m.model), None),
        tools=json_text(tools) if isinstance(tools, list) and tools else None,
        messages=tuple(steps.messages),
        compactions=tuple(steps.compactions),
        threads=tuple(_threads(document)),
        integrity=notes.integrity(rows, warnings=warnings),
    )


def _threads(document: dict[str, Any]) -> Iterator[Thread]:
    """The trajectories of sub-agents, those inside them after them."""
    pending = _embedded(document)
    for number, value in enumerate(pending):
        pending += _embedded(value)  # the loop comes to them, too
        agent = value.get("agent")
        model = optional_text(agent.get("model_name")) if isinstance(agent, dict) else None
        messages = Steps(value["steps"], model, None).read().messages
        named = optional_text(value.get("trajectory_id")) or optional_text(value.get("session_id"))
        if messages:
            yield Thread(id=named or f"trajectory-{number}", messages=tuple(messages))


def _embedded(value: dict[str, Any]) -> list[dict[str, Any]]:
    found = value.get("subagent_trajectories")
    listed = found if isinstance(found, list) else []
    return [inner for inner in listed if isinstance(inner, dict) and isinstance(inner.get("steps"), list)]


def _warnings(document: dict[str, Any], agent: dict[str, Any]) -> Iterator[Warning]:
    ahead = optional_text(document.get("continued_trajectory_ref"))
    if ahead:
        text = f"The trajectory goes on in another file, {ahead[:80]!r}; load that file to see the rest."
        yield Warning(code="continued", text=text)
    extra = agent.get("extra")
    number = extra.get("continuation_index") if isinstance(extra, dict) else None
    if type(number) is int:
        text = (
            f"This is part {number} of a trajectory; the context was compacted before it, its start is in another file."
        )
        yield Warning(code="continuation", text=text)


IMPORTER = importers.add(Importer(name="atif", label="ATIF trajectory (Harbor)", detect=detect, read=read, order=20))
