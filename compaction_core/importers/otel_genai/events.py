"""Messages that a span tells in its events, as GenAI conventions 1.26 to 1.36 had it."""

from collections.abc import Mapping, Sequence
from typing import Any

from compaction_core.importers.shared.nested import decoded


def messages_told(
    attributes: Mapping[str, Any], events: Sequence[Mapping[str, Any]]
) -> list[tuple[str, dict[str, Any]]]:
    """Messages told as events, as (name of the event, message)."""
    found: list[tuple[str, dict[str, Any]]] = []
    listed = decoded(attributes.get("events") or attributes.get("all_messages_events"))
    kept = [event for event in listed if isinstance(event, dict)] if isinstance(listed, list) else []
    for event in (*events, *kept):
        inner = event.get("attributes")
        body = {**inner} if isinstance(inner, Mapping) else {**event}
        name = str(event.get("name") or event.get("event.name") or body.get("event.name") or "")
        if not (name.startswith("gen_ai.") and name.endswith((".message", ".choice"))):
            continue
        whole_body = decoded(body.get("gen_ai.event.content") or body.get("event_body") or body.get("body"))
        body = {**whole_body} if isinstance(whole_body, dict) else body
        body = {key: decoded(value) if key in ("tool_calls", "message") else value for key, value in body.items()}
        body.setdefault("role", name.split(".")[1] if name.endswith(".message") else "assistant")
        if body["role"] == "tool" and "id" in body:
            body.setdefault("tool_call_id", body["id"])
        found.append((name, body))
    return found


def choice(body: dict[str, Any]) -> Any:
    """The answer that a ``gen_ai.choice`` event tells, with why it ended."""
    message = body.get("message")
    if isinstance(message, dict):
        return {"role": "assistant", "finish_reason": body.get("finish_reason"), **message}
    return {**body, "role": "assistant", "content": message if message is not None else body.get("content")}


def whole_on_events(events: Sequence[Mapping[str, Any]], key: str) -> Any:
    """OpenTelemetry 1.26 and older put the whole input and output on two events."""
    found = (inner.get(key) for event in events if isinstance(inner := event.get("attributes"), Mapping))
    return next((decoded(value) for value in found if value), None)
