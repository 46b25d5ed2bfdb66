"""The parts of an answer while its stream is read: what every API's reader has in common."""

from dataclasses import dataclass, field
from typing import Any

Value = dict[str, Any]


@dataclass
class Answer:
    """An answer put together from events: its ``body`` is what the API gives when nothing is streamed."""

    body: Value = field(default_factory=dict)
    ended: bool = False
    """Whether the stream said that the answer is complete."""
    errors: list[str] = field(default_factory=list)
    """What the stream told of errors."""

    def take(self, event: Value) -> None:
        """Read one event."""
        raise NotImplementedError

    def whole(self) -> Value:
        """The answer as one body."""
        raise NotImplementedError


def error_text(event: Value) -> str | None:
    """The message of an error event of any API, None where it is none."""
    error = event.get("error")
    if isinstance(error, dict):
        told = error.get("message") or error.get("type")
        return str(told)[:200] if told else "an error without a message"
    if event.get("type") == "error":
        return str(event.get("message") or error or "an error without a message")[:200]
    return None


def update(known: Value, more: Any) -> None:
    """Add what an object tells, nulls aside."""
    if isinstance(more, dict):
        known |= {key: value for key, value in more.items() if value is not None}


class Pieces(list[str]):
    """A text whose pieces are not joined yet: adding to a string would copy it for each token."""


def extend(known: Value, key: str, more: Any) -> None:
    """Append a piece of text to a field; ``joined`` makes it one string."""
    if isinstance(more, str):
        before = known.get(key)
        if not isinstance(before, Pieces):
            before = known[key] = Pieces([before] if isinstance(before, str) else [])
        before.append(more)


def joined(value: Any) -> Any:
    """The value with all texts joined; what the API itself nested deeper than these has none."""
    if isinstance(value, Pieces):
        return "".join(value)
    if isinstance(value, dict):
        return {key: joined(inner) if isinstance(inner, dict | list) else inner for key, inner in value.items()}
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return [joined(inner) if isinstance(inner, dict | list) else inner for inner in value]
    return value


def in_order(pieces: dict[Any, Value]) -> list[Value]:
    """The pieces by their index; as they came where one has none."""
    if all(isinstance(key, int) for key in pieces):
        return [pieces[key] for key in sorted(pieces)]
    return list(pieces.values())
