"""The simulated providers on loopback: 400 with each one's own error object where its rules are broken.

    with StrictServer() as server:
        litellm.completion(model="openai/strict-template", api_base=f"{server.url}/v1", …)

``/v1/chat/completions`` serves the models ``openai-chat`` and ``strict-template``, ``/v1/responses`` is OpenAI's other
interface, ``/v1/messages`` is Anthropic's, ``/models/NAME:generateContent`` Gemini's.
"""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self

from tests.structure.strict_shapes import in_camel_case
from tests.structure.strict_wire import Body, anthropic, chat, gemini, responses, template


class StrictServer:
    """The server; ``answers`` keeps what it said to each request (None for 200), ``bodies`` what came."""

    def __init__(self) -> None:
        self.answers: list[str | None] = []
        self.bodies: list[Body] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        self._http.answers, self._http.bodies = self.answers, self.bodies  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join(5)
        self._http.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two writes: else each answer waits 40 ms for the other side

    def log_message(self, *_: object) -> None:
        """Silent."""

    def do_POST(self) -> None:
        """One request."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        served = next(each for each in SERVED if each.here(self.path, body))
        wrong = served.judge(body)
        self.server.answers.append(wrong)  # type: ignore[attr-defined]
        self.server.bodies.append(body)  # type: ignore[attr-defined]
        self._send(200, served.answer(body)) if wrong is None else self._send(400, served.error(wrong))

    def _send(self, status: int, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _anthropic(body: Body) -> str | None:
    return anthropic({"thinking": {"type": "disabled"}, **body})


def _gemini(body: Body) -> str | None:
    return gemini(in_camel_case(body))


def _completion(body: Body) -> Body:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "fine"}}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice],
            "usage": usage}  # fmt: skip


def _response(body: Body) -> Body:
    text = {"type": "output_text", "text": "fine", "annotations": []}
    message = {"type": "message", "id": "m", "status": "completed", "role": "assistant", "content": [text]}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    return {"id": "r", "object": "response", "created_at": 1, "model": body["model"], "status": "completed",
            "output": [message], "usage": usage, "parallel_tool_calls": True, "tool_choice": "auto",
            "tools": []}  # fmt: skip


def _message(body: Body) -> Body:
    text = [{"type": "text", "text": "fine"}]
    usage = {"input_tokens": 1, "output_tokens": 1}
    return {"id": "m", "type": "message", "role": "assistant", "model": body["model"], "stop_reason": "end_turn",
            "content": text, "usage": usage}  # fmt: skip


def _candidate(body: Body) -> Body:
    content = {"role": "model", "parts": [{"text": "fine"}]}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}


def _openai_error(kind: str) -> Callable[[str], Body]:
    return lambda wrong: {"error": {"message": wrong, "type": kind, "param": "messages", "code": None}}


def _anthropic_error(wrong: str) -> Body:
    return {"type": "error", "error": {"type": "invalid_request_error", "message": wrong}}


def _google_error(wrong: str) -> Body:
    return {"error": {"code": 400, "message": wrong, "status": "INVALID_ARGUMENT"}}


class Served(NamedTuple):
    """One interface: which requests are its own, what it says to them."""

    here: Callable[[str, Body], bool]
    judge: Callable[[Body], str | None]
    answer: Callable[[Body], Body]
    error: Callable[[str], Body]


_PLAIN, _ORDER = _openai_error("invalid_request_error"), _openai_error("invalid_request_message_order")
SERVED = (
    Served(lambda path, _: path.endswith("/messages"), _anthropic, _message, _anthropic_error),
    Served(lambda path, _: path.endswith(":generateContent"), _gemini, _candidate, _google_error),
    Served(lambda path, _: path.endswith("/responses"), responses, _response, _PLAIN),
    Served(lambda _, body: body["model"] == "strict-template", template, _completion, _ORDER),
    Served(lambda _, body: True, chat, _completion, _PLAIN),
)
