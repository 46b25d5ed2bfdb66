"""The newest to-do list goes, and what stays does not hold its open items (users G6)."""

from collections.abc import Iterator
from typing import Any

import orjson

from compaction_core.findings import Finding
from compaction_core.session import ToolCall
from compaction_core.structure.lint.base import lints
from compaction_core.structure.lint.case import Case

CLOSED = ("completed", "complete", "done", "cancelled", "canceled", "skipped")
LARGEST = 200_000
"""Characters of arguments that are looked at."""
MOST = 1_000
"""Items of a list that are looked at."""


class Todos:
    """Tools that write a list write it whole each time; only the newest counts.

    An item is held where its words stand in the summary or in a message that stays. With an offline summary: a
    model's may hold more, or fewer.
    """

    name = "todos"
    label = "Open items of the to-do list"
    codes = ("todos-lost",)

    def check(self, case: Case) -> Iterator[Finding]:
        """At most one warning, with the items that are lost."""
        messages, plan = case.session.messages, case.plan
        if all(fate == "keep" for fate in plan.fates) or not case.real:
            return
        lists = (
            (number, items)
            for number in reversed(case.context.rows)
            if messages[number].role == "assistant"
            for call in messages[number].calls
            if (items := todo_items(call))
        )
        number, items = next(lists, (-1, ()))
        if number < 0 or plan.fate(number) not in ("summarize", "drop"):
            return
        left = _plain("\n".join(_said(entry.message.text, entry.message.calls) for entry in case.passes[-1].view))
        still = [text for text, status in items if status not in CLOSED]
        lost = [text for text in still if _plain(text) not in left]
        if not lost:
            return
        yield Finding(
            code="todos-lost",
            severity="warning",
            text=f"The newest to-do list (#{number}, {len(items):,} {'item' if len(items) == 1 else 'items'}, "
            f"{len(still):,} open) goes, and {len(lost):,} of the open ones {'stands' if len(lost) == 1 else 'stand'} "
            "nowhere in what stays, summary included.",
            advice="Keep the message with the list, or put the list back behind the summary.",
            messages=(number,),
        )


def todo_items(call: ToolCall) -> tuple[tuple[str, str], ...]:
    """(text, status) of each item that a call of a to-do tool writes; empty for every other call.

    >>> todo_items(ToolCall(id="a", name="TodoWrite", arguments='{"todos":[{"content":"Sow","status":"pending"}]}'))
    (('Sow', 'pending'),)
    """
    name = call.name.lower()
    if not ("todo" in name or "plan" in name) or len(call.arguments) > LARGEST:
        return ()
    try:
        waiting: list[Any] = [orjson.loads(call.arguments)]
    except orjson.JSONDecodeError:
        return ()
    items: list[tuple[str, str]] = []
    while waiting and len(items) < MOST:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            text = next((value[k] for k in ("content", "step", "text", "title") if isinstance(value.get(k), str)), None)
            status = value.get("status")
            if text is not None and isinstance(status, str):
                items.append((text, status.lower()))
            else:
                waiting.extend(reversed(value.values()))
    return tuple(items)


def _said(text: str, calls: tuple[ToolCall, ...]) -> str:
    return "\n".join((text, *(call.arguments for call in calls)))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


lints.add(Todos())
