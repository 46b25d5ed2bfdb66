"""LangSmith runs: single, listed, one a line, nested in ``child_runs``, or as the batches a tracer sends."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.traces.spans import Kind, Span, read_spans
from compaction_core.importers.shared.values import optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Session, Usage

_KINDS: dict[str, Kind] = {"llm": "model", "chat_model": "model", "tool": "tool"}
_THREADS = ("thread_id", "session_id", "conversation_id")


def detect(source: Source) -> str | None:
    """Why this is of LangSmith: a run with its type and order, or a batch of them."""
    document = source.document
    values = document if isinstance(document, list) else [document]
    if document is None:
        values = [row.value for row in source.head[:1]]
    first = next((value for value in values if isinstance(value, dict)), None)
    if first is None:
        return None
    if any(isinstance(first.get(key), list) and any(map(_is_run, first[key])) for key in ("post", "patch")):
        return "it is a tracer's batch of runs"
    if isinstance(first.get("runs"), list) and any(map(_is_run, first["runs"])):
        return "it is a list of runs"
    return "it is a run with run_type" if _is_run(first) else None


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation in the runs; sub-agents in tools become its threads."""
    document = source.document
    rows = source.jsonl
    values = [row.value for row in rows.rows] if rows else document if isinstance(document, list) else [document]
    spans = [_span(run) for run in _merged(values)]
    yield from read_spans("langsmith", spans, notes.integrity(rows))


def _is_run(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return False
    return any(key in value for key in ("run_type", "dotted_order")) and ("inputs" in value or "outputs" in value)


def _merged(values: list[Any]) -> list[dict[str, Any]]:
    """Each run once: what is patched later joins what was posted; runs inside runs stand beside them."""
    found: dict[str, dict[str, Any]] = {}
    pending = values[::-1]
    while pending:
        value = pending.pop()
        if not isinstance(value, dict):
            continue
        inner = [item for key in ("post", "patch", "runs", "child_runs") for item in _listed(value.get(key))]
        pending += inner[::-1]
        identity = value.get("id")
        if isinstance(identity, str) and _is_run(value):
            known = found.setdefault(identity, {})
            known |= {key: item for key, item in value.items() if item not in (None, "", [], {})}
    return list(found.values())


def _span(run: dict[str, Any]) -> Span:
    extra, outputs = _dict(run.get("extra")), _dict(run.get("outputs"))
    metadata, asked = _dict(extra.get("metadata")), _dict(extra.get("invocation_params"))
    kind = _KINDS.get(str(run.get("run_type")), "other")
    models = (outputs.get("model"), metadata.get("ls_model_name"), asked.get("model"), asked.get("model_name"))
    threads = (optional_text(metadata.get(key)) for key in _THREADS)
    return Span(
        id=str(run.get("id")),
        parent=optional_text(run.get("parent_run_id")) or "",
        group=next((thread for thread in threads if thread), None) or optional_text(run.get("trace_id")) or "",
        kind=kind,
        name=optional_text(run.get("name")) or "",
        start=seconds(run.get("start_time")),
        end=seconds(run.get("end_time")),
        prompt=run.get("inputs"),
        answer=run.get("outputs"),
        tools=asked.get("tools") or asked.get("functions"),
        model=next((model for told in models if (model := optional_text(told))), None) if kind == "model" else None,
        usage=_usage(run, outputs),
        call_id=optional_text(metadata.get("tool_call_id")) or optional_text(extra.get("tool_call_id")) or "",
        failed=bool(run.get("error")),
    )


def _usage(run: dict[str, Any], outputs: dict[str, Any]) -> Usage | None:
    told = _dict(outputs.get("llm_output"))
    places = (outputs.get("usage_metadata"), outputs.get("usage"), told.get("token_usage"), told.get("usage"), run)
    return next((usage for place in places if (usage := usage_of_any(place))), None)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    value = decoded(value)
    return value if isinstance(value, dict) else {}


IMPORTER = importers.add(Importer(name="langsmith", label="LangSmith runs", detect=detect, read=read, order=30))
