"""Ids for calls and results that have none, so that every result finds its call."""

from typing import Any

CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_MOST_WAITING = 1_000


class CallIds:
    """Gives calls without an id one, and results without an id the oldest such call that waits."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, str]] = []
        self._given = 0

    def of_call(self, value: Any, name: Any = None) -> str:
        """The id of a call."""
        if isinstance(value, str) and value:
            return value
        identity = f"call-{self._given}"
        self._given += 1
        self._waiting.append((identity, name if isinstance(name, str) else ""))
        del self._waiting[:-_MOST_WAITING]
        return identity

    def of_result(self, value: Any, name: str = "") -> str:
        """The id of the call a result belongs to, by name if it has one; empty where none waits."""
        if isinstance(value, str) and value:
            return value
        for at, (identity, called) in enumerate(self._waiting):
            if not name or not called or name == called:
                del self._waiting[at]
                return identity
        return ""

    def named(self, blocks: list[Any]) -> list[Any]:
        """The blocks with ids on every call and result."""
        if not any(_lacks_id(block) for block in blocks):
            return blocks
        return [self._named(block) if isinstance(block, dict) else block for block in blocks]

    def _named(self, block: dict[str, Any]) -> dict[str, Any]:
        if not _lacks_id(block):
            return block
        if is_result(block):
            return {**block, "tool_use_id": self.of_result(None)}
        return {**block, "id": self.of_call(None, block.get("name"))}


def _lacks_id(block: Any) -> bool:
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    if kind == "text" or kind == "thinking":
        return False
    key = "id" if kind in CALLS else "tool_use_id" if is_result(block) else None
    return key is not None and not (isinstance(block.get(key), str) and block[key])


def is_result(block: Any) -> bool:
    """Whether a block is the result of a call, run here or by the provider."""
    kind = block.get("type") if isinstance(block, dict) else None
    return isinstance(kind, str) and (kind == "tool_result" or kind.endswith("_tool_result"))
