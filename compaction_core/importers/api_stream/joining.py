"""Which API each event of a stream belongs to, and where one answer ends and the next begins."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from compaction_core.importers.api_stream.answers import Answer, Value, error_text, update
from compaction_core.importers.api_stream.chat_api import ChatAnswer, OllamaAnswer, is_chunk, is_ollama
from compaction_core.importers.api_stream.messages_api import KINDS, MessagesAnswer
from compaction_core.importers.api_stream.responses_api import ResponsesAnswer
from compaction_core.importers.gemini_api.contents import either, is_response, joined
from compaction_core.importers.shared.shapes import objects_in

Kind = Literal["messages", "responses", "chat", "ollama", "gemini"]
_EITHER = ("ping", "error", "keepalive")
"""Events that belong to the answer around them, whatever the API."""


@dataclass
class GeminiAnswer(Answer):
    """One response of the Gemini API, whose stream has no events of its own but responses with a part of the text."""

    _chunks: list[Value] = field(default_factory=list)

    def take(self, event: Value) -> None:
        """Read one chunk."""
        told = error_text(event)
        if told is not None:
            self.errors.append(told)
            return
        self._chunks.append(event)
        update(self.body, {"responseId": either(event, "responseId", "response_id")})
        candidates = objects_in(event.get("candidates"))
        self.ended = self.ended or any(either(one, "finishReason", "finish_reason") for one in candidates)

    def whole(self) -> Value:
        """The response."""
        return joined(self._chunks)


_MAKE: dict[Kind, type[Answer]] = {
    "messages": MessagesAnswer,
    "responses": ResponsesAnswer,
    "chat": ChatAnswer,
    "ollama": OllamaAnswer,
    "gemini": GeminiAnswer,
}


def kind_of(event: Value) -> Kind | None:
    """Whose event it is; None for one of nobody's, or of anybody's."""
    kind = event.get("type")
    if isinstance(kind, str):
        if kind in KINDS:
            return None if kind in _EITHER else "messages"
        return "responses" if kind.startswith("response.") else None
    if is_chunk(event):
        return "chat"
    if is_ollama(event):
        return "ollama"
    return "gemini" if is_response(event) else None


def answers_of(events: Iterable[Value]) -> tuple[list[tuple[Kind, Answer]], int]:
    """The answers of a stream in order, and how many events belong to none."""
    found: list[tuple[Kind, Answer]] = []
    skipped = 0
    for event in events:
        kind = kind_of(event)
        if kind is None and (not found or (event.get("type") not in _EITHER and error_text(event) is None)):
            skipped += 1
            continue
        if kind is not None and (not found or found[-1][0] != kind or _begins(event, kind, found[-1][1])):
            found.append((kind, _MAKE[kind]()))
        found[-1][1].take(event)
    return found, skipped


def _begins(event: Value, kind: Kind, before: Answer) -> bool:
    """Whether an event is the first one of another answer than that before it."""
    if kind in ("messages", "responses"):
        return event.get("type") in ("message_start", "response.created")
    if kind == "chat":
        ids = event.get("id"), before.body.get("id")
        return all(ids) and ids[0] != ids[1]
    if kind == "ollama":
        return before.ended
    ids = either(event, "responseId", "response_id"), before.body.get("responseId")
    return all(ids) and ids[0] != ids[1]
