"""Runs alone, where openhands-sdk is installed: JSON on standard input, ranges and seconds on the last line."""

import json
import statistics
import sys
import time
from typing import Any

from openhands.sdk import LLM
from openhands.sdk.context.condenser import LLMSummarizingCondenser
from openhands.sdk.context.view import View
from openhands.sdk.event.llm_convertible import ActionEvent, MessageEvent, ObservationEvent
from openhands.sdk.llm import Message, MessageToolCall, TextContent
from openhands.sdk.tool.schema import Observation

RUNS, PATIENCE = 7, 15.0


class Answer(Observation):
    """What a tool gave back."""


def events_of(messages: list[dict[str, Any]]) -> list[Any]:
    """One event a message: each assistant message of these lists is either a text or one call."""
    found: list[Any] = []
    action = ""
    for number, message in enumerate(messages):
        text = [TextContent(text=message.get("content") or "")]
        if message.get("tool_calls"):
            call = message["tool_calls"][0]
            name, given = call["function"]["name"], call["function"]["arguments"]
            event: Any = ActionEvent(
                thought=[],
                action=None,
                tool_name=name,
                tool_call_id=call["id"],
                tool_call=MessageToolCall(id=call["id"], name=name, arguments=given, origin="completion"),
                llm_response_id=str(number),
            )
            action = event.id
        elif message["role"] == "tool":
            event = ObservationEvent(
                tool_name=message["name"],
                tool_call_id=message["tool_call_id"],
                observation=Answer(content=text),
                action_id=action,
            )
        else:
            source = "user" if message["role"] == "user" else "agent"
            event = MessageEvent(source=source, llm_message=Message(role=message["role"], content=text))
        found.append(event)
    return found


def answer(messages: list[dict[str, Any]], settings: dict[str, int]) -> dict[str, Any]:
    """The forgotten range, and the median of the CPU seconds."""
    llm = LLM(model="openai/bench", api_key="none")  # a name LiteLLM does not know: no limit of its own, cl100k
    condenser = LLMSummarizingCondenser(llm=llm, **settings)
    counting = llm if "max_tokens" in settings else None
    view = View.from_events(events_of(messages))
    seconds: list[float] = []
    started = time.perf_counter()
    while len(seconds) <= RUNS and (not seconds or time.perf_counter() - started <= PATIENCE):
        start = time.process_time()
        if condenser.condensation_requirement(view, counting) is None:
            raise SystemExit("the condenser sees no reason to condense")
        forgotten, first = condenser._get_forgotten_events(view, counting)
        seconds.append(time.process_time() - start)
    counted = seconds[1:] or seconds
    stop = first + len(forgotten)
    return {"start": first, "stop": stop, "seconds": statistics.median(counted), "runs": len(counted)}


if __name__ == "__main__":
    print(json.dumps([answer(case["messages"], case["settings"]) for case in json.load(sys.stdin)]))
