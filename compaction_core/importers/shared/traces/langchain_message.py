"""LangChain messages (``dumps``, ``messages_to_dict``, ``model_dump``) as OpenAI-style message dicts."""

from typing import Any

from compaction_core.importers.shared.values import json_text, optional_text

_CLASSES = {
    "HumanMessage": "user",
    "AIMessage": "assistant",
    "SystemMessage": "system",
    "ToolMessage": "tool",
    "FunctionMessage": "function",
    "ChatMessage": "",
}
_TYPES = {
    "human": "user",
    "ai": "assistant",
    "system": "system",
    "tool": "tool",
    "function": "function",
    "chat": "",
    "developer": "developer",
}
_KNOWN_BY = ("additional_kwargs", "response_metadata", "tool_call_id", "tool_calls", "usage_metadata", "example")
SUMMARIZED = "summarization"
"""What ``additional_kwargs.lc_source`` says of a summary that SummarizationMiddleware (langchain 1.x) wrote."""


def body_of(value: Any) -> tuple[str, dict[str, Any]] | None:
    """The role and the fields of a LangChain message; None if the value is none."""
    if not isinstance(value, dict):
        return None
    if value.get("lc") == 1 and isinstance(value.get("id"), list) and isinstance(value.get("kwargs"), dict):
        name = value["id"][-1] if value["id"] else None
        role = _CLASSES.get(name.removesuffix("Chunk")) if isinstance(name, str) else None
        return None if role is None else (role or _named(value["kwargs"]), value["kwargs"])
    kind, data = value.get("type"), value.get("data")
    role = _role(kind)
    if role is None or ("role" in value and kind != "chat"):
        return None
    if isinstance(data, dict) and "content" in data:
        return role or _named(data), data
    plain = "content" in value and (kind in ("human", "ai") or any(key in value for key in _KNOWN_BY))
    return (role or _named(value), value) if plain else None


def as_chat(value: Any) -> dict[str, Any] | None:
    """The message as an OpenAI-style dict with ``usage``, ``model`` and ``finish_reason`` where it tells them."""
    found = body_of(value)
    if found is None:
        return None
    role, body = found
    extra, told = _dict(body.get("additional_kwargs")), _dict(body.get("response_metadata"))
    chat: dict[str, Any] = {"role": role, "content": body.get("content")}
    chat |= {key: body[key] for key in ("id", "name", "tool_call_id") if optional_text(body.get(key))}
    if role == "assistant":
        calls = _calls(body, extra)
        chat |= {"tool_calls": calls} if calls else {}
        chat["usage"] = body.get("usage_metadata") or told.get("token_usage") or told.get("usage")
        chat["model"] = told.get("model_name") or told.get("model")
        chat["finish_reason"] = told.get("finish_reason") or told.get("stop_reason")
        for key in ("reasoning_content", "function_call", "refusal"):
            chat |= {key: extra[key]} if key in extra and not calls else {}
        if optional_text(extra.get("reasoning_content")):
            chat["reasoning_content"] = extra["reasoning_content"]
    if body.get("status") == "error":
        chat["is_error"] = True
    if extra.get("lc_source") == SUMMARIZED:
        chat["summary"] = _summary(body.get("content"))
    return chat


def _calls(body: dict[str, Any], extra: dict[str, Any]) -> list[Any]:
    """The parsed calls and those it could not parse, else the provider's own."""
    calls: list[Any] = []
    for key in ("tool_calls", "invalid_tool_calls"):
        listed = body.get(key)
        for call in listed if isinstance(listed, list) else ():
            if isinstance(call, dict):
                given = call.get("args")
                text = given if isinstance(given, str) else json_text({} if given is None else given)
                calls.append({"id": call.get("id"), "name": call.get("name"), "arguments": text})
    own = extra.get("tool_calls")
    return calls or (own if isinstance(own, list) else [])


def _summary(content: Any) -> str | None:
    """The summary without the line that introduces it."""
    if not isinstance(content, str):
        return None
    opening, blank, rest = content.partition("\n\n")
    return rest.strip() if blank and opening.rstrip().endswith(":") else content


def _role(kind: Any) -> str | None:
    return (
        _TYPES.get(kind) or (_CLASSES.get(kind.removesuffix("Chunk")) if kind != "chat" else "")
        if isinstance(kind, str)
        else None
    )


def _named(body: dict[str, Any]) -> str:
    return optional_text(body.get("role")) or "user"


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
