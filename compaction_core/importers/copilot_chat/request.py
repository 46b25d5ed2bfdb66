"""One request of a VS Code chat: what was typed and sent with it, the rounds of calls, the answer."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.copilot_chat.response import rendered, result_parts, shown
from compaction_core.importers.shared.apis.openai_message import usage_of
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import arguments, optional_text, optional_whole, seconds, whole
from compaction_core.session import (
    File,
    Message,
    Part,
    Reasoning,
    RecordedCompaction,
    Text,
    ToolCall,
    Usage,
)


@dataclass
class Reader:
    """Takes the requests in order. ``summaries`` are those of all requests, by the round they end with."""

    summaries: dict[str, dict[str, Any]]
    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    _shared: str = ""

    def take(self, request: dict[str, Any]) -> None:
        """Add the messages of one request."""
        result = as_object(request.get("result"))
        details = as_object(result.get("metadata"))
        start = len(self.messages)
        self._prompt(request, details)
        asked = len(self.messages)
        rounds = objects_in(details.get("toolCallRounds"))
        for item in rounds:
            self._round(item, as_object(details.get("toolCallResults")))
        if not rounds:
            self._shown(request)
        self._finish(request, result, details, asked)
        moment = seconds(request.get("timestamp"))
        for at in range(start, asked):
            self.messages[at] = replace(self.messages[at], timestamp=moment)

    def _prompt(self, request: dict[str, Any], details: dict[str, Any]) -> None:
        """What VS Code sent with the prompt, as injected messages, then the prompt as it was typed."""
        typed = typed_text(request)
        shared, sent = rendered(details.get("renderedGlobalContext")), rendered(details.get("renderedUserMessage"))
        around = [shared] if shared != self._shared else []
        self._shared = shared or self._shared
        before, _, after = sent.partition(typed) if typed else (sent, "", "")
        around += [before.rstrip() + after] if sent.strip() else []
        for text in around:
            if text.strip():
                self.messages.append(Message(role="user", parts=(Text(text=text),), flags=("meta",)))
        files = () if sent.strip() else tuple(_variables(request))
        parts: tuple[Part, ...] = (*files, *([Text(text=typed)] if typed else []))
        if parts:
            self.messages.append(Message(role="user", parts=parts, id=optional_text(request.get("requestId"))))

    def _round(self, item: dict[str, Any], results: dict[str, Any]) -> None:
        parts: list[Part] = []
        thinking = item.get("thinking")
        for thought in thinking if isinstance(thinking, list) else [thinking]:
            told = as_object(thought).get("text")
            text = "".join(piece for piece in as_list(told) if isinstance(piece, str))
            if text.strip():
                parts.append(Reasoning(text=text))
        if optional_text(item.get("response")):
            parts.append(Text(text=item["response"]))
        calls = [call for call in as_list(item.get("toolCalls")) if isinstance(call, dict)]
        named = [
            (optional_text(call.get("id")) or f"call-{len(self.messages)}-{n}", call) for n, call in enumerate(calls)
        ]
        for identity, call in named:
            name = optional_text(call.get("name")) or "unnamed"
            parts.append(ToolCall(id=identity, name=name, arguments=arguments(call.get("arguments"))))
        moment, usage = seconds(item.get("timestamp")), usage_of(item.get("usage"))
        if parts:
            self._answer(tuple(parts), moment, usage)
        for identity, _ in named:
            if identity in results:
                made = result_parts(results[identity], identity)
                self.messages.append(Message(role="tool", parts=made))
        found = self.summaries.pop(str(item.get("id")), None)
        if found is not None:
            self.summarized(found)

    def summarized(self, found: dict[str, Any]) -> None:
        """The summary that replaced all up to here."""
        usage = as_object(found.get("usage"))
        before = optional_whole(found.get("contextLengthBefore")) or optional_whole(usage.get("prompt_tokens"))
        self.compactions.append(
            RecordedCompaction(index=len(self.messages), trigger="auto", tokens_before=before or None)
        )
        text = str(found["text"])
        self.messages.append(Message(role="user", parts=(Text(text=text),), summary=text))

    def _shown(self, request: dict[str, Any]) -> None:
        """The answer as it was shown: the rounds of a request that was cut off are not kept."""
        parts: list[Part] = []
        words: list[str] = []  # the interface cuts one text at each reference
        for part, result in shown(request.get("response"), self.left_out):
            if isinstance(part, Text):
                words.append(part.text)
                continue
            parts += [Text(text="".join(words))] if words else []
            words = []
            parts.append(part)
            if isinstance(part, ToolCall):
                self._answer(tuple(parts))
                parts = []
                self.messages += [Message(role="tool", parts=result)] if result else []
        parts += [Text(text="".join(words))] if words else []
        if parts:
            self._answer(tuple(parts))

    def _answer(self, parts: tuple[Part, ...], moment: float | None = None, usage: Usage | None = None) -> None:
        self.messages.append(Message(role="assistant", parts=parts, timestamp=moment, usage=usage))

    def _finish(self, request: dict[str, Any], result: dict[str, Any], details: dict[str, Any], asked: int) -> None:
        """Model, usage, time and an error of the answer."""
        error = optional_text(as_object(result.get("errorDetails")).get("message"))
        if error is not None:
            failed = Message(role="assistant", parts=(Text(text=error),), flags=("synthetic", "error"))
            self.messages.append(failed)
        said = [at for at in range(asked, len(self.messages)) if self.messages[at].role == "assistant"]
        model = model_of(request, details)
        for at in said:
            self.messages[at] = replace(self.messages[at], model=model)
        if not said:
            return
        last = self.messages[said[-1]]
        elapsed = as_object(result.get("timings")).get("totalElapsed")
        began = seconds(request.get("timestamp"))
        ended = began + whole(elapsed) / 1000 if began is not None and whole(elapsed) else None
        changes: dict[str, Any] = {"timestamp": last.timestamp or ended}
        if last.usage is None:
            changes["usage"] = _usage(request, result, details)
        if request.get("isCanceled") is True:
            changes["stop_reason"] = "canceled"
        self.messages[said[-1]] = replace(last, **changes)


def typed_text(request: dict[str, Any]) -> str:
    """The prompt as it was typed."""
    message = request.get("message")
    if isinstance(message, str):
        return message
    inner = as_object(message)
    if isinstance(inner.get("text"), str):
        return str(inner["text"])
    return "".join(str(as_object(part).get("text") or "") for part in as_list(inner.get("parts")))


def model_of(request: dict[str, Any], details: dict[str, Any]) -> str | None:
    """The model that answered, without the ``copilot/`` of the menu."""
    found = optional_text(details.get("resolvedModel")) or optional_text(request.get("modelId"))
    return found.removeprefix("copilot/") if found else None


def _usage(request: dict[str, Any], result: dict[str, Any], details: dict[str, Any]) -> Usage | None:
    """Tokens of the last call, under the names that versions gave them."""
    told = as_object(result.get("usage")) or as_object(request.get("usage"))
    prompt = details.get("promptTokens") or told.get("promptTokens") or request.get("promptTokens")
    output = details.get("outputTokens") or told.get("completionTokens") or request.get("completionTokens")
    found = Usage(input=whole(prompt), output=whole(output))
    return found if found.total else None


def _variables(request: dict[str, Any]) -> Iterator[Part]:
    """Attached files by name; their text stands only in the rendered prompt."""
    for variable in as_list(as_object(request.get("variableData")).get("variables")):
        name = optional_text(as_object(variable).get("name"))
        if name is not None:
            yield File(name=name, media_type=optional_text(as_object(variable).get("mimeType")))
