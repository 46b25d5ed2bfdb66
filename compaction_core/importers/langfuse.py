"""Langfuse exports: a trace with its observations, lists of either, one or many in a file."""

import re
from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.otel_genai import content as otel_content
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.traces.spans import Kind, Span, read_spans
from compaction_core.importers.shared.values import optional_text, seconds, whole
from compaction_core.importers.source import Source
from compaction_core.session import Session, Usage

_TYPES = (
    "AGENT",
    "CHAIN",
    "EMBEDDING",
    "EVALUATOR",
    "EVENT",
    "GENERATION",
    "GUARDRAIL",
    "RETRIEVER",
    "SPAN",
    "TOOL",
)
_UNDERSCORE = re.compile(r"_([a-z])")
_CACHED = (
    "input_cache_read",
    "input_cached_tokens",
    "cache_read_input_tokens",
    "prompt_details.cache_read",
    "input_cached",
    "cached_tokens",
)
_WRITTEN = ("input_cache_creation", "cache_creation_input_tokens", "input_cache_write", "prompt_details.cache_write")
_REASONING = ("output_reasoning", "output_reasoning_tokens", "completion_details.reasoning", "reasoning_tokens")


def detect(source: Source) -> str | None:
    """Why this is of Langfuse: observations with its types, or a trace as it lists them."""
    document = source.document
    values = document if isinstance(document, list) else [document]
    if document is None:
        values = [row.value for row in source.head[:1]]
    first = next((value for value in values if isinstance(value, dict)), None)
    if first is None:
        return None
    listed = first.get("observations")
    if isinstance(listed, list) and any(_is_observation(item) for item in listed):
        return "it holds observations of a trace"
    if _is_observation(first):
        return "it is a list of observations"
    told = "bookmarked" in first and ("input" in first or "output" in first)
    return "it is a list of traces" if told else None


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation in the traces; sub-agents in tools become its threads."""
    document = source.document
    rows = source.jsonl
    values = [row.value for row in rows.rows] if rows else document if isinstance(document, list) else [document]
    spans = [span for value in values if isinstance(value, dict) for span in _spans(value)]
    yield from read_spans("langfuse", spans, notes.integrity(rows))


def _is_observation(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("type") not in _TYPES:
        return False
    return any(key in _camel(value) for key in ("traceId", "parentObservationId", "startTime"))


def _camel(value: dict[str, Any]) -> dict[str, Any]:
    """An observation as the API names its fields; batch exports spell them ``trace_id``."""
    if "trace_id" not in value and "start_time" not in value:
        return value
    return {_UNDERSCORE.sub(lambda found: found[1].upper(), key): told for key, told in value.items()}


def _spans(value: dict[str, Any]) -> Iterator[Span]:
    """The spans of one exported value; the trace itself stands around all of them."""
    if _is_observation(value):
        yield _observation(value, {})
        return
    inner = value.get("trace")
    trace = inner if isinstance(inner, dict) else value
    listed = value.get("observations")
    yield _trace(trace)
    yield from (_observation(o, trace) for o in (listed if isinstance(listed, list) else ()) if isinstance(o, dict))


def _trace(trace: dict[str, Any]) -> Span:
    identity, moment = _text(trace, "id"), seconds(trace.get("timestamp"))
    group = _text(trace, "sessionId") or identity
    return Span(
        id=f"trace {identity}",
        parent="",
        group=group,
        kind="other",
        start=moment,
        end=moment,
        prompt=trace.get("input"),
        answer=trace.get("output"),
    )


def _observation(value: dict[str, Any], trace: dict[str, Any]) -> Span:
    value = _camel(value)
    metadata = decoded(value.get("metadata"))
    metadata = metadata if isinstance(metadata, dict) else {}
    found = decoded(metadata.get("attributes"))
    attributes = found if isinstance(found, dict) else {}
    told = _text(value, "traceId") or _text(trace, "id")
    kind: Kind = {"GENERATION": "model", "TOOL": "tool"}.get(str(value.get("type")), "other")  # type: ignore[assignment]
    if kind == "other" and value.get("type") == "SPAN" and attributes:
        kind = otel_content.kind_of(attributes)
    prompt, answer = value.get("input"), value.get("output")
    parameters = decoded(value.get("modelParameters"))
    parameters = parameters if isinstance(parameters, dict) else {}
    if kind == "model" and prompt is None and answer is None:
        prompt, answer = otel_content.prompt_of(attributes, ()), otel_content.answer_of(attributes, ())
    return Span(
        id=_text(value, "id"),
        parent=_text(value, "parentObservationId") or f"trace {told}",
        group=_text(trace, "sessionId") or _text(value, "sessionId") or told,
        kind=kind,
        name=otel_content.tool_name(attributes) or _text(value, "name"),
        start=seconds(value.get("startTime")),
        end=seconds(value.get("endTime")),
        prompt=prompt,
        answer=answer,
        system=otel_content.system_of(attributes),
        tools=otel_content.tools_of_span(attributes) or metadata.get("tools") or value.get("toolDefinitions"),
        model=optional_text(value.get("model")) or otel_content.model_of(attributes),
        usage=_usage(value) or otel_content.usage_of_span(attributes),
        stop_reason=otel_content.stop_reason_of(attributes),
        call_id=otel_content.call_id(attributes),
        window=whole(parameters.get("context_window")) or None,
        failed=value.get("level") == "ERROR",
    )


def _usage(value: dict[str, Any]) -> Usage | None:
    """Langfuse's details are apart from ``input`` and ``output`` unless their sum would exceed ``total``."""
    told = decoded(value.get("usageDetails") or value.get("usage"))
    if not isinstance(told, dict):
        return None
    if "input" not in told and "output" not in told:
        return usage_of_any(told)
    cached, written, reasoning = (_count(told, keys) for keys in (_CACHED, _WRITTEN, _REASONING))
    prompt, answer, total = whole(told.get("input")), whole(told.get("output")), whole(told.get("total"))
    if prompt + cached + written + answer > total > 0:  # the prompt includes its cache
        prompt = max(0, prompt - cached - written)
    if prompt + cached + written + answer + reasoning <= total:
        answer += reasoning
    found = Usage(input=prompt, cache_read=cached, cache_write=written, output=answer, reasoning=reasoning)
    return found if found.total else None


def _count(told: dict[str, Any], keys: tuple[str, ...]) -> int:
    return next((count for key in keys if (count := whole(told.get(key)))), 0)


def _text(value: dict[str, Any], key: str) -> str:
    return optional_text(value.get(key)) or ""


IMPORTER = importers.add(Importer(name="langfuse", label="Langfuse export", detect=detect, read=read, order=30))
