"""OpenAI Responses API: items, requests, responses, both of them in logs and batches, event streams."""

from collections.abc import Iterator
from typing import Any

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.openai_responses.items import Items, is_item, is_item_list
from compaction_core.importers.shared import notes
from compaction_core.importers.shared.apis.any_usage import usage_of_any
from compaction_core.importers.shared.traces.chain import Call
from compaction_core.importers.shared.traces.chain_sessions import sessions
from compaction_core.importers.shared.traces.chains import Chains
from compaction_core.importers.shared.values import json_text, optional_text, seconds
from compaction_core.importers.source import Source
from compaction_core.session import Message, Session, Warning
from compaction_core.words import count

_OBJECTS = ("response", "response.compaction")
_ENDS = ("response.completed", "response.incomplete", "response.failed")
_WRAPPERS = ("request", "response", "body", "data", "input", "output")
_OTHERS = ("messages", "choices", "conversations", "observations", "run_type", "latency_sec", "call_type", "payload")


def detect(source: Source) -> str | None:
    """Why this is of the Responses API: its items, a response object, or a request with ``input``."""
    document = source.document
    if document is None:
        values = [row.value for row in source.head[:3]]
        if values and all(map(is_item, values)):
            return "its lines are items"
    elif isinstance(document, list):
        if is_item_list(document):
            return "it is a list of items"
        values = document[:3]
    else:
        values = [document]
    return next((why for value in values if (why := _why(value))), None)


def read(source: Source) -> Iterator[Session]:
    """One session for each conversation: responses that name or repeat an earlier one go on from it."""
    document = source.document
    rows = source.jsonl
    integrity = notes.integrity(rows)
    values = [row.value for row in rows.rows] if rows else [document]
    if isinstance(document, list) and not is_item_list(document):
        values = document
    if rows and all(map(is_item, values[:3])):
        values = [values]
    reader = _Reader()
    chains = Chains().take(call for value in values for call in reader.calls(value)).all
    told = integrity.model_copy(update={"warnings": (*integrity.warnings, *reader.warnings())})
    yield from sessions("openai_responses", chains, (), told)


def _why(value: Any) -> str | None:
    if not isinstance(value, dict) or any(key in value for key in _OTHERS):
        return None
    if value.get("object") in _OBJECTS and isinstance(value.get("output"), list):
        return "it is a response object"
    if isinstance(value.get("type"), str) and value["type"].startswith("response.") and "response" in value:
        return "it is a stream of response events"
    listed = value.get("data")
    if value.get("object") == "list" and isinstance(listed, list) and is_item_list(listed):
        return "it is a page of items"
    request, response = _request(value), _response(value)
    if response is not None:
        return "it holds a response with items"
    given = None if request is None else request.get("input")
    if isinstance(given, list):
        plain = all(isinstance(item, dict) and "role" in item for item in given)
        return "it holds a request with items" if given and (plain or is_item_list(given)) else None
    return "it holds a request with input" if isinstance(given, str) else None


def _inside(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The value, what it wraps, and the ``body`` of that."""
    yield value
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, dict):
            yield inner
            if isinstance(inner.get("body"), dict):
                yield inner["body"]


def _request(value: dict[str, Any]) -> dict[str, Any] | None:
    return next(
        (
            inner
            for inner in _inside(value)
            if isinstance(inner.get("input"), str | list)
            and ("model" in inner or "instructions" in inner or "previous_response_id" in inner or inner is not value)
        ),
        None,
    )


def _response(value: dict[str, Any]) -> dict[str, Any] | None:
    for inner in _inside(value):
        output = inner.get("output")
        if isinstance(output, list) and (inner.get("object") in _OBJECTS or is_item_list(output)):
            return inner
    return None


class _Reader:
    """Values of a file as calls; counts what stands elsewhere."""

    def __init__(self) -> None:
        self._elsewhere = 0
        self._earlier: str | None = None
        self._found: list[Warning] = []
        self._ids: set[str] = set()

    def calls(self, value: Any) -> Iterator[Call]:
        """The model call that a value records; none where it is an event on the way to one."""
        if isinstance(value, list):
            yield Call(prompt=self._items(_in_order(value)), answer=[])
            return
        if not isinstance(value, dict):
            return
        kind = value.get("type")
        if isinstance(kind, str) and kind.startswith("response.") and kind not in _ENDS:
            return
        listed = value.get("data")
        if value.get("object") == "list" and isinstance(listed, list):
            yield Call(prompt=self._items(_in_order(listed)), answer=[])
            return
        request, response = _request(value) or {}, _response(value) or {}
        if request or response:
            yield self._call(request, response)

    def _call(self, request: dict[str, Any], response: dict[str, Any]) -> Call:
        given = request.get("input")
        prompt = self._items([given] if isinstance(given, str) else given if isinstance(given, list) else [])
        instructions = response.get("instructions") or request.get("instructions")
        if instructions:
            listed = instructions if isinstance(instructions, list) else [{"role": "system", "content": instructions}]
            prompt = [*self._items(listed), *prompt]
        before = optional_text(response.get("previous_response_id") or request.get("previous_response_id"))
        if before is not None and before not in self._ids and self._earlier is None:
            self._earlier = before
        identity = optional_text(response.get("id")) or ""
        self._ids.add(identity)
        tools = response.get("tools") or request.get("tools")
        answer = self._items(response.get("output", []))
        if response.get("object") == "response.compaction":  # the list to go on with, whole
            prompt, answer = answer, []
        moment = seconds(response.get("created_at"))
        done = seconds(response.get("completed_at"))
        return Call(
            prompt=prompt,
            answer=answer,
            id=identity,
            follows=before,
            start=moment,
            end=moment if done is None else done,
            model=optional_text(response.get("model")) or optional_text(request.get("model")),
            usage=usage_of_any(response.get("usage")),
            tools=json_text(tools) if tools else None,
            stop_reason=optional_text(response.get("status")),
        )

    def _items(self, values: list[Any]) -> list[Message]:
        items = Items().take(values)
        self._elsewhere += items.elsewhere
        self._found += items.warnings
        return items.finish()

    def warnings(self) -> Iterator[Warning]:
        """What the file names but does not hold."""
        yield from self._found
        if self._elsewhere:
            text = f"{count(self._elsewhere, 'item')} referenced by id stand elsewhere; only the ids are shown."
            yield Warning(code="item_references", text=text)
        if self._earlier is not None:
            text = f"The history before {self._earlier[:60]} stands elsewhere: the model saw more than is shown."
            yield Warning(code="earlier_response", text=text)


def _in_order(items: list[Any]) -> list[Any]:
    """Items as they were said: a page lists the newest first, so that a result stands before its call."""
    seen: set[Any] = set()
    for item in items:
        kind, call = (item.get("type"), item.get("call_id")) if isinstance(item, dict) else (None, None)
        if isinstance(kind, str) and isinstance(call, str):
            if kind.endswith("_output") and call not in seen:
                return items[::-1] if any(_calls(other, call) for other in items) else items
            seen.add(call)
    return items


def _calls(item: Any, call: str) -> bool:
    return isinstance(item, dict) and item.get("call_id") == call and str(item.get("type")).endswith("_call")


IMPORTER = importers.add(
    Importer(name="openai_responses", label="OpenAI Responses JSON or JSONL", detect=detect, read=read, order=70)
)
