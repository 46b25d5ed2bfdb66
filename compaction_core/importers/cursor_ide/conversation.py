"""One Cursor chat as a Session: a bubble holds one thought, one text or one call, an answer several bubbles."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from compaction_core.importers.cursor_ide.bubbles import (
    Summary,
    answered,
    call_of,
    error_of,
    is_user,
    model_call_of,
    model_of,
    summary_of,
    typed,
    usage_of,
)
from compaction_core.importers.cursor_ide.store import Stored
from compaction_core.importers.shared.left_out import branches
from compaction_core.importers.shared.recorded import Kept, note
from compaction_core.importers.shared.shapes import as_object
from compaction_core.importers.shared.values import first_prompt, one_line, optional_text, optional_whole, seconds
from compaction_core.session import (
    Flag,
    Integrity,
    Message,
    Part,
    RecordedCompaction,
    Session,
    Text,
    Thread,
    ToolResult,
    Usage,
    Warning,
)
from compaction_core.words import count

_NO_SUMMARY = "The context was compacted here. The file does not hold the summary."


class _Reader:
    """Takes the bubbles of one chat in order."""

    def __init__(self, chat: Stored) -> None:
        self.messages: list[Message] = []
        self.compactions: list[RecordedCompaction] = []
        self.window = optional_whole(chat.info.get("contextTokenLimit")) or None
        self._model = self._default = model_of(chat.info.get("modelConfig"))
        self._place: dict[str, tuple[int, int]] = {}
        """The messages of a bubble, by its id and by the server's: the first, and the one after its last."""
        self._summaries: set[Summary] = set()
        self._kept = Kept()
        self._ids: set[str] = set()
        self._said: list[Part] = []
        self._results: list[tuple[ToolResult, dict[str, Any]]] = []
        self._details: dict[str, Any] = {}
        self._usage: Usage | None = None
        self._model_call: str | None = None

    def take(self, bubble: dict[str, Any]) -> None:
        """Add one bubble."""
        summary = summary_of(bubble.get("conversationSummary"))
        if summary is not None:
            self.compact(summary, bubble)
        status = as_object(bubble.get("contextWindowStatusAtCreation"))
        self.window = optional_whole(status.get("tokenLimit")) or self.window
        if is_user(bubble):
            self._user(bubble)
        else:
            self._assistant(bubble)
        start = len(self.messages) if self._said else max(len(self.messages) - 1, 0)
        end = len(self.messages) + bool(self._said) + len(self._results)
        self._place |= dict.fromkeys(_ids(bubble), (start, end))

    def compact(self, summary: Summary, bubble: dict[str, Any]) -> None:
        """A compaction in front of a bubble, once for each summary."""
        if summary in self._summaries:
            return
        self._summaries.add(summary)
        self.close()
        index = len(self.messages)
        after = self._place.get(summary.last or "", (index, index))[1]
        sent = self._place.get(summary.first_sent or "", (after, after))[0]
        moment = seconds(bubble.get("createdAt"))
        kept = self._kept.of(range(sent, index))
        self.compactions.append(RecordedCompaction(index=index, kept=kept, timestamp=moment))
        if summary.text:
            text = summary.text
            self.messages.append(Message(role="user", parts=(Text(text=text),), summary=text, timestamp=moment))
        else:
            self.messages.append(note(_NO_SUMMARY, moment))

    def close(self) -> None:
        """End the answer that is being put together: its text and calls, then their results."""
        if self._said:
            last = {"usage": self._usage, **self._details}
            self.messages.append(Message(role="assistant", parts=tuple(self._said), **last))
        self.messages += [Message(role="tool", parts=(result,), **details) for result, details in self._results]
        self._said, self._results, self._usage, self._model_call = [], [], None, None

    def _user(self, bubble: dict[str, Any]) -> None:
        self.close()
        self._model = model_of(bubble.get("modelInfo")) or self._default
        parts = typed(bubble)
        if parts:
            self.messages.append(Message(role="user", parts=tuple(parts), **_stamp(bubble)))

    def _assistant(self, bubble: dict[str, Any]) -> None:
        parts, made = answered(bubble), call_of(bubble)
        model_call = model_call_of(bubble)
        together = model_call is not None and model_call == self._model_call and not parts
        if self._results and (parts or made) and not together:
            self.close()
        if not parts and made is None:
            told = error_of(bubble)
            if told is not None:
                self.close()
                flags: tuple[Flag, ...] = ("synthetic", "error")
                self.messages.append(Message(role="assistant", parts=(Text(text=told),), flags=flags, **_stamp(bubble)))
            return
        if not self._said:
            model = model_of(bubble.get("modelInfo")) or optional_text(bubble.get("modelType")) or self._model
            self._details = {"model": model, **_stamp(bubble)}
        self._usage = usage_of(bubble) or self._usage
        self._said += parts
        if made is not None:
            self._called(bubble, *made)
            self._model_call = model_call

    def _called(self, bubble: dict[str, Any], call: Any, result: ToolResult | None) -> None:
        if call.id in self._ids:  # one id written twice: the second call is one of its own
            identity = f"{call.id} {len(self._ids)}"
            call = replace(call, id=identity)
            result = result and replace(result, call_id=identity)
        self._ids.add(call.id)
        self._said.append(call)
        self._results += [(result, _stamp(bubble))] if result else []


def _stamp(bubble: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": optional_text(bubble.get("bubbleId") or bubble.get("id")),
        "timestamp": seconds(bubble.get("createdAt")),
    }


def session_of(chat: Stored, threads: Iterable[Thread] = ()) -> Session:
    """The session of a chat. The newest summary stands in the chat's settings, those before it in bubbles."""
    reader = _Reader(chat)
    newest = as_object(chat.info.get("latestConversationSummary"))
    summary = summary_of(newest.get("summary"))
    named = {optional_text(newest.get("lastBubbleId")), summary.last if summary else None}
    at = max((at for at, bubble in enumerate(chat.bubbles) if _ids(bubble) & named), default=len(chat.bubbles) - 1)
    for number, bubble in enumerate(chat.bubbles):
        reader.take(bubble)
        if number == at and summary is not None:
            reader.compact(summary, bubble)
    reader.close()
    models = (message.model for message in reversed(reader.messages) if message.model)
    return Session(
        format="cursor_ide",
        title=one_line(optional_text(chat.info.get("name")) or "") or first_prompt(reader.messages),
        model=next(models, None) or model_of(chat.info.get("modelConfig")),
        context_window=reader.window,
        messages=tuple(reader.messages),
        compactions=tuple(reader.compactions),
        threads=tuple(threads),
        integrity=Integrity(warnings=tuple(_warnings(chat))),
    )


def _ids(bubble: dict[str, Any]) -> set[str]:
    """The ids by which others name a bubble: Cursor's own and the server's."""
    return {bubble[key] for key in ("bubbleId", "serverBubbleId") if optional_text(bubble.get(key))}


def _warnings(chat: Stored) -> list[Warning]:
    found = list(branches(chat.left_out, why="the chat's earlier branches"))
    if chat.missing:
        text = f"The file does not hold {count(chat.missing, 'bubble')} that this chat lists."
        found.insert(0, Warning(code="missing_messages", text=text))
    return found
