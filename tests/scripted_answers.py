"""What the scripted server says: one script a model name, as OpenAI's API would put it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

LONGEST_WAIT = 20.0
"""Seconds no script ever exceeds, whatever it says."""
SUMMARY = "## Goals\n- Fix the login of gatehouse.\n\n## Next step\n- Run the tests in tests/test_login.py."
End = Literal["done", "cut", "hang", "no_finish"]


@dataclass(frozen=True)
class Script:
    """One scripted answer. A ``status`` other than 200 sends ``error`` as OpenAI's error object."""

    text: str = SUMMARY
    status: int = 200
    error: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    """Sent as it stands instead of a chat completion."""
    wait: float = 0.0
    """Seconds of silence before the first byte."""
    pause: float = 0.0
    """Seconds between two pieces of a stream."""
    finish: str = "stop"
    refusal: str | None = None
    reasoning: str | None = None
    usage: bool = True
    end: End = "done"
    """How a stream goes on after its last piece: it ends, breaks off, falls silent, or ends with no finish reason."""


def fault(status: int, message: str, type: str, code: str = "") -> Script:
    """An answer with OpenAI's error object."""
    return Script(status=status, error={"message": message, "type": type, "code": code})


OVERFLOW = fault(
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "invalid_request_error",
    "context_length_exceeded",
)
SCRIPTS: dict[str, Script] = {
    "ok": Script(),
    "other": Script(text="## Goals\n- The other model says: fix the login.", pause=0.02),
    "slow": Script(text=SUMMARY * 4, pause=0.05),
    "rate-limit": fault(429, "Rate limit reached for requests.", "requests", "rate_limit_exceeded"),
    "server-error": fault(500, "The server had an error processing your request.", "server_error"),
    "unavailable": fault(503, "The engine is overloaded.", "server_error"),
    "overflow": OVERFLOW,
    "overflow-plain": fault(400, "the request exceeds the available context size, try increasing it", "x"),
    "policy": fault(
        400, "Your request was rejected by the usage policy.", "invalid_request_error", "content_policy_violation"
    ),
    "unknown": fault(404, "The model does not exist.", "invalid_request_error", "model_not_found"),
    "bad-request": fault(400, "Unsupported value.", "invalid_request_error"),
    "timeout": Script(wait=LONGEST_WAIT),
    "stall": Script(end="hang"),
    "dropped": Script(end="cut"),
    "no-finish": Script(end="no_finish"),
    "garbage": Script(body="<html><body>It works!</body></html>"),
    "wrong-json": Script(body='{"status": "fine"}'),
    "refusal": Script(text="", refusal="I cannot help with that.", finish="stop"),
    "filtered": Script(text="", finish="content_filter"),
    "blank": Script(text="  \n"),
    "empty": Script(text=""),
    "thinking": Script(text="", reasoning="Let me think about what to keep."),
    "long": Script(text=" ".join(f"Step {i} of the login of gatehouse was done." for i in range(3000))),
    "repeating": Script(text="The login was fixed. " * 3000),
    "length": Script(text=SUMMARY[:40], finish="length"),
    "no-usage": Script(usage=False),
}


def usage(body: Mapping[str, Any], text: str) -> dict[str, Any]:
    """What the server reports: one token per four characters, a tenth of the input read from cache."""
    tokens = sum(len(str(message["content"])) for message in body["messages"]) // 4
    output = len(text) // 4
    return {
        "prompt_tokens": tokens,
        "completion_tokens": output,
        "total_tokens": tokens + output,
        "prompt_tokens_details": {"cached_tokens": tokens // 10},
        "completion_tokens_details": {"reasoning_tokens": output // 5},
    }


def pieces_of(text: str) -> list[str]:
    """At most about 200 pieces of at least 8 characters."""
    size = max(8, len(text) // 200)
    return [text[i : i + size] for i in range(0, len(text), size)]


def completion(script: Script, body: dict[str, Any]) -> dict[str, Any]:
    """The whole answer in one."""
    message = {"role": "assistant", "content": script.text, "refusal": script.refusal}
    if script.reasoning is not None:
        message["reasoning_content"] = script.reasoning
    answer = _frame(body, "chat.completion", [{"index": 0, "finish_reason": script.finish, "message": message}])
    return answer | {"usage": usage(body, script.text)} if script.usage else answer


def events(script: Script, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answer as a stream: a role, the pieces, the finish reason, and the usage if it was asked for."""

    def event(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return _frame(body, "chat.completion.chunk", [{"index": 0, "delta": delta, "finish_reason": finish}])

    yield event({"role": "assistant", "content": ""})
    if script.reasoning is not None:
        yield event({"reasoning_content": script.reasoning})
    if script.refusal is not None:
        yield event({"refusal": script.refusal})
    pieces = pieces_of(script.text)
    if script.end in ("cut", "hang"):
        pieces = pieces[: max(1, len(pieces) // 2)]
    for piece in pieces:
        yield event({"content": piece})
    if script.end != "done":
        return
    yield event({}, script.finish)
    if script.usage and (body.get("stream_options") or {}).get("include_usage"):
        yield _frame(body, "chat.completion.chunk", []) | {"usage": usage(body, script.text)}


def _frame(body: dict[str, Any], kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body["model"], "choices": choices}
