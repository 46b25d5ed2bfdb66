"""OpenTelemetry traces of model calls: OTLP JSON (one request or one a line), console and database exports."""

from collections.abc import Iterator

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.otel_genai import content as otel_content
from compaction_core.importers.otel_genai.spans import Raw, is_export, raw_spans
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.traces.spans import Span, read_spans
from compaction_core.importers.source import Source
from compaction_core.session import Session

_LOOKED_AT = 200


def detect(source: Source) -> str | None:
    """Why this is a trace: ``resourceSpans``, or spans whose attributes follow a GenAI convention."""
    first = source.document if source.document is not None else source.head[0].value if source.head else None
    if isinstance(first, list):
        first = next((item for item in first[:_LOOKED_AT] if isinstance(item, dict)), None)
    if not isinstance(first, dict):
        return None
    if is_export(first) and "batches" not in first:
        return "it holds resourceSpans" if "resourceLogs" not in first else "it holds resourceLogs"
    if any(key in first for key in ("run_type", "observations", "projectId")):  # LangSmith's and Langfuse's own
        return None
    values = source.document if source.document is not None else [row.value for row in source.head]
    for _, span in zip(range(_LOOKED_AT), raw_spans(values), strict=False):
        if otel_content.is_telling(span.attributes):
            return "it holds spans with GenAI attributes"
    return None


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation in the traces; sub-agents in tools become its threads."""
    document = source.document
    rows = source.jsonl
    raw = _merged(raw_spans(document if rows is None else [row.value for row in rows.rows]))
    telling = [span for span in raw if otel_content.is_telling(span.attributes) or span.events]
    skipped = len(raw) - len(telling)
    integrity = notes.integrity(rows, skipped=skipped)
    yield from read_spans("otel_genai", [_span(span) for span in raw], integrity)


def _merged(spans: Iterator[Raw]) -> list[Raw]:
    """Each span once: log records and repeated rows join the span of their id."""
    found: dict[tuple[str, str], Raw] = {}
    for at, span in enumerate(spans):
        span.id = span.id or f"span {at}"
        known = found.setdefault((span.trace, span.id), span)
        if known is span:
            continue
        known.events += span.events
        known.attributes |= {key: value for key, value in span.attributes.items() if key not in known.attributes}
        known.name, known.parent = known.name or span.name, known.parent or span.parent
    return list(found.values())


def _span(raw: Raw) -> Span:
    attributes = _with_details(raw)
    kind = otel_content.kind_of(attributes)
    tool = kind == "tool"
    return Span(
        id=raw.id,
        parent=raw.parent,
        group=otel_content.session_of(attributes) or raw.trace,
        kind=kind,
        name=otel_content.tool_name(attributes) or raw.name,
        start=raw.start,
        end=raw.end,
        prompt=otel_content.tool_input(attributes) if tool else otel_content.prompt_of(attributes, raw.events),
        answer=otel_content.tool_output(attributes) if tool else otel_content.answer_of(attributes, raw.events),
        system=otel_content.system_of(attributes),
        tools=otel_content.tools_of_span(attributes),
        model=otel_content.model_of(attributes),
        usage=otel_content.usage_of_span(attributes),
        stop_reason=otel_content.stop_reason_of(attributes),
        call_id=otel_content.call_id(attributes),
        failed=raw.failed,
    )


def _with_details(raw: Raw) -> dict[str, object]:
    """The attributes and those of the event that newer conventions put the messages on."""
    found = dict(raw.attributes)
    for event in raw.events:
        inner = event.get("attributes")
        if event.get("name") == "gen_ai.client.inference.operation.details" and isinstance(inner, dict):
            found = {**inner, **found}
    return found


IMPORTER = importers.add(
    Importer(name="otel_genai", label="OpenTelemetry GenAI trace", detect=detect, read=read, order=30)
)
