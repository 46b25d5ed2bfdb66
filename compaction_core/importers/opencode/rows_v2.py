"""Rows of opencode's ``session_message`` table as messages of its older kind, so that one reader takes both.

After ``packages/schema/src/session-message.ts`` and ``core/src/session/runner/to-llm-message.ts`` of
anomalyco/opencode (commits 0ceb3dd and 0010d84, on the way to 2.0): an assistant row is one step, a tool's content is
its result, and from a completed compaction row the context goes on. Fields are read under their older names too.
"""

from typing import Any

from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import json_text, optional_text, whole

KINDS = frozenset({"user", "assistant", "synthetic", "system", "skill", "shell", "compaction"})
BOOKKEEPING = frozenset({"agent-switched", "model-switched", "location-switched", "idle"})
_STATUS = {"streaming": "pending"}


def is_row(value: Any) -> bool:
    """Whether an entry is such a row: it has a type and a time of its own, and neither a role nor parts."""
    if not isinstance(value, dict) or "info" in value or "role" in value or "parts" in value:
        return False
    return value.get("type") in KINDS | BOOKKEEPING and isinstance(value.get("time"), dict)


def message_of(row: dict[str, Any]) -> dict[str, Any] | None:
    """The row as an ``info`` with ``parts``; None for what the model does not see."""
    kind = row.get("type")
    info = {"id": row.get("id"), "role": kind, "time": as_object(row.get("time"))}
    if kind == "user":
        skills = [_added(skill.get("text")) for skill in objects_in(row.get("skills"))]
        return {"info": info, "parts": [*skills, _text(row.get("text")), *map(_file, objects_in(row.get("files")))]}
    if kind in ("synthetic", "skill"):
        return {"info": {**info, "role": "user"}, "parts": [_added(row.get("text"))]}
    if kind == "system":
        return {"info": info, "parts": [_text(row.get("text"))]}
    if kind == "shell":
        output = row.get("output")
        told = output if isinstance(output, str) else as_object(output).get("output")
        words = f"Shell command: {row.get('command') or ''}\n\n{told if isinstance(told, str) else ''}"
        return {"info": {**info, "role": "user"}, "parts": [_added(words)]}
    if kind == "assistant":
        return {"info": info | _answer(row), "parts": [_part(part) for part in objects_in(row.get("content"))]}
    if kind == "compaction" and row.get("status", "completed") == "completed":
        details = {"reason": row.get("reason"), "recent": row.get("recent"), "summary": row.get("summary")}
        return {"info": {**info, **details}, "parts": []}
    return None


def _answer(row: dict[str, Any]) -> dict[str, Any]:
    error = as_object(row.get("error"))
    told = {"error": {"name": error.get("type"), "data": {"message": error.get("message")}}} if error else {}
    model = as_object(row.get("model")).get("id")
    tokens = as_object(row.get("tokens"))
    parts = (*(tokens.get(key) for key in ("input", "output", "reasoning")), *as_object(tokens.get("cache")).values())
    total = {"total": sum(map(whole, parts))} if tokens else {}  # here reasoning is no part of the output
    return {"modelID": model, "finish": row.get("finish"), "tokens": total | tokens, **told}


def _text(value: Any) -> dict[str, Any]:
    return {"type": "text", "text": value if isinstance(value, str) else ""}


def _added(value: Any) -> dict[str, Any]:
    return {**_text(value), "synthetic": True}


def _part(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("type") != "tool":
        return part
    state, time = as_object(part.get("state")), as_object(part.get("time"))
    content = as_list(state.get("content"))
    texts = [item["text"] for item in objects_in(content) if isinstance(item.get("text"), str)]
    files = [_file(item) for item in objects_in(content) if item.get("type") == "file"]
    output = "\n".join(texts) if content else _told(state.get("result"), state.get("structured"))
    error = state.get("error")
    failure = optional_text(as_object(error).get("message")) or (error if isinstance(error, str) else "")
    return {
        "id": part.get("id"),
        "type": "tool",
        "callID": part.get("callID") or part.get("id"),
        "tool": part.get("name"),
        "state": {
            "status": _STATUS.get(str(state.get("status")), state.get("status")),
            "input": state.get("input"),
            "output": output,
            "error": "\n".join(filter(None, [failure, *texts])),
            "time": {"end": time.get("completed"), "compacted": time.get("pruned")},
            "attachments": files + [_file(item) for item in objects_in(state.get("attachments"))],
        },
    }


def _told(*values: Any) -> str:
    """The first value that says something, as text."""
    found = next((value for value in values if value not in (None, "", {}, [])), "")
    return found if isinstance(found, str) else json_text(found)


def _file(file: dict[str, Any]) -> dict[str, Any]:
    """An attachment with its address: a data URI of what it holds, or where it came from."""
    kind, data = optional_text(file.get("mime")) or "", file.get("data")
    source = as_object(file.get("source"))
    address = optional_text(file.get("uri")) or optional_text(source.get("uri")) or ""
    if isinstance(data, str) and data:
        address = f"data:{kind};base64,{data}"
    name = optional_text(file.get("name")) or optional_text(source.get("uri"))
    return {"type": "file", "mime": kind, "url": address, "filename": name}
