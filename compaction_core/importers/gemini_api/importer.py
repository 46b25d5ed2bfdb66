"""Gemini API: ``generateContent`` requests, responses, both of them in logs, batches and tuning files.

A request is ``{contents, systemInstruction, tools, …}``, a response ``{candidates, usageMetadata, …}``. Rows of both
are what Vertex AI's batch prediction (``request``, ``response``, ``status``, ``processed_time``) and the Gemini Batch
API (``key``, ``request`` or ``response``) write; tuning files have a request in each row, those for preference tuning
``completions`` beside it. A list of responses is a stream that was saved whole.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.gemini_api.contents import either, is_content, is_response, joined, said, usage_of
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.pieced import messages_of
from compaction_core.importers.shared.nested import decoded
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.traces.chain import Call
from compaction_core.importers.shared.traces.chain_sessions import sessions
from compaction_core.importers.shared.traces.chains import Chains
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text, seconds, whole
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Message, Session, Warning

_WRAPPERS = ("request", "response", "body", "data", "input", "output", "generateContentRequest")
_FOREIGN = ("messages", "choices", "conversations", "observations", "run_type", "call_type", "sessionId", "events")
_BATCH = ("key", "processed_time", "custom_id")
_LOOKED_AT = 5

Value = dict[str, Any]


def detect(source: Source) -> str | None:
    """Why this is of the Gemini API: a request with contents, a response with candidates, or a list of either."""
    document = source.document
    if document is None:
        values = [row.value for row in source.head[:_LOOKED_AT]]
        why = next((found for value in values[:1] if (found := _why(value))), None)
        return why if why and 2 * sum(_why(value) is not None for value in values) > len(values) else None
    if isinstance(document, list):
        if _are_contents(document):
            return "it is a list of contents"
        return next((_why(value) for value in document[:1]), None)
    return _why(document)


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation: a logged call that repeats an earlier one goes on from it."""
    document = source.document
    rows = source.jsonl
    base = notes.integrity(rows)
    values: list[tuple[Any, int | None]]
    if rows:
        values = [(row.value, row.line) for row in rows.rows]
    elif isinstance(document, list) and not _are_contents(document):
        values = [(value, None) for value in document]
    else:
        values = [({"contents": document} if isinstance(document, list) else document, None)]
    pairs = list(_pairs(values))
    if any(pair.request and pair.response for pair in pairs):
        chains = Chains().take(_call(pair) for pair in pairs).all
        warnings = [warning for pair in pairs for warning in _warnings(pair)]
        yield from sessions("gemini_api", chains, (), _with(base, warnings))
        return
    for pair in pairs:
        yield _session(pair, base)


@dataclass
class _Pair:
    """A request, the response to it, or both, with what stands around them."""

    request: Value = field(default_factory=dict)
    response: Value = field(default_factory=dict)
    around: Value = field(default_factory=dict)
    line: int | None = None
    group: str = ""


def _pairs(values: Iterable[tuple[Any, int | None]]) -> Iterator[_Pair]:
    """What each value holds; neighbouring responses of one id are chunks of one stream."""
    chunks: list[Value] = []
    first: int | None = None
    for number, (value, line) in enumerate(values):
        if not isinstance(value, dict):
            continue
        if is_response(value) and (not chunks or _stream(chunks[-1]) == _stream(value)):
            first = line if not chunks else first
            chunks.append(value)
            continue
        if chunks:
            yield _Pair(response=joined(chunks), line=first)
            chunks = []
        if is_response(value):
            chunks, first = [value], line
            continue
        request, response = _request(value) or {}, _response(value) or {}
        if request or response:
            group = f"row {number}" if any(key in value for key in _BATCH) else ""
            yield _Pair(request, response, value, line, group)
    if chunks:
        yield _Pair(response=joined(chunks), line=first)


def _stream(chunk: Value) -> Any:
    return either(chunk, "responseId", "response_id")


def _why(value: Any) -> str | None:
    if not isinstance(value, dict) or any(key in value for key in _FOREIGN):
        return None
    if is_response(value):
        return "it is a response with candidates"
    response = _response(value)
    if _request(value) is not None:
        return "it holds a request with contents" + (" and its response" if response is not None else "")
    return None if response is None else "it holds a response with candidates"


def _are_contents(values: list[Any]) -> bool:
    return bool(values) and all(map(is_content, values))


def _inside(value: Value) -> Iterator[Value]:
    """The value, what it wraps, and what that wraps; JSON in strings is read."""
    yield value
    for key in _WRAPPERS:
        inner = decoded(value.get(key)) if key in value else None
        if isinstance(inner, dict):
            yield inner
            yield from (again for name in _WRAPPERS if isinstance(again := inner.get(name), dict))
        elif isinstance(inner, list) and inner and all(map(is_response, inner)):
            yield joined(inner)


def _request(value: Value) -> Value | None:
    for inner in _inside(value):
        contents = inner.get("contents")
        if isinstance(contents, list) and _are_contents(contents):
            return inner
        if is_content(contents) or (isinstance(contents, str) and (inner is not value or "model" in inner)):
            return inner
    return None


def _response(value: Value) -> Value | None:
    found = next((inner for inner in _inside(value) if is_response(inner)), None)
    if found is not None:
        return found
    completions = sorted(objects_in(value.get("completions")), key=lambda one: -whole(one.get("score")))
    preferred = as_object(completions[0]).get("completion") if completions else None
    return {"candidates": [{"content": preferred}]} if is_content(preferred) else None


def _prompt(pair: _Pair, ids: CallIds) -> list[Message]:
    request = pair.request
    config = as_object(request.get("config"))
    system = either(request, "systemInstruction", "system_instruction")
    system = either(config, "systemInstruction", "system_instruction") if system is None else system
    found = messages_of(said(system, ids, "system"), line=pair.line) if system else []
    contents = request.get("contents")
    for content in contents if isinstance(contents, list) else as_list(contents):
        found += messages_of(said(content, ids), line=pair.line)
    return found


def _answer(pair: _Pair, ids: CallIds) -> list[Message]:
    response = pair.response
    candidate = as_object(next(iter(as_list(response.get("candidates"))), None))
    return messages_of(
        said(as_object(candidate.get("content")), ids, "assistant") if candidate.get("content") else (),
        identity=optional_text(either(response, "responseId", "response_id")),
        timestamp=_moment(pair),
        model=_model(pair),
        usage=usage_of(either(response, "usageMetadata", "usage_metadata")),
        stop_reason=optional_text(either(candidate, "finishReason", "finish_reason")),
        line=pair.line,
    )


def _moment(pair: _Pair) -> float | None:
    times = either(pair.response, "createTime", "create_time"), pair.around.get("processed_time")
    told = (*times, pair.around.get("timestamp"))
    return next((moment for time in told if (moment := seconds(time)) is not None), None)


def _model(pair: _Pair) -> str | None:
    named = either(pair.response, "modelVersion", "model_version")
    asked = (pair.request.get("model"), pair.around.get("model"))
    found = optional_text(named) or next((name for value in asked if (name := optional_text(value))), None)
    return found.removeprefix("models/") if found else None


def _tools(pair: _Pair) -> str | None:
    tools = pair.request.get("tools") or as_object(pair.request.get("config")).get("tools")
    return json_text(tools) if tools else None


def _call(pair: _Pair) -> Call:
    ids = CallIds()
    prompt, answer = _prompt(pair, ids), _answer(pair, ids)
    moment = _moment(pair)
    identity = optional_text(either(pair.response, "responseId", "response_id")) or ""
    return Call(prompt, answer, identity, pair.group, end=moment, start=moment, model=_model(pair), tools=_tools(pair))


def _session(pair: _Pair, base: Integrity) -> Session:
    ids = CallIds()
    messages = (*_prompt(pair, ids), *_answer(pair, ids))
    return Session(
        format="gemini_api",
        title=first_prompt(messages),
        model=_model(pair),
        tools=_tools(pair),
        messages=messages,
        integrity=_with(base, _warnings(pair)),
    )


def _with(base: Integrity, warnings: Iterable[Warning]) -> Integrity:
    return base.model_copy(update={"warnings": (*base.warnings, *warnings)})


def _warnings(pair: _Pair) -> Iterator[Warning]:
    """What the file names but does not show: other candidates, a blocked prompt, content cached elsewhere."""
    candidates = as_list(pair.response.get("candidates"))
    if len(candidates) > 1:
        text = f"The response has {len(candidates)} candidates; the first is shown."
        yield Warning(code="choices", text=text, line=pair.line)
    feedback = as_object(either(pair.response, "promptFeedback", "prompt_feedback"))
    blocked = optional_text(either(feedback, "blockReason", "block_reason"))
    if blocked is not None:
        yield Warning(code="blocked", text=f"The API refused the prompt ({blocked[:60]}).", line=pair.line)
    cached = optional_text(either(pair.request, "cachedContent", "cached_content"))
    if cached is not None:
        text = f"The content cached as {cached[:60]} stands elsewhere: the model saw more than is shown."
        yield Warning(code="cached_content", text=text, line=pair.line)


IMPORTER = importers.add(
    Importer(name="gemini_api", label="Gemini API JSON or JSONL", detect=detect, read=read, order=72)
)
