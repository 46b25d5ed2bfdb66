"""One agent of a Letta agent file (.af, both schemas): its messages, and what its context no longer held."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from compaction_core.importers.letta_af.envelopes import counts, opened
from compaction_core.importers.letta_af.messages import Reader
from compaction_core.importers.shared import recorded
from compaction_core.importers.shared.values import first_prompt, json_text, one_line, optional_text, optional_whole
from compaction_core.session import Integrity, Message, Session, Text, Warning
from compaction_core.words import count


class _Order(NamedTuple):
    """Stored messages in the order of the session; those from ``start`` to ``end`` left the context."""

    values: list[dict[str, Any]]
    start: int
    end: int
    missing: int


def session_of(agent: dict[str, Any], tools: Sequence[Any], version: str | None, place: str = "") -> Session:
    """The session of one agent. Messages that a compaction hid stand before the first that stayed."""
    stored = [value for value in agent["messages"] if isinstance(value, dict)]
    order = _ordered(stored, agent)
    reader = Reader()
    groups = [reader.read(value) for value in order.values]
    messages = [message for group in groups[: order.end] for message in group]
    hidden = any(groups[order.start : order.end])
    index = len(messages)
    messages += [message for group in groups[order.end :] for message in group]
    system = optional_text(agent.get("system"))
    if messages and system is not None and messages[0].role != "system":
        messages.insert(0, Message(role="system", parts=(Text(text=system),)))
        index += 1
    if hidden and (index == len(messages) or messages[index].summary is None):
        messages.insert(index, recorded.note("Earlier messages left the context here; the file holds no summary."))
    marks = [(at, _details(message)) for at, message in enumerate(messages) if message.summary is not None]
    config = agent.get("llm_config")
    config = config if isinstance(config, dict) else {}
    return Session(
        format="letta_af",
        title=one_line(optional_text(agent.get("name")) or "") or title_of(messages),
        version=version,
        model=optional_text(config.get("handle")) or optional_text(config.get("model")),
        context_window=optional_whole(config.get("context_window")),
        tools=json_text(list(tools)) if tools else None,
        messages=tuple(messages),
        compactions=tuple(recorded.marked(messages, marks)),
        integrity=Integrity(skipped_rows=reader.skipped, warnings=tuple(_warnings(order, agent, place))),
    )


def title_of(messages: Sequence[Message]) -> str:
    """The first prompt, without the envelope around it."""
    plain = (replace(m, parts=(Text(text=opened(m.text).typed),)) for m in messages if m.role == "user")
    return first_prompt(plain)


def _details(message: Message) -> dict[str, object]:
    return {**counts(opened(message.text).stats), "timestamp": message.timestamp}


def _ordered(stored: list[dict[str, Any]], agent: dict[str, Any]) -> _Order:
    """Prompts of the context, then what left it in file order, then the rest of the context in its own order."""
    listed = agent.get("in_context_message_ids")
    indices = agent.get("in_context_message_indices")
    if isinstance(listed, list) and listed:
        at_id = {value["id"]: at for at, value in enumerate(stored) if isinstance(value.get("id"), str)}
        places = [at_id.get(one) if isinstance(one, str) else None for one in listed]
    elif isinstance(indices, list) and indices:
        places = [at if type(at) is int and 0 <= at < len(stored) else None for at in indices]
    else:
        return _Order(stored, 0, 0, 0)
    context = list(dict.fromkeys(at for at in places if at is not None))
    if not context:
        return _Order(stored, 0, 0, len(places))
    within = set(context)
    hidden = [at for at in range(len(stored)) if at not in within]
    first = next((n for n, at in enumerate(context) if stored[at].get("role") != "system"), len(context))
    order = [*context[:first], *hidden, *context[first:]]
    return _Order([stored[at] for at in order], first, first + len(hidden), places.count(None))


def _warnings(order: _Order, agent: dict[str, Any], place: str) -> list[Warning]:
    found: list[Warning] = []
    if place:
        found.append(Warning(code="several_conversations", text=place))
    left = order.end - order.start
    if left:
        text = f"{count(left, 'message')} had left the context; the model saw only what stands after them."
        found.append(Warning(code="hidden_messages", text=text))
    if order.missing:
        text = f"The file does not hold {count(order.missing, 'message')} that the context lists."
        found.append(Warning(code="missing_messages", text=text))
    broken = sum(1 for value in agent["messages"] if not isinstance(value, dict))
    if broken:
        text = f"Left out {count(broken, 'entry', 'entries')} of the message list: no object."
        found.append(Warning(code="no_message", text=text))
    return found
