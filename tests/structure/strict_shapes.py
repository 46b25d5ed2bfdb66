"""What arrived, told in the same few words as what was to be sent: only lists that arrive unchanged can be compared.

LiteLLM joins neighbouring answers for Anthropic and Gemini, puts a blank user message where there is none, and lifts
prompts out of the list; what then arrives is another list than the one that was judged.
"""

from collections.abc import Callable
from typing import Any

from tests.structure.strict_wire import PROOF, Body

Shape = list[tuple[Any, ...]]


def shape(provider: str, body: Body) -> Shape:
    """Roles, kinds and ids of a request body, in order; texts and names are left out."""
    return SHAPES[provider](body)


def _chat(body: Body) -> Shape:
    return [
        (row["role"], tuple(call["id"] for call in row.get("tool_calls") or ()), row.get("tool_call_id"))
        for row in body["messages"]
    ]


def _responses(body: Body) -> Shape:
    return [
        (item["type"], item.get("role"), item.get("call_id"))
        for item in body["input"]
        if item.get("role") not in ("system", "developer")
    ]


def _anthropic(body: Body) -> Shape:
    return [(row["role"], *map(_block, _blocks(row["content"]))) for row in body["messages"]]


def _blocks(content: Any) -> list[Body]:
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def _block(block: Body) -> tuple[Any, ...]:
    return (block["type"], block.get("id") or block.get("tool_use_id") or block.get(PROOF))


def _gemini(body: Body) -> Shape:
    return [(row["role"], *map(_part, row["parts"])) for row in in_camel_case(body)["contents"]]


def _part(part: Body) -> str:
    return next((kind for kind in ("functionCall", "functionResponse") if kind in part), "text")


SHAPES: dict[str, Callable[[Body], Shape]] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "strict-template": _chat,
}


def in_camel_case(body: Body) -> Body:
    """Gemini's JSON takes both spellings. Calls and responses without ids are paired by their order."""
    contents: list[Body] = []
    for row in body["contents"]:
        numbers = {"functionCall": 0, "functionResponse": 0}
        parts: list[Body] = []
        for part in row["parts"]:
            named = {_camel(key): value for key, value in part.items()}
            for kind in numbers:
                if kind in named:
                    named[kind] = {"id": str(numbers[kind]), **named[kind]}
                    numbers[kind] += 1
            parts.append(named)
        contents.append({"role": row["role"], "parts": parts})
    return {"contents": contents}


def _camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)
