"""``Content`` values of the Gemini API as messages, and chunks of a streamed response as one response.

After the API's reference (ai.google.dev, ``Content``, ``Part``, ``GenerateContentResponse``, ``UsageMetadata``). REST
and JavaScript write camelCase, Python's ``model_dump`` snake_case; both are read.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from compaction_core.importers.shared.apis.any_usage import with_reasoning
from compaction_core.importers.shared.apis.blocks import Piece
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.apis.gemini_parts import part_list, pieces, plain
from compaction_core.importers.shared.shapes import as_list, as_object, objects_in
from compaction_core.importers.shared.values import optional_text, whole
from compaction_core.session import Role, Usage

ROLES: dict[Any, Role] = {"model": "assistant", "system": "system"}
"""The roles of a Content that are not a user's; ``function`` and no role at all are."""
_CODE = "code_execution"


def either(value: dict[str, Any], camel: str, snake: str) -> Any:
    """What stands under a key in camelCase or, where that is missing or null, in snake_case."""
    found = value.get(camel)
    return value.get(snake) if found is None else found


def said(content: Any, ids: CallIds, role: Role | None = None) -> Iterator[Piece]:
    """The messages of one Content, a bare string or list of parts; cut where the API ran code for the model."""
    value = content if isinstance(content, dict) and "parts" in content else {"parts": content}
    role = role or ROLES.get(value.get("role"), "user")
    parts = [made for part in part_list(value.get("parts")) for made in _spread(part)]
    if role != "assistant":
        yield from pieces(parts, role, ids)
        return
    run: list[Any] = []
    for part in parts:
        if run and _is_result(part) != _is_result(run[-1]):
            yield from pieces(run, role, ids)
            run = []
        run.append(part)
    yield from pieces(run, role, ids)


def _is_result(part: Any) -> bool:
    return isinstance(part, dict) and "functionResponse" in part


def _spread(part: Any) -> list[Any]:
    """A part with camelCase keys; code that the API ran as a call and its result; a result's own parts beside it."""
    if not isinstance(part, dict):
        return [part]
    part = plain(part)
    code, ran = part.get("executableCode"), part.get("codeExecutionResult")
    if isinstance(code, dict):
        args = {key: code[key] for key in ("language", "code") if key in code}
        return [{"functionCall": {"id": code.get("id"), "name": _CODE, "args": args}}]
    if isinstance(ran, dict):
        key = "output" if str(ran.get("outcome")).endswith("OUTCOME_OK") else "error"
        told = {key: optional_text(ran.get("output")) or ""}
        return [{"functionResponse": {"id": ran.get("id"), "name": _CODE, "response": told}}]
    response = as_object(part.get("functionResponse"))
    return [part, *objects_in(response.get("parts"))]


def usage_of(value: Any) -> Usage | None:
    """``usageMetadata``: the prompt includes its cached part, what tools gave back and thoughts stand beside it.

    None where nothing was counted.
    """
    if not isinstance(value, dict):
        return None
    prompt = whole(either(value, "promptTokenCount", "prompt_token_count"))
    cached = min(prompt, whole(either(value, "cachedContentTokenCount", "cached_content_token_count")))
    tools = whole(either(value, "toolUsePromptTokenCount", "tool_use_prompt_token_count"))
    thoughts = whole(either(value, "thoughtsTokenCount", "thoughts_token_count"))
    answer = whole(either(value, "candidatesTokenCount", "candidates_token_count"))
    total = whole(either(value, "totalTokenCount", "total_token_count"))
    output = with_reasoning(answer, thoughts, prompt + tools, total, beside=True)
    found = Usage(input=prompt - cached + tools, cache_read=cached, output=output, reasoning=thoughts)
    return found if found.total else None


def is_content(value: Any) -> bool:
    """Whether a value is a Content: parts that are none of another API's, under a role of this one."""
    if not isinstance(value, dict) or value.get("role") not in ("user", "model", "function", "system", None):
        return False
    parts = value.get("parts")
    if not isinstance(parts, list | dict) or any(key in value for key in ("content", "id", "info", "type")):
        return False
    listed = part_list(parts)
    return bool(listed) and all(
        isinstance(part, str) or (isinstance(part, dict) and "type" not in part) for part in listed
    )


def is_response(value: Any) -> bool:
    """Whether a value is a ``GenerateContentResponse``, or a chunk of a streamed one."""
    if not isinstance(value, dict):
        return False
    listed = value.get("candidates")
    if isinstance(listed, list) and listed:
        first = as_object(listed[0])
        return isinstance(first.get("content"), dict) or "finishReason" in first or "finish_reason" in first
    told = either(value, "usageMetadata", "usage_metadata"), either(value, "promptFeedback", "prompt_feedback")
    return "choices" not in value and any(isinstance(one, dict) for one in told)


def joined(chunks: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """One response from the chunks of a stream: the parts in order, neighbouring texts as one, else the last told."""
    response: dict[str, Any] = {}
    parts: list[Any] = []
    texts: list[str] = []
    candidate: dict[str, Any] = {}
    for chunk in chunks:
        response |= {key: value for key, value in chunk.items() if value is not None}
        first = as_object(next(iter(as_list(chunk.get("candidates"))), None))
        candidate |= {key: value for key, value in first.items() if value is not None}
        for part in part_list(as_object(first.get("content")).get("parts")):
            _add(parts, texts, plain(part))
    _end(parts, texts)
    if candidate:
        content = {"role": "model", **as_object(candidate.get("content")), "parts": parts}
        response["candidates"] = [{**candidate, "content": content}]
    return response


def _add(parts: list[Any], texts: list[str], part: Any) -> None:
    """Append a part, or its text to the ``texts`` of the part before; a signature goes with the text it ends."""
    text = part.get("text") if isinstance(part, dict) else None
    if not isinstance(text, str):
        _end(parts, texts)
        parts.append(part)
        return
    if texts and (text == "" or bool(part.get("thought")) == bool(parts[-1].get("thought"))):
        texts.append(text)
        parts[-1] |= {key: part[key] for key in ("thoughtSignature",) if key in part}
    elif text:
        _end(parts, texts)
        parts.append(dict(part))
        texts.append(text)


def _end(parts: list[Any], texts: list[str]) -> None:
    if texts:
        parts[-1]["text"] = "".join(texts)
        texts.clear()
