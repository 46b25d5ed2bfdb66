"""Spans as exporters write them: OTLP JSON, an SDK's console, Jaeger, rows of a trace database."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.otel_genai.values import (
    first_moment,
    first_text,
    flat_attributes,
    moment,
    objects,
    plain,
    plain_attributes,
    tags,
)
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.values import seconds

_REQUESTS = ("resourceSpans", "resource_spans", "resourceLogs", "batches")


@dataclass
class Raw:
    """One span with its attributes as plain values; ``events`` are objects with ``name`` and ``attributes``."""

    id: str
    parent: str
    trace: str
    name: str
    start: float | None
    end: float | None
    attributes: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False


def raw_spans(value: Any) -> Iterator[Raw]:
    """The spans in one JSON value: an export request, a span, a Jaeger trace, or a list of them."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict) and isinstance(item.get("trace"), dict):
            item = item["trace"]
        if not isinstance(item, dict):
            continue
        if is_export(item):
            yield from _of_export(item)
        elif isinstance(item.get("data"), list):
            for trace in item["data"]:
                yield from map(_of_jaeger, objects(trace.get("spans") if isinstance(trace, dict) else None))
        elif isinstance(item.get("spans"), list):
            yield from (span for inner in objects(item["spans"]) if (span := _of_row(inner)))
        elif (span := _of_row(item)) is not None:
            yield span


def is_export(value: dict[str, Any]) -> bool:
    """Whether a value is an OTLP export request of spans or logs, or a trace as Tempo gives it (``batches``)."""
    return any(isinstance(value.get(key), list) for key in _REQUESTS)


def _of_export(value: dict[str, Any]) -> Iterator[Raw]:
    """Spans of a request, and log records with a span's id, which tell its messages."""
    for key, scopes, rows in (
        ("resourceSpans", ("scopeSpans", "instrumentationLibrarySpans"), "spans"),
        ("batches", ("scopeSpans", "instrumentationLibrarySpans"), "spans"),
        ("resource_spans", ("scope_spans", "instrumentation_library_spans"), "spans"),
        ("resourceLogs", ("scopeLogs",), "logRecords"),
    ):
        for resource in objects(value.get(key)):
            for scope in (inner for name in scopes for inner in objects(resource.get(name))):
                make = _of_log if rows == "logRecords" else _of_otlp
                yield from map(make, objects(scope.get(rows)))


def _of_otlp(span: dict[str, Any]) -> Raw:
    events = [
        {"name": event.get("name"), "attributes": plain_attributes(event.get("attributes"))}
        for event in objects(span.get("events"))
    ]
    status = span.get("status")
    return Raw(
        id=first_text(span, "spanId", "span_id"),
        parent=first_text(span, "parentSpanId", "parent_span_id"),
        trace=first_text(span, "traceId", "trace_id"),
        name=first_text(span, "name"),
        start=moment(span.get("startTimeUnixNano", span.get("start_time_unix_nano"))),
        end=moment(span.get("endTimeUnixNano", span.get("end_time_unix_nano"))),
        attributes=plain_attributes(span.get("attributes")),
        events=events,
        failed=isinstance(status, dict) and status.get("code") in (2, "STATUS_CODE_ERROR"),
    )


def _of_log(record: dict[str, Any]) -> Raw:
    """A log record as an event of the span it names."""
    body, attributes = plain(record.get("body"), 0), plain_attributes(record.get("attributes"))
    name = record.get("eventName") or attributes.get("event.name")
    inner = body if isinstance(body, dict) else {}
    when = moment(record.get("timeUnixNano"))
    return Raw(
        id=first_text(record, "spanId"),
        parent="",
        trace=first_text(record, "traceId"),
        name="",
        start=when,
        end=when,
        attributes={key: value for key, value in attributes.items() if key.startswith("gen_ai.")},
        events=[{"name": name, "attributes": {**inner, **attributes}}],
    )


def _of_jaeger(span: dict[str, Any]) -> Raw:
    above = [r for r in objects(span.get("references")) if r.get("refType") in ("CHILD_OF", None)]
    start, duration = span.get("startTime"), span.get("duration")
    events = [
        {"name": (fields := tags(log.get("fields"))).get("event"), "attributes": fields}
        for log in objects(span.get("logs"))
    ]
    return Raw(
        id=first_text(span, "spanID"),
        parent=first_text(above[0], "spanID") if above else "",
        trace=first_text(span, "traceID"),
        name=first_text(span, "operationName"),
        start=seconds(start),
        end=seconds(start + duration) if isinstance(start, int) and isinstance(duration, int) else seconds(start),
        attributes=(told := tags(span.get("tags"))),
        events=events,
        failed=told.get("error") in (True, "true"),
    )


def _of_row(row: dict[str, Any]) -> Raw | None:
    """A span of an SDK's console exporter, or a row of Phoenix, Logfire or the like; None if it is no span."""
    context = row.get("context")
    ids = {**row, **{f"context.{key}": value for key, value in context.items()}} if isinstance(context, dict) else row
    identity = first_text(ids, "context.span_id", "span_id", "spanId", "spanID", "context.spanId")
    attributes = row.get("attributes")
    if isinstance(attributes, str):
        attributes = decoded(attributes)
    if isinstance(attributes, list):
        attributes = plain_attributes(attributes)
    if not isinstance(attributes, dict):
        found = {key[11:]: value for key, value in row.items() if key.startswith("attributes.")}
        attributes = found or None
    if not identity or attributes is None:
        return None
    flat = flat_attributes(attributes)
    if isinstance(row.get("span_kind"), str):  # Phoenix keeps it beside the attributes
        flat.setdefault("openinference.span.kind", row["span_kind"])
    events = row.get("events") or row.get("otel_events")
    status = row.get("status") or row.get("status_code") or row.get("otel_status_code")
    told = status.get("status_code", status.get("code")) if isinstance(status, dict) else status
    return Raw(
        id=identity,
        parent=first_text(ids, "parent_id", "parent_span_id", "parentSpanId", "parentSpanContext"),
        trace=first_text(ids, "context.trace_id", "trace_id", "traceId", "context.traceId"),
        name=first_text(row, "name", "span_name"),
        start=first_moment(row, "start_time", "startTime", "start_timestamp"),
        end=first_moment(row, "end_time", "endTime", "end_timestamp"),
        attributes=flat,
        events=[
            {"name": e.get("name") or e.get("event_name"), "attributes": e.get("attributes") or e}
            for e in objects(decoded(events))
        ],
        failed=told in (2, "ERROR", "STATUS_CODE_ERROR"),
    )
