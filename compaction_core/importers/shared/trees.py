"""The active branch of a message tree: from its leaf to the root, without recursion and through cycles."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from compaction_core.importers.shared import notes
from compaction_core.session import Warning

Key = TypeVar("Key", bound=Hashable)


def branch(leaf: Key | None, parent: Callable[[Key], Key | None]) -> list[Key]:
    """The keys from the root to ``leaf``."""
    found: list[Key] = []
    seen: set[Key] = set()
    while leaf is not None and leaf not in seen:
        seen.add(leaf)
        found.append(leaf)
        leaf = parent(leaf)
    return found[::-1]


def left_out(messages: int) -> tuple[Warning, ...]:
    """The warning for messages that stand on other branches; none for 0."""
    if not messages:
        return ()
    counted = notes.counted(messages, "message")
    text = f"Left out {counted} of other branches: an edit or a new answer replaced them."
    return (Warning(code="branches", text=text, count=messages),)
