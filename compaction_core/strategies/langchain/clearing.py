"""``ClearToolUsesEdit``: which old tool results lose their content, and which calls their arguments.

Source: langchain 1.5.2, ``agents/middleware/context_editing.py``. Results are looked at oldest first. One is cleared if
the assistant message nearest before it holds its call: a result behind another answer never is. The list is explicit.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from compaction_core.session import Message, ToolCall
from compaction_core.strategies.langchain.shared import Recount

PLACEHOLDER = "[removed]"
"""What stands in place of a result: our own word, as long as the release's."""
Skipped = Literal["cleared before", "no assistant message before it", "call not in the answer before it", "excluded"]


class Clearing(NamedTuple):
    """What was cleared, in order."""

    tokens_before: int
    tokens_after: int
    results: int
    """Tool results in the list."""
    candidates: tuple[int, ...]
    """Those that are not among the newest that stay."""
    cleared: tuple[tuple[int, int], ...]
    """Positions of a result and of the message with its call."""
    skipped: tuple[tuple[int, Skipped], ...]
    inputs: dict[int, list[str]]
    """By position of an assistant message: ids of the calls that lost their arguments."""
    enough: bool
    """Whether it stopped early because ``clear_at_least`` tokens were saved."""


def clear(
    messages: Sequence[Message],
    counts: Sequence[int],
    count: Recount,
    *,
    keep: int,
    clear_at_least: int = 0,
    clear_tool_inputs: bool = False,
    exclude_tools: Collection[str] = (),
    placeholder: str = PLACEHOLDER,
) -> Clearing:
    """Clear, counting what is left of a message with ``count``; whether it triggers is looked at before."""
    found = [i for i, message in enumerate(messages) if message.role == "tool"]
    candidates = found[: max(0, len(found) - keep)]
    before = _assistants(messages)
    total, saved = sum(counts), 0
    cleared: list[tuple[int, int]] = []
    skipped: list[tuple[int, Skipped]] = []
    inputs: dict[int, list[str]] = {}
    left: dict[int, int] = {}
    enough = False
    for index in candidates:
        caller = before[index]
        reason = _reason(messages, index, caller, exclude_tools)
        if reason is not None or caller is None:
            skipped.append((index, reason or "no assistant message before it"))
            continue
        cleared.append((index, caller))
        saved += counts[index] - count.blanked(messages[index], placeholder)
        if clear_tool_inputs:
            ids = inputs.setdefault(caller, [])
            ids.append(_call_id(messages[index]))
            now = count(without_inputs(messages[caller], ids))
            saved += left.get(caller, counts[caller]) - now
            left[caller] = now
        if 0 < clear_at_least <= saved:
            enough = True
            break
    return Clearing(
        total, total - saved, len(found), tuple(candidates), tuple(cleared), tuple(skipped), inputs, enough
    )  # fmt: skip


def without_inputs(message: Message, ids: Collection[str]) -> Message:
    """An assistant message whose calls of these ids have no arguments."""
    parts = (
        replace(part, arguments="{}") if isinstance(part, ToolCall) and part.id in ids else part
        for part in message.parts
    )
    return replace(message, parts=tuple(parts))


def _assistants(messages: Sequence[Message]) -> list[int | None]:
    """For each message, the nearest assistant message before it."""
    nearest: list[int | None] = []
    last: int | None = None
    for index, message in enumerate(messages):
        nearest.append(last)
        if message.role == "assistant":
            last = index
    return nearest


def _reason(
    messages: Sequence[Message], index: int, caller: int | None, exclude_tools: Collection[str]
) -> Skipped | None:
    """Why a result is passed over; None where it is cleared."""
    if "pruned" in messages[index].flags:
        return "cleared before"
    if caller is None:
        return "no assistant message before it"
    call = next((call for call in messages[caller].calls if call.id == _call_id(messages[index])), None)
    if call is None:
        return "call not in the answer before it"
    return "excluded" if (messages[index].name or call.name) in exclude_tools else None


def _call_id(message: Message) -> str:
    return "" if message.result is None else message.result.call_id
