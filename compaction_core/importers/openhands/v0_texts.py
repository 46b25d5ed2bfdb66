"""What stands inside an OpenHands V0 event: the model's reply that it came from, and the texts the model saw."""

from typing import Any

from compaction_core.importers.shared.apis.blocks import block_list
from compaction_core.importers.shared.apis.openai_message import thinking_parts
from compaction_core.importers.shared.values import arguments, optional_text
from compaction_core.session import Part

_NOT_ARGUMENTS = frozenset(
    {
        "blocking",
        "confirmation_state",
        "final_thought",
        "hidden",
        "impl_source",
        "is_confirmed",
        "is_input",
        "keep_prompt",
        "outputs",
        "security_risk",
        "thought",
        "translated_ipython_code",
    }
)
_RECALLED = ("repo_instructions", "additional_agent_instructions", "conversation_instructions")


def response(event: dict[str, Any]) -> dict[str, Any]:
    """The reply of the model that an action came from; it is repeated in each event made of it."""
    metadata = event.get("tool_call_metadata")
    found = metadata.get("model_response") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def _choice(reply: dict[str, Any]) -> dict[str, Any]:
    choices = reply.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _message(reply: dict[str, Any]) -> dict[str, Any]:
    found = _choice(reply).get("message")
    return found if isinstance(found, dict) else {}


def written(reply: dict[str, Any]) -> str:
    """The text of the reply."""
    blocks = block_list(_message(reply).get("content"))
    found = [block.get("text") if isinstance(block, dict) else block for block in blocks]
    return "\n".join(text for text in found if isinstance(text, str))


def thinking(reply: dict[str, Any]) -> list[Part]:
    """The readable thinking of the reply."""
    return thinking_parts(_message(reply))


def stop_reason(reply: dict[str, Any]) -> str | None:
    """Why the model stopped."""
    return optional_text(_choice(reply).get("finish_reason"))


def arguments_of(event: dict[str, Any], call: str) -> str | None:
    """The arguments of a call as the model wrote them."""
    calls = _message(response(event)).get("tool_calls")
    for one in calls if isinstance(calls, list) else ():
        function = one.get("function") if isinstance(one, dict) and one.get("id") == call else None
        if isinstance(function, dict):
            return arguments(function.get("arguments"))
    return None


def said(event: dict[str, Any], given: dict[str, Any]) -> str | None:
    """What the agent said with an action."""
    outputs = given.get("outputs")
    content = outputs.get("content") if isinstance(outputs, dict) else None
    told = [given.get("thought"), given.get("final_thought"), content]
    if event.get("action") in ("finish", "reject"):
        told.append(event.get("message"))
    return next((text for text in told if optional_text(text)), None)


def bare(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of an action without what the program added."""
    return {key: value for key, value in given.items() if key not in _NOT_ARGUMENTS}


def observed(event: dict[str, Any]) -> str:
    """The text of an observation, with what the shell put before and after its output."""
    extras = event.get("extras")
    metadata = extras.get("metadata") if isinstance(extras, dict) else None
    metadata = metadata if isinstance(metadata, dict) else {}
    pieces = (metadata.get("prefix"), event.get("content"), metadata.get("suffix"))
    return "".join(piece for piece in pieces if isinstance(piece, str))


def recalled(extras: Any) -> str:
    """The texts of microagents and of the repository that were put into the context."""
    if not isinstance(extras, dict):
        return ""
    known = (one for one in block_list(extras.get("microagent_knowledge")) if isinstance(one, dict))
    found = [*(extras.get(key) for key in _RECALLED), *(one.get("content") for one in known)]
    return "\n\n".join(text for text in found if isinstance(text, str) and text)
