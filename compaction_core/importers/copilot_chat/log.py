"""VS Code's log of a chat session: a first state and the changes to it, one JSON object a line.

``kind`` 0 is the whole state, 1 sets the value at path ``k``, 2 appends to the list there (after cutting it to length
``i``), 3 deletes (VS Code 1.109, ``chat/common/model/objectMutationLog.ts``).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.rows import Row

_SET, _PUSH, _DELETE = 1, 2, 3


@dataclass
class Log:
    """The state after all changes, how many requests a later edit replaced, and the lines that did not fit."""

    state: dict[str, Any] = field(default_factory=dict)
    replaced: int = 0
    misfits: list[int] = field(default_factory=list)

    def replay(self, rows: Iterable[Row]) -> "Log":
        """Apply the rows in order."""
        for row in rows:
            if not self._apply(row.value):
                self.misfits.append(row.line)
        return self

    def _apply(self, change: dict[str, Any]) -> bool:
        kind, path, value = change.get("kind"), change.get("k"), change.get("v")
        if kind == 0 and isinstance(value, dict):
            self.state = value
            return True
        if not isinstance(path, list) or not path:
            return False
        holder = self._holder(path[:-1])
        if kind == _PUSH:
            return self._push(holder, path, value, change.get("i"))
        if kind in (_SET, _DELETE):
            return _put(holder, path[-1], None if kind == _DELETE else value)
        return False

    def _holder(self, path: list[Any]) -> Any:
        """What stands at a path, None where nothing does."""
        found: Any = self.state
        for key in path:
            found = _at(found, key)
        return found

    def _push(self, holder: Any, path: list[Any], value: Any, length: Any) -> bool:
        listed = _at(holder, path[-1])
        if listed is None and isinstance(holder, dict) and isinstance(path[-1], str):
            listed = holder[path[-1]] = []
        if not isinstance(listed, list):
            return False
        added = value if isinstance(value, list) else []
        if isinstance(length, int) and not isinstance(length, bool) and 0 <= length < len(listed):
            if path == ["requests"]:
                again = {_request_id(item) for item in added}
                self.replaced += sum(_request_id(item) not in again for item in listed[length:])
            del listed[length:]
        listed.extend(added)
        return True


def _at(holder: Any, key: Any) -> Any:
    if isinstance(holder, dict) and isinstance(key, str):
        return holder.get(key)
    fits = isinstance(holder, list) and isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(holder)
    return holder[key] if fits else None


def _put(holder: Any, key: Any, value: Any) -> bool:
    if isinstance(holder, dict) and isinstance(key, str):
        holder[key] = value
        return True
    if not isinstance(holder, list) or not isinstance(key, int) or isinstance(key, bool) or not 0 <= key <= len(holder):
        return False
    holder[key : key + 1] = [value]
    return True


def _request_id(item: Any) -> str:
    found = item.get("requestId") if isinstance(item, dict) else None
    return found if isinstance(found, str) else ""
