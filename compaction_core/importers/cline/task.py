"""One task: the history that was sent, with what the screen knows of it."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from compaction_core.importers.cline.history import History
from compaction_core.importers.cline.screen import Event, calls, compaction, conversation, events, message_of
from compaction_core.importers.shared.recorded import Kept
from compaction_core.importers.shared.shapes import objects_in
from compaction_core.importers.shared.values import first_prompt, json_text, optional_text
from compaction_core.importers.vercel_ui.importer import session_of as session_of_models
from compaction_core.session import Integrity, Message, RecordedCompaction, Session, Text, Warning

_MOST_CUTS = 100
_TAGS = ("<task>", "</task>", "<user_message>", "</user_message>")


def of_history(entries: list[dict[str, Any]], rows: list[dict[str, Any]], around: dict[str, Any]) -> Session:
    """The session of a history; ``rows`` is the screen, ``around`` the object around the history."""
    history = History(messages=_system(around)).take(entries)
    warnings = list(_with_usage(history.messages, rows))
    messages, compactions = _with_events(history, list(events(rows)))
    models = (message.model for message in reversed(messages) if message.model)
    tools = around.get("tools")
    return Session(
        format="cline",
        title=_title(messages),
        model=next(models, None) or _last_model(around),
        tools=json_text(tools) if tools else None,
        messages=tuple(messages),
        compactions=tuple(compactions),
        integrity=Integrity(warnings=tuple(warnings)),
    )


def of_screen(rows: list[dict[str, Any]]) -> Session:
    """The session of what was shown alone."""
    messages, compactions = conversation(rows)
    text = (
        "This is what the screen showed; what was sent to the model stands in api_conversation_history.json beside it."
    )
    return Session(
        format="cline",
        title=_title(messages),
        messages=tuple(messages),
        compactions=tuple(compactions),
        integrity=Integrity(warnings=(Warning(code="screen_only", text=text),)),
    )


def of_models(values: list[dict[str, Any]], around: dict[str, Any]) -> Session:
    """The session of a history in Roo Code's second version, whose messages are those of the AI SDK."""
    made = session_of_models(values, around, "cline")
    return made.model_copy(update={"title": _title(made.messages) or made.title})


def _system(around: dict[str, Any]) -> list[Message]:
    prompt = optional_text(around.get("system_prompt")) or optional_text(around.get("systemPrompt"))
    return [Message(role="system", parts=(Text(text=prompt),))] if prompt else []


def _last_model(around: dict[str, Any]) -> str | None:
    used = objects_in(around.get("model_usage"))
    return optional_text(used[-1].get("model_id")) if used else None


def _title(messages: "list[Message] | tuple[Message, ...]") -> str:
    title = first_prompt(messages)
    for tag in _TAGS:
        title = title.replace(tag, "")
    return " ".join(title.split())


def _with_usage(messages: list[Message], rows: list[dict[str, Any]]) -> Iterator[Warning]:
    """Give each answer the tokens of its call, where the screen shows as many calls as there are answers."""
    answers = [at for at, message in enumerate(messages) if message.role == "assistant" and message.summary is None]
    counted = calls(rows)
    if not counted or any(messages[at].usage is not None for at in answers):
        return
    if len(counted) != len(answers):
        text = f"Left out the tokens of {len(counted)} calls on screen: the history has {len(answers)} answers."
        yield Warning(code="usage", text=text)
        return
    for at, (moment, usage) in zip(answers, counted, strict=True):
        message = messages[at]
        messages[at] = replace(message, usage=usage, timestamp=message.timestamp or moment)


def _with_events(history: History, found: list[Event]) -> tuple[list[Message], list[RecordedCompaction]]:
    """The history with a note where the screen records a cut, and the tokens of compactions that it knows itself."""
    cuts = [event for event in found if event.deleted is not None][:_MOST_CUTS]
    condensed = [event for event in found if event.deleted is None]
    compactions = list(history.compactions)
    by_mark = {event.mark: event for event in condensed if event.mark}
    for number, (at, mark) in enumerate(history.marks):
        event = by_mark.get(mark) or (condensed[number] if len(condensed) == len(history.marks) else None)
        if event is not None:
            changes = {"tokens_before": event.tokens_before, "tokens_after": event.tokens_after}
            compactions[at] = compactions[at].model_copy(update=changes)
    if not cuts or compactions:
        return history.messages, compactions
    return _with_cuts(history, cuts)


def _with_cuts(history: History, cuts: list[Event]) -> tuple[list[Message], list[RecordedCompaction]]:
    ends = [*history.starts, len(history.messages)]
    places = [ends[min(event.entries, len(ends) - 1)] if event.entries is not None else ends[-1] for event in cuts]
    messages: list[Message] = []
    compactions: list[RecordedCompaction] = []
    done, kept = 0, Kept()
    for place, event in sorted(zip(places, cuts, strict=True), key=lambda pair: pair[0]):
        messages += history.messages[done:place]
        done = max(done, place)
        first, last = event.deleted or (0, -1)
        start, end = (ends[min(n, len(ends) - 1)] for n in (first, last + 1))
        shift = [c.index - n for n, c in enumerate(compactions)]
        stayed = (at + bisect_right(shift, at) for at in chain(range(min(start, place)), range(end, place)))
        compactions.append(compaction(event, len(messages), kept.of(stayed)))
        messages.append(message_of(event))
    return [*messages, *history.messages[done:]], compactions
