"""The list of items that the SDK and the Responses API have in place of messages.

Source: openai-agents 0.24.0, memory/openai_responses_compaction_session.py. A thought, a text, a call and a result are
an item each; a summary of an earlier compaction stands for its compaction item.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from compaction_core.session import Message

Kind = Literal["user", "message", "reasoning", "call", "result", "compaction"]


class Item(NamedTuple):
    """One item."""

    row: int
    """Session index of its message."""
    kind: Kind
    id: str = ""
    """The call's, of a call or a result."""

    @property
    def is_candidate(self) -> bool:
        """Neither a user's message nor a compaction item."""
        return self.kind not in ("user", "compaction")


def items(messages: Sequence[Message], rows: Iterable[int]) -> tuple[Item, ...]:
    """The items of messages[rows], in order."""
    found: list[Item] = []
    for row in rows:
        message = messages[row]
        if message.summary is not None:
            found.append(Item(row, "compaction"))
        elif message.role == "assistant":
            found += _answer(row, message)
        elif message.role == "tool":
            result = message.result
            found.append(Item(row, "result", "" if result is None else result.call_id))
        else:
            found.append(Item(row, "user" if message.role == "user" else "message"))
    return tuple(found)


def _answer(row: int, message: Message) -> list[Item]:
    """The model's thoughts, then all it says as one item, then its calls."""
    thoughts, calls, says = list[Item](), list[Item](), False
    for part in message.parts:
        if part.kind == "reasoning":
            thoughts.append(Item(row, "reasoning"))
        elif part.kind == "tool_call":
            calls.append(Item(row, "call", part.id))
        else:
            says = says or part.kind != "text" or bool(part.text)
    said = [Item(row, "message")] if says or not (thoughts or calls) else []
    return [*thoughts, *said, *calls]


def unpaired(found: Iterable[Item]) -> tuple[Item, ...]:
    """Calls without a result and results without a call, whatever their order."""
    found = tuple(found)
    calls = {item.id for item in found if item.kind == "call"}
    results = {item.id for item in found if item.kind == "result"}
    return tuple(
        item
        for item in found
        if (item.kind == "call" and item.id not in results) or (item.kind == "result" and item.id not in calls)
    )


def context_start(found: Sequence[Item]) -> int:
    """The newest compaction item: what stands before it is not sent. 0 where there is none."""
    return next((i for i in range(len(found) - 1, -1, -1) if found[i].kind == "compaction"), 0)


def recent_boundary(found: Sequence[Item], recent_turns: int) -> int:
    """The ``recent_turns``-th user message from the end; 0 where there are fewer."""
    users = [i for i, item in enumerate(found) if item.kind == "user"]
    return users[-recent_turns] if 0 < recent_turns <= len(users) else 0
