"""Chunks of OpenAI's chat completions (``choices[].delta``) as one completion; of Ollama's chat likewise.

After OpenAI's reference ("The chat completion chunk object") and Ollama's ``docs/api.md`` ("Generate a chat
completion"). Other servers leave out the index of a call or write one twice: a new id is then a new call.
"""

from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.api_stream.answers import Answer, Value, error_text, extend, joined, update
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import optional_text, whole

_TEXTS = ("content", "reasoning_content", "reasoning", "refusal")


def is_chunk(value: Value) -> bool:
    """Whether a value is a chunk of a chat completion."""
    choices = value.get("choices")
    if not isinstance(choices, list):
        return False
    if value.get("object") == "chat.completion.chunk":
        return True
    return bool(choices) and isinstance(as_object(choices[0]).get("delta"), dict)


def is_ollama(value: Value) -> bool:
    """Whether a value is a chunk of an answer of Ollama's chat."""
    return isinstance(value.get("done"), bool) and "model" in value and isinstance(value.get("message"), dict)


@dataclass
class ChatAnswer(Answer):
    """The first choice of one chat completion."""

    _message: Value = field(default_factory=lambda: {"role": "assistant"})
    _calls: list[Value] = field(default_factory=list)
    _places: dict[int, int] = field(default_factory=dict)
    _others: set[int] = field(default_factory=set)

    def take(self, event: Value) -> None:
        """Read one chunk."""
        told = error_text(event)
        if told is not None:
            self.errors.append(told)
        update(self.body, {key: event.get(key) for key in ("id", "model", "created", "usage", "service_tier")})
        for choice in objects_in(event.get("choices")):
            if whole(choice.get("index")) == 0:
                self._delta(as_object(choice.get("delta") or choice.get("message")))
                update(self.body, {"finish_reason": choice.get("finish_reason")})
                self.ended = self.ended or bool(choice.get("finish_reason"))
            else:
                self._others.add(whole(choice.get("index")))

    def _delta(self, delta: Value) -> None:
        for key in _TEXTS:
            if isinstance(delta.get(key), str):
                extend(self._message, key, delta[key])
        for block in objects_in(delta.get("content")):  # Mistral's reasoning models
            thought = block.get("thinking")
            for inner in objects_in(thought):
                extend(self._message, "reasoning_content", inner.get("text"))
            if thought is None:
                extend(self._message, "content", block.get("text"))
        for call in as_list(delta.get("tool_calls")):
            self._call(as_object(call))
        legacy = delta.get("function_call")
        if isinstance(legacy, dict):
            self._call({"index": 0, "function": legacy})

    def _call(self, told: Value) -> None:
        index, identity = told.get("index"), optional_text(told.get("id"))
        place = self._places.get(index) if isinstance(index, int) else len(self._calls) - 1
        known = self._calls[place] if place is not None and 0 <= place < len(self._calls) else None
        if known is None or (identity is not None and known.get("id") not in (None, identity)):
            known = {"type": told.get("type") or "function"}
            self._calls.append(known)
            if isinstance(index, int):
                self._places[index] = len(self._calls) - 1
        if identity is not None:
            known["id"] = identity
        for key in ("function", "custom"):
            if isinstance(told.get(key), dict):
                self._named(known.setdefault(key, {}), told[key])

    @staticmethod
    def _named(known: Value, told: Value) -> None:
        """A name comes whole, and from some servers again with each piece of the arguments."""
        if optional_text(told.get("name")):
            known["name"] = told["name"]
        for key in ("arguments", "input"):
            if isinstance(told.get(key), str):
                extend(known, key, told[key])
            elif isinstance(told.get(key), dict):
                known[key] = told[key]

    def whole(self) -> Value:
        """The completion with one choice, and an empty one for each other that was streamed."""
        message = joined({**self._message, **({"tool_calls": self._calls} if self._calls else {})})
        choice = {"index": 0, "message": message, "finish_reason": self.body.pop("finish_reason", None)}
        others = [{"index": index, "message": {"role": "assistant"}} for index in sorted(self._others)]
        return {"object": "chat.completion", **self.body, "choices": [choice, *others]}


@dataclass
class OllamaAnswer(ChatAnswer):
    """One answer of Ollama: each chunk holds a message, the last one the counts."""

    def take(self, event: Value) -> None:
        """Read one chunk."""
        if isinstance(event.get("error"), str):
            self.errors.append(event["error"][:200])
        message = as_object(event.get("message"))
        extend(self._message, "content", message.get("content"))
        extend(self._message, "reasoning_content", message.get("thinking"))
        self._calls += [{**call, "type": "function"} for call in objects_in(message.get("tool_calls"))]
        update(self.body, {"model": event.get("model"), "created": event.get("created_at")})
        if event.get("done") is True:
            self.ended = True
            counts: dict[str, Any] = {
                "prompt_tokens": event.get("prompt_eval_count"),
                "completion_tokens": event.get("eval_count"),
            }
            update(self.body, {"finish_reason": event.get("done_reason"), "usage": counts})
