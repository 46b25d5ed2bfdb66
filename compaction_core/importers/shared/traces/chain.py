"""One conversation put together from model calls, each of which repeats what came before it.

A call whose prompt goes on from the last one adds its new messages. A prompt that lost its beginning is a recorded
compaction; one whose old tool results shrank in place is a recorded clearing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from compaction_core.importers.shared.traces.chain_compaction import given_up
from compaction_core.importers.shared.traces.chain_keys import key_of, shared
from compaction_core.session import Message, RecordedCompaction, Text, Usage

_RECENT = 12
NO_SUMMARY = "[Earlier messages were left out from here on; the trace records no summary of them.]"


@dataclass
class Call:
    """One model call: its prompt, its answer, and what its trace says of it. ``group`` is a trace or a session."""

    prompt: list[Message]
    answer: list[Message]
    id: str = ""
    group: str = ""
    parents: tuple[str, ...] = ()
    """Ids of the spans around it, the nearest first."""
    follows: str | None = None
    """The id of the call whose history this one goes on from without repeating it."""
    start: float | None = None
    end: float | None = None
    model: str | None = None
    usage: Usage | None = None
    tools: str | None = None
    window: int | None = None
    stop_reason: str | None = None
    inside_tool: bool = False


@dataclass
class Chain:
    """A conversation while it grows: all its messages, and which of them the model saw last.

    ``system`` and ``keys`` say what stood in that context, ``system_places`` and ``places`` where it is in
    ``messages``; the first ``sent`` keys were the last prompt, the rest is the answer to it.
    """

    calls: list[Call] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    system: list[int] = field(default_factory=list)
    system_places: list[int] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    sent: int = 0
    left_out: int = 0
    prompts_changed: int = 0
    inferred: bool = False
    """A compaction was read off a prompt that lost its beginning."""
    summarizes: "Chain | None" = None

    def append(self, call: Call, prompt: Iterable[Message]) -> None:
        """Add the new messages of a call and its answer, with the times, model and usage of the call."""
        self.calls.append(call)
        told = list(prompt)
        earlier = max((at for at, message in enumerate(told) if message.role == "assistant"), default=-1)
        for at, message in enumerate(told):
            self._add(_at(message, call.start) if at > earlier else message, sent=True)
        self.sent = len(self.keys)
        said = [at for at, message in enumerate(call.answer) if message.role == "assistant"]
        last = max((at for at in said if call.answer[at].summary is None), default=max(said, default=-1))
        for at, message in enumerate(call.answer):
            details: dict[str, Any] = {}
            if message.role == "assistant":
                details["model"] = call.model or message.model
            if at == last:
                details["usage"] = call.usage or message.usage
                details["stop_reason"] = call.stop_reason or message.stop_reason
            self._add(replace(_at(message, call.end), **details))

    def rewind(self, end: int) -> None:
        """Forget what came after the first ``end`` messages: the next call goes on from there."""
        self._drop(next((at for at, place in enumerate(self.places) if place >= end), len(self.places)))

    def go_on(self, call: Call, keys: list[int], prompts: int) -> None:
        """Take a call whose prompt starts with all that was sent before; its first ``prompts`` are system prompts."""
        common = shared(self.keys, keys)
        answered = len(self.keys) - common
        rest = call.prompt[prompts + common :]
        if not rest and [key_of(message) for message in call.answer] == self.keys[common:]:
            self.calls.append(call)  # the same call, told twice
            return
        if self.system and prompts and self.system != [key_of(message) for message in call.prompt[:prompts]]:
            self.prompts_changed += 1
        if rest and rest[0].role == "assistant":  # the answer, as this prompt spells it
            rest = rest[min(answered, _leading(rest)) :]
        elif answered:
            self._drop(common)
        self.append(call, rest)

    def clear(self, call: Call, keys: list[int], prompts: int) -> bool:
        """Take a call whose prompt has the same messages in the same places, some of them changed; False if not."""
        many = len(self.keys)
        if not many or len(keys) < many or 2 * sum(map(int.__eq__, self.keys, keys)) < many:
            return False
        new = call.prompt[prompts:]
        pairs = [(self.messages[place], message) for place, message in zip(self.places, new, strict=False)]
        if not all(_alike(before, after) for before, after in pairs):
            return False
        cleared = [place for (b, a), place in zip(pairs, self.places, strict=True) if _is_cleared(b, a)]
        if cleared:
            self.compactions.append(RecordedCompaction(index=len(self.messages), kind="clear", timestamp=call.start))
        for place in cleared:
            before = self.messages[place]
            flags = before.flags if "pruned" in before.flags else (*before.flags, "pruned")
            self.messages[place] = replace(before, flags=flags)
        self.keys = keys[:many]
        self.append(call, new[many:])
        return True

    def compact(self, call: Call, keys: list[int], prompts: int, texts: list[str]) -> bool:
        """Take a call whose prompt shows that history was given up (see ``given_up``); False if nothing shows it.

        ``texts`` are answers of other conversations.
        """
        new = call.prompt[prompts:]
        recent = [self.messages[place] for place in self.places[-_RECENT:]]
        said = [message.text.strip() for message in recent[:-1] if message.role in ("assistant", "tool")]
        own = [message.text.strip() for message in recent[-1:]]
        found = given_up(self.keys, keys, new, [*own, *texts], said)
        if found is None:
            return False
        places = self.places
        kept = [*self.system_places, *places[: found.common], *(places[at] for at in found.places.values())]
        known = found.at in found.places and self._is_recorded(places[found.places[found.at]])
        if not known:
            self._record(call, kept)
            self.inferred = True
        self.keys, self.places = keys[: found.common], places[: found.common]
        if found.summary is None:
            note = Message(role="user", parts=(Text(text=NO_SUMMARY),), flags=("synthetic",), summary="")
            self.messages.append(_at(note, call.start))
        for at, message in enumerate(new[found.common :]):
            if at in found.places:
                self.keys.append(keys[found.common + at])
                self.places.append(places[found.places[at]])
                continue
            summary = found.summary if at == found.at and found.summary is not None else message.summary
            self._add(replace(_at(message, call.start), summary=summary))
        self.append(call, ())
        return True

    def _is_recorded(self, place: int) -> bool:
        """Whether the message in that place is the summary of the last compaction recorded."""
        return bool(self.compactions) and self.compactions[-1].index == place

    def _record(self, call: Call, kept: list[int]) -> None:
        before = next((known.usage.context for known in reversed(self.calls) if known.usage), None)
        made = RecordedCompaction(
            index=len(self.messages),
            kept=tuple(sorted(kept)),
            tokens_before=before,
            tokens_after=call.usage.context if call.usage else None,
            timestamp=call.start,
        )
        self.compactions.append(made)

    def _add(self, message: Message, *, sent: bool = False) -> None:
        """Add one message; a summary that a prompt holds stands behind what the model was still sent."""
        index = len(self.messages)
        if message.summary is not None and not self._is_recorded(index):
            # the Messages API drops what stands before a compaction block of the model, sent or not
            kept = (*self.system_places, *self.places) if sent and not _by_model(message) else ()
            self.compactions.append(RecordedCompaction(index=index, kept=kept, timestamp=message.timestamp))
        opening = message.is_prompt and not self.keys
        (self.system if opening else self.keys).append(key_of(message))
        (self.system_places if opening else self.places).append(index)
        self.messages.append(message)

    def _drop(self, at: int) -> None:
        """Forget an answer that the next call does not know: a retry or an edit."""
        gone = self.places[at:]
        if gone and gone[0] + len(gone) == len(self.messages):  # nothing else stands between
            self.left_out += len(gone)
            del self.messages[gone[0] :], self.places[at:], self.keys[at:]


def _at(message: Message, moment: float | None) -> Message:
    return replace(message, timestamp=moment) if message.timestamp is None else message


def _by_model(message: Message) -> bool:
    return message.role == "assistant" and bool(message.summary)


def _leading(messages: list[Message]) -> int:
    return next((at for at, message in enumerate(messages) if message.role != "assistant"), len(messages))


def _alike(before: Message, after: Message) -> bool:
    return before.role == after.role and bool(before.calls) == bool(after.calls)


def _is_cleared(before: Message, after: Message) -> bool:
    old, new = before.result, after.result
    return old is not None and new is not None and len(new.text) < len(old.text)
