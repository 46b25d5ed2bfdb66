"""Logs of LiteLLM calls: its spend logs and logging payloads, and OpenHands' files of one completion each."""

from collections.abc import Iterator, Sequence
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.rows import Row
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.traces.spans import Span, read_spans
from compaction_core.importers.shared.values import optional_text, optional_whole, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Session

SIGNS = ("call_type", "fncall_messages", "latency_sec", "model_map_information", "proxy_server_request")
"""Keys that only these logs have beside ``messages`` and ``response``."""
_GROUPS = ("session_id", "litellm_session_id", "trace_id", "litellm_trace_id")


def detect(source: Source) -> str | None:
    """Why this is such a log: a row with messages, response and what the call cost or took."""
    first = next(iter(_values(source, source.head)), None)
    if not isinstance(first, dict) or not any(key in first for key in ("messages", "response", "output", "input")):
        return None
    sign = next((key for key in SIGNS if key in first), None)
    if sign is None and all(key in first for key in ("response", "kwargs", "timestamp", "cost")):
        sign = "cost"
    return f"it is a logged call with {sign}" if sign else None


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation that the calls repeat piece by piece."""
    rows = source.jsonl
    spans = [
        _span(value, at)
        for at, value in enumerate(_values(source, rows.rows if rows else ()))
        if isinstance(value, dict)
    ]
    yield from read_spans("litellm_log", spans, notes.integrity(rows))


def _values(source: Source, rows: Sequence[Row]) -> list[Any]:
    document = source.document
    if document is None:
        return [row.value for row in rows]
    inner = document.get("data", document.get("logs")) if isinstance(document, dict) else None
    return document if isinstance(document, list) else inner if isinstance(inner, list) else [document]


def _span(value: dict[str, Any], at: int) -> Span:
    kwargs, response = _dict(value.get("kwargs")), _dict(value.get("fncall_response") or value.get("response"))
    metadata = _dict(value.get("metadata"))
    groups = (optional_text(place.get(key)) for place in (value, metadata) for key in _GROUPS)
    end = seconds(value.get("endTime", value.get("end_time", value.get("timestamp"))))
    took = value.get("latency_sec")
    start = seconds(value.get("startTime", value.get("start_time")))
    if start is None and end is not None and isinstance(took, int | float):
        start = max(0.0, end - took)
    models = (response.get("model"), value.get("model"), kwargs.get("model"))
    return Span(
        id=optional_text(value.get("request_id")) or optional_text(value.get("id")) or f"call {at}",
        parent="",
        group=next((group for group in groups if group), ""),
        kind="model",
        start=start,
        end=end,
        prompt=_prompt(value),
        answer=value.get("fncall_response") or value.get("response") or value.get("output"),
        system=value.get("instructions"),
        tools=value.get("tools") or kwargs.get("tools") or _dict(value.get("model_parameters")).get("tools"),
        model=next((model for told in models if (model := optional_text(told))), None),
        usage=usage_of_any(response.get("usage")) or usage_of_any(value),
        window=optional_whole(value.get("context_window")) or None,
    )


def _prompt(value: dict[str, Any]) -> Any:
    """What was asked: as logged, or from the request the proxy took."""
    for key in ("fncall_messages", "messages", "input"):
        if (found := decoded(value.get(key))) and isinstance(found, list | str):
            return found
    request = _dict(value.get("proxy_server_request"))
    body = request.get("body")
    return body if isinstance(body, dict) else request or value.get("messages")


def _dict(value: Any) -> dict[str, Any]:
    value = decoded(value)
    return value if isinstance(value, dict) else {}


IMPORTER = importers.add(
    Importer(name="litellm_log", label="LiteLLM or OpenHands call log", detect=detect, read=read, order=40)
)
