"""What each provider is sent and what it answers, written from its documentation and apart from the rules.

``refusal(provider, messages)`` puts the messages into the provider's own request body and walks over it once, as a
server would: the first thing that breaks a documented rule is the answer; None means 200.

Sources: OpenAI's API reference (messages of role tool, function_call_output items, reasoning items); Anthropic's
Messages API, tool use and extended thinking pages; Gemini's function calling page; the chat templates of Mistral's
Instruct models, and the order errors (code 3230) of Mistral's API.
"""

from collections.abc import Callable, Sequence
from typing import Any

from compaction_core.openai_messages import to_dict
from compaction_core.session import Message

Body = dict[str, Any]
PROOF = "signature"


def refusal(provider: str, messages: Sequence[Message], thinking: bool = False) -> str | None:
    """The provider's error, in a few words; ``thinking``: the request turns extended thinking on."""
    make, judge = SERVERS[provider]
    return judge(make(messages, thinking))


# -- OpenAI chat ------------------------------------------------------------------------------------------------


def chat_body(messages: Sequence[Message], thinking: bool = False) -> Body:
    return {"messages": [to_dict(message) for message in messages]}


def chat(body: Body) -> str | None:
    if not body["messages"]:
        return "[] is too short - 'messages'"
    group: set[str] = set()
    open_calls: set[str] = set()
    for message in body["messages"]:
        if message["role"] == "tool":
            if message.get("tool_call_id") not in group:
                return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
            open_calls.discard(message["tool_call_id"])
            continue
        if open_calls:
            return "an assistant message with 'tool_calls' must be followed by tool messages"
        calls = message.get("tool_calls") or []
        group = {call["id"] for call in calls}
        open_calls = set(group)
    return "an assistant message with 'tool_calls' must be followed by tool messages" if open_calls else None


# -- OpenAI Responses -------------------------------------------------------------------------------------------


def responses_body(messages: Sequence[Message], thinking: bool = False) -> Body:
    items: list[Body] = []
    for message in messages:
        before = len(items)
        for part in message.parts:
            if part.kind == "reasoning" and part.signature:
                items.append({"type": "reasoning", "encrypted_content": part.signature})
            elif part.kind == "tool_call":
                items.append({"type": "function_call", "call_id": part.id})
            elif part.kind == "tool_result":
                items.append({"type": "function_call_output", "call_id": part.call_id})
            elif part.kind == "text":
                items.append({"type": "message", "role": message.role})
        if len(items) == before:
            items.append({"type": "message", "role": message.role})
    return {"input": items}


def responses(body: Body) -> str | None:
    items = body["input"]
    if not items:
        return "input must not be empty"
    calls: list[str] = []
    thought = False
    for item in items:
        if item["type"] == "function_call_output":
            if item["call_id"] not in calls:
                return "no tool call found for function call output"
        elif item["type"] == "function_call":
            calls.append(item["call_id"])
        follows = item["type"] == "function_call" or (item["type"] == "message" and item["role"] == "assistant")
        if thought and item["type"] != "reasoning" and not follows:
            return "reasoning was provided without its required following item"
        thought = item["type"] == "reasoning"
    outputs = [item["call_id"] for item in items if item["type"] == "function_call_output"]
    if any(outputs.count(call) < calls.count(call) for call in calls):
        return "no tool output found for function call"
    return "reasoning was provided without its required following item" if thought else None


# -- Anthropic --------------------------------------------------------------------------------------------------


def anthropic_body(messages: Sequence[Message], thinking: bool = False) -> Body:
    """Neighbouring results are one user message, as every client sends them; prompts go to ``system``."""
    sent: list[Body] = []
    joined = False
    for message in messages:
        if message.role in ("system", "developer"):
            continue
        result = message.role == "tool"
        content = [block for part in message.parts if (block := _block(part)) is not None]
        if result and joined:
            sent[-1]["content"] += content
        else:
            role = "assistant" if message.role == "assistant" else "user"
            sent.append({"role": role, "content": content or [{"type": "text"}]})
        joined = result
    return {"messages": sent, "thinking": {"type": "enabled" if thinking else "disabled"}}


def _block(part: Any) -> Body | None:
    match part.kind:
        case "reasoning" if part.signature:
            return {"type": "thinking", PROOF: part.signature}
        case "tool_call":
            return {"type": "tool_use", "id": part.id}
        case "tool_result":
            return {"type": "tool_result", "tool_use_id": part.call_id}
        case "text":
            return {"type": "text"}
    return None


def anthropic(body: Body) -> str | None:
    messages = body["messages"]
    if not messages:
        return "messages: at least one message is required"
    if messages[0]["role"] != "user":
        return "messages: first message must use the user role"
    uses = [block["id"] for message in messages for block in _of(message, "tool_use")]
    if len(set(uses)) < len(uses):
        return "tool_use ids must be unique"
    for before, message in zip([None, *messages], messages, strict=False):
        asked = [block["id"] for block in _of(before, "tool_use")] if before else []
        given = [block["tool_use_id"] for block in _of(message, "tool_result")]
        if any(identity not in asked for identity in given):
            return "unexpected tool_use_id found in tool_result blocks"
        if len(set(given)) < len(given):
            return "each tool_use must have a single result"
        kinds = [block["type"] for block in message["content"]] if isinstance(message["content"], list) else []
        if given and "tool_result" in kinds[len(given) :]:
            return "tool_result blocks must come first in a message"
        if set(asked) - set(given):
            return "tool_use ids were found without tool_result blocks immediately after"
    if _of(messages[-1], "tool_use"):
        return "tool_use ids were found without tool_result blocks immediately after"
    if body["thinking"]["type"] == "enabled" and _of(messages[-1], "tool_result"):
        turn = messages
        for place, message in enumerate(messages):
            if message["role"] == "user" and not _of(message, "tool_result"):
                turn = messages[place + 1 :]
        opening = next((m["content"][0]["type"] for m in turn if m["role"] == "assistant"), "thinking")
        if opening not in ("thinking", "redacted_thinking"):
            return "expected thinking or redacted_thinking, but found another block"
    return None


def _of(message: Body, kind: str) -> list[Body]:
    content = message["content"]
    return [block for block in content if block["type"] == kind] if isinstance(content, list) else []


# -- Gemini -----------------------------------------------------------------------------------------------------


def gemini_body(messages: Sequence[Message], thinking: bool = False) -> Body:
    """Neighbouring results are one content; a response is named after its call."""
    contents: list[Body] = []
    names: dict[str, str] = {}
    joined = False
    for message in messages:
        if message.role in ("system", "developer"):
            continue
        parts: list[Body] = []
        for part in message.parts:
            if part.kind == "tool_call":
                names[part.id] = part.name
                parts.append({"functionCall": {"name": part.name, "id": part.id}})
            elif part.kind == "tool_result":
                parts.append({"functionResponse": {"name": names.get(part.call_id, ""), "id": part.call_id}})
            elif part.kind == "text":
                parts.append({"text": part.text})
        result = message.role == "tool"
        if result and joined:
            contents[-1]["parts"] += parts
        else:
            role = "model" if message.role == "assistant" else "user"
            contents.append({"role": role, "parts": parts or [{"text": ""}]})
        joined = result
    return {"contents": contents}


def gemini(body: Body) -> str | None:
    contents = body["contents"]
    if not contents:
        return "contents is not specified"
    asked: list[str] = []
    for before, content in zip([None, *contents], contents, strict=False):
        calls = [part["functionCall"]["id"] for part in content["parts"] if "functionCall" in part]
        given = [part["functionResponse"] for part in content["parts"] if "functionResponse" in part]
        if asked and len(given) != len(asked):
            return "the number of function response parts must equal that of function call parts"
        if given and not asked:
            return "a function response turn must come immediately after a function call turn"
        if any(not response["name"] for response in given):
            return "function_response.name cannot be empty"
        if sorted(response["id"] for response in given) != sorted(asked):
            return "the function responses are not those of the function calls"
        if calls and (before is None or before["role"] != "user"):
            return "a function call turn must come immediately after a user turn or a function response turn"
        asked = calls
    if asked:
        return "the number of function response parts must equal that of function call parts"
    if contents[-1]["role"] == "model":
        return "the last turn must be the user's or a function response"
    return None


# -- Strict chat templates --------------------------------------------------------------------------------------


def template(body: Body) -> str | None:
    """One state a row: what may come next."""
    messages = body["messages"]
    if messages and messages[0]["role"] in ("system", "developer"):
        messages = messages[1:]
    if not messages:
        return "the conversation is empty"
    state, open_calls = "user", []
    for message in messages:
        role = message["role"]
        calls = [call["id"] for call in message.get("tool_calls") or []]
        if role == "user" and state == "user":
            state = "assistant"
        elif role == "assistant" and (state == "assistant" or (state == "results" and not open_calls)):
            state, open_calls = ("results", calls) if calls else ("user", [])
        elif role == "tool" and state == "results" and message.get("tool_call_id") in open_calls:
            open_calls = [call for call in open_calls if call != message["tool_call_id"]]
        else:
            return f"unexpected role {role!r}"
    if open_calls:
        return "not the same number of function calls and responses"
    return "expected last role user or tool" if state == "user" else None


Make = Callable[[Sequence[Message], bool], Body]
SERVERS: dict[str, tuple[Make, Callable[[Body], str | None]]] = {
    "openai-chat": (chat_body, chat),
    "openai-responses": (responses_body, responses),
    "anthropic": (anthropic_body, anthropic),
    "gemini": (gemini_body, gemini),
    "strict-template": (chat_body, template),
}
