"""One sample of an Inspect AI log as a session."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compaction_core.importers.inspect_ai.events import Call, Timeline, key_of, timeline
from compaction_core.importers.inspect_ai.history import Mark, history, marks, thread_messages
from compaction_core.importers.inspect_ai.messages import Attachments, Messages, usage_of
from compaction_core.importers.shared import recorded
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text, optional_whole, seconds
from compaction_core.session import Integrity, Message, RecordedCompaction, Session, Thread, Warning
from compaction_core.words import count


def session_of(sample: dict[str, Any], header: dict[str, Any], total: int) -> Session:
    """The session of a sample; ``header`` is the log around it, ``total`` the number of samples in it."""
    transcript = sample.get("transcript")
    if isinstance(transcript, dict):  # the first logs keep both inside it
        sample = {**sample, "events": transcript.get("events"), "attachments": transcript.get("content")}
    attachments = Attachments(sample.get("attachments"))
    found = timeline(sample)
    told = sample.get("messages")
    listed = [message for message in told if isinstance(message, dict)] if isinstance(told, list) else []
    compacted = any(not isinstance(entry, Call) for entry in found.entries)
    values = history(listed, found, attachments) if compacted or not listed else listed
    places = list(marks(values, found, attachments)) if compacted else []
    messages, compactions = _assembled(_read(values, found, attachments), places, attachments)
    if not any(message.usage for message in messages):
        _with_last_usage(messages, sample)
    evaluation = header.get("eval")
    evaluation = evaluation if isinstance(evaluation, dict) else {}
    packages = evaluation.get("packages")
    return Session(
        format="inspect_ai",
        title=_title(sample, evaluation) or first_prompt(messages),
        version=optional_text(packages.get("inspect_ai")) if isinstance(packages, dict) else None,
        model=optional_text(evaluation.get("model")) or _last_model(found),
        tools=_tools(found, attachments),
        messages=tuple(messages),
        compactions=tuple(compactions),
        threads=tuple(_threads(found, attachments)),
        integrity=Integrity(warnings=tuple(_warnings(sample, len(listed), told, total))),
    )


def _read(values: list[dict[str, Any]], found: Timeline, attachments: Attachments) -> list[list[Message]]:
    """The messages of each entry, with what the calls and tools tell of them."""
    reader = Messages(attachments)
    calls = [entry for entry in found.entries if isinstance(entry, Call)]
    answers = {key_of(output): call.event for call in calls if (output := call.output) is not None}
    groups: list[list[Message]] = []
    for value in values:
        group = reader.read(value)
        event = answers.get(key_of(value))
        if event is not None:
            last = max((at for at, message in enumerate(group) if message.role == "assistant"), default=-1)
            group = [_told(message, event, at == last) for at, message in enumerate(group)]
        groups.append([_timed(message, found) for message in group])
    return groups


def _told(message: Message, event: dict[str, Any], is_last: bool) -> Message:
    output = event.get("output")
    output = output if isinstance(output, dict) else {}
    moment = seconds(event.get("completed")) or seconds(event.get("timestamp"))
    update: dict[str, Any] = {"timestamp": moment}
    if message.role == "assistant":
        update["model"] = message.model or optional_text(output.get("model")) or optional_text(event.get("model"))
    if is_last:
        choices = output.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        update["usage"] = usage_of(output.get("usage"))
        stop = optional_text(first.get("stop_reason")) if isinstance(first, dict) else None
        update["stop_reason"] = "max_tokens" if stop == "length" else stop  # as Inspect calls it since
    return replace(message, **update)


def _with_last_usage(messages: list[Message], sample: dict[str, Any]) -> None:
    """The tokens of the last call, which a log without events tells beside the messages."""
    output = sample.get("output")
    usage = usage_of(output.get("usage")) if isinstance(output, dict) else None
    last = max((at for at, message in enumerate(messages) if message.role == "assistant"), default=-1)
    if usage is not None and last >= 0:
        messages[last] = replace(messages[last], usage=usage)


def _timed(message: Message, found: Timeline) -> Message:
    moment = seconds(found.results.get(message.result.call_id)) if message.result is not None else None
    return message if moment is None else replace(message, timestamp=moment)


def _assembled(
    groups: list[list[Message]], places: list[Mark], attachments: Attachments
) -> tuple[list[Message], list[RecordedCompaction]]:
    """The messages with notes for compactions that left no summary, and the compactions at their final places."""
    by_place: dict[int, list[Mark]] = {}
    for mark in places:
        by_place.setdefault(min(mark.at, len(groups)), []).append(mark)
    cleared = {at for mark in places for at in mark.cleared}
    messages: list[Message] = []
    starts: list[int] = []
    compactions: list[RecordedCompaction] = []
    for at, group in enumerate([*groups, []]):
        for mark in by_place.get(at, ()):
            compactions.append(_compaction(mark, len(messages), starts))
            moment = seconds(mark.event.get("timestamp"))
            if mark.written is not None:
                read = Messages(attachments).read(mark.written)[0]
                summary = read.summary or ""
                messages.append(Message(role="user", parts=read.parts, id=read.id, timestamp=moment, summary=summary))
            elif mark.needs_note:
                what = "trimmed" if mark.event.get("type") == "trim" else "compacted"
                text = f"Inspect {what} the context here; the log holds no summary."
                messages.append(recorded.note(text, moment))
        starts.append(len(messages))
        pruned = at in cleared
        messages += [replace(m, flags=(*m.flags, "pruned")) if pruned else m for m in group]
    return messages, compactions


def _compaction(mark: Mark, index: int, starts: list[int]) -> RecordedCompaction:
    event, metadata = mark.event, mark.event.get("metadata")
    trigger = optional_text(metadata.get("trigger")) if isinstance(metadata, dict) else None
    return RecordedCompaction(
        index=index,
        kind="clear" if event.get("type") == "edit" else "compact",
        kept=tuple(starts[at] for at in mark.kept if at < len(starts)),
        trigger=trigger or optional_text(event.get("type")),
        tokens_before=optional_whole(event.get("tokens_before")),
        tokens_after=optional_whole(event.get("tokens_after")),
        timestamp=seconds(event.get("timestamp")),
    )


def _threads(found: Timeline, attachments: Attachments) -> Iterator[Thread]:
    calls: dict[str, list[Call]] = {}
    for entry in found.entries:
        if isinstance(entry, Call) and entry.thread:
            calls.setdefault(entry.thread, []).append(entry)
    for thread, own in calls.items():
        groups = _read(thread_messages(own), found, attachments)
        messages = tuple(message for group in groups for message in group)
        if messages:
            yield Thread(id=thread, messages=messages)


def _tools(found: Timeline, attachments: Attachments) -> str | None:
    for call in reversed(found.calls):
        tools = call.event.get("tools")
        if isinstance(tools, list) and tools:
            return json_text(attachments.resolved(tools))
    return None


def _last_model(found: Timeline) -> str | None:
    models = (optional_text(call.event.get("model")) for call in reversed(found.calls))
    return next((model for model in models if model), None)


def _title(sample: dict[str, Any], evaluation: dict[str, Any]) -> str:
    task = optional_text(evaluation.get("task"))
    identity, epoch = sample.get("id"), sample.get("epoch")
    if task is None or not isinstance(identity, int | str):
        return ""
    later = f", epoch {epoch}" if isinstance(epoch, int) and epoch > 1 else ""
    return f"{task[:60]}, sample {str(identity)[:60]}{later}"


def _warnings(sample: dict[str, Any], listed: int, told: Any, total: int) -> Iterator[Warning]:
    if total > 1:
        text = f"The log holds {total} samples; this is {str(sample.get('id'))[:60]!r}."
        yield Warning(code="several_conversations", text=text)
    lost = len(told) - listed if isinstance(told, list) else 0
    if lost:
        text = f"Left out {count(lost, 'entry', 'entries')} of the message list: no object."
        yield Warning(code="no_message", text=text)
    error = sample.get("error")
    if isinstance(error, dict):
        text = f"The sample ended in an error: {(optional_text(error.get('message')) or 'without a message')[:200]}"
        yield Warning(code="sample_error", text=text)
    limit = sample.get("limit")
    if isinstance(limit, dict):
        text = f"The sample was stopped by a limit: {(optional_text(limit.get('type')) or 'unnamed')[:40]}."
        yield Warning(code="sample_limit", text=text)
