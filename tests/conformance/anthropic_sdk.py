"""The tool runner's sub-task, answered by the product's own functions."""

from typing import Any

from compaction_core.session import Message, Usage
from compaction_core.strategies import Context, Plan, strategies
from compaction_core.strategies.anthropic_sdk.runner import Sent, request, sent
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.tokens import measure
from tests.conformance.messages import session

Case = dict[str, Any]


def tool_runner(case: Case) -> Case:
    """A compaction after the reply that the case's usage belongs to; the messages are the runner's list."""
    params = case["params"]
    made = _plan(case)
    nothing = {"error": None, "compacted": False, "summary_request": None, "roles_after": None, "evicted_count": 0}
    if not _fires(params) or made.cut is None:
        return nothing
    told = _request(case, params)
    if params["first_block_of_reply"] != "text":
        return {**nothing, "error": "reply_not_text", "summary_request": told}
    return {
        "error": None,
        "compacted": True,
        "summary_request": told,
        "roles_after": [strategies.get("anthropic-sdk").wrapper(made).role],
        "evicted_count": len(case["messages"]) if made.cut == made.end else 0,
    }


def _settings(params: Case, **more: object) -> Any:
    given = {"enabled": params["enabled"], "model": params["control_model"], **more}
    if params["context_token_threshold"] is not None:
        given["context_token_threshold"] = params["context_token_threshold"]
    return settle(strategies.get("anthropic-sdk"), given)


def _plan(case: Case) -> Plan:
    conversation = session(case)
    context = Context(
        conversation,
        0,
        len(conversation.messages),
        measure(conversation),
        None,
        _settings(case["params"], reply_is_last=False),
    )
    return plan_context(strategies.get("anthropic-sdk"), context)


def _fires(params: Case) -> bool:
    """The trigger after one reply with the case's usage."""
    strategy, usage = strategies.get("anthropic-sdk"), params["usage"]
    reported = Usage(
        input=usage["input_tokens"],
        output=usage["output_tokens"],
        cache_read=usage["cache_read_input_tokens"] or 0,
        cache_write=usage["cache_creation_input_tokens"] or 0,
    )
    reply = session({"messages": []}).model_copy(update={"messages": (Message(role="assistant", usage=reported),)})
    context = Context(reply, 0, 1, measure(reply), None, _settings(params))
    return strategy.fires(context, strategy.watched(context), strategy.looks(context)) == (True,)


def _request(case: Case, params: Case) -> Case:
    messages = session(case).messages
    listed = sent(messages, [i for i, message in enumerate(messages) if not message.is_prompt])
    asked = request(messages, listed)
    return {
        "model": params["control_model"] or params["runner_model"],
        "max_tokens": params["runner_max_tokens"],
        "message_count": len(asked.messages) + 1,
        "last_is_prompt": True,
        "prompt_is_default": not params["custom_prompt"],
        "dropped_trailing_message": bool(asked.dropped),
        "trailing_tool_use_stripped": asked.without_calls is not None,
        "last_history_block_types": _blocks(case["messages"], asked.messages[-1], asked.without_calls),
    }


def _blocks(rows: list[Case], last: Sent, without_calls: int | None) -> list[str]:
    """The wire's blocks of the message in front of the prompt."""
    found = [rows[row] for row in last.rows]
    if found[0]["role"] == "tool":
        return ["tool_result"] * len(found)
    content = found[0].get("content")
    if found[0]["role"] == "user":
        if not isinstance(content, list):
            return ["string"]
        return ["text" if block["type"] == "text" else "image" for block in content]
    calls = [] if without_calls == last.rows[0] else ["tool_use"] * len(found[0].get("tool_calls") or ())
    text = ["text"] if content or "content_repeat" in found[0] or not calls else []
    return [*text, *calls]


TASKS = {"tool-runner": tool_runner}
