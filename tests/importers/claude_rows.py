"""Claude Code rows for tests: what every row has, so that a test names only what it is about."""

import json
from typing import Any

Row = dict[str, Any]


def user(uuid: str, parent: str | None, content: Any, **more: Any) -> Row:
    return _row("user", uuid, parent, {"role": "user", "content": content}, more)


def assistant(uuid: str, parent: str | None, *blocks: Row, message_id: str | None = None, **more: Any) -> Row:
    message = {
        "id": message_id or f"msg_{uuid}",
        "role": "assistant",
        "model": "claude-opus-4-6",
        "content": list(blocks),
    }
    message.update(more.pop("message", {}))
    return _row("assistant", uuid, parent, message, more)


def system(uuid: str, parent: str | None, subtype: str, **more: Any) -> Row:
    return {**_row("system", uuid, parent, None, more), "subtype": subtype}


def attachment(uuid: str, parent: str | None, **details: Any) -> Row:
    return {**_row("attachment", uuid, parent, None, {}), "attachment": details}


def text(words: str) -> Row:
    return {"type": "text", "text": words}


def call(identity: str, name: str = "Read", **arguments: Any) -> Row:
    return {"type": "tool_use", "id": identity, "name": name, "input": arguments}


def result(identity: str, content: Any = "done", **more: Any) -> Row:
    return {"type": "tool_result", "tool_use_id": identity, "content": content, **more}


def jsonl(*rows: Row | str) -> bytes:
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows).encode()


def _row(kind: str, uuid: str, parent: str | None, message: Any, more: Row) -> Row:
    row = {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s-1",
        "isSidechain": False,
        "version": "2.1.37",
    }
    return {**row, **({} if message is None else {"message": message}), **more}
