"""The simulated providers on loopback: 400 with each one's own error object where its rules are broken.

    with StrictServer() as server:
        litellm.completion(model="openai/strict-template", api_base=f"{server.url}/v1", …)

``/v1/chat/completions`` serves the models ``openai-chat`` and ``strict-template``, ``/v1/messages`` is Anthropic's.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.structure.strict_wire import Body, anthropic, chat, template


class StrictServer:
    """The server; ``answers`` keeps what it said to each request: None for 200, else the error."""

    def __init__(self) -> None:
        self.answers: list[str | None] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        self._http.answers = self.answers  # type: ignore[attr-defined]
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

    def log_message(self, *_: object) -> None:
        """Silent."""

    def do_POST(self) -> None:
        """One request."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        messages = self.path.endswith("/messages")
        wrong = _anthropic(body) if messages else (template if body["model"] == "strict-template" else chat)(body)
        self.server.answers.append(wrong)  # type: ignore[attr-defined]
        if wrong is None:
            return self._send(200, _message(body) if messages else _completion(body))
        if messages:
            return self._send(400, {"type": "error", "error": {"type": "invalid_request_error", "message": wrong}})
        kind = "invalid_request_message_order" if body["model"] == "strict-template" else "invalid_request_error"
        return self._send(400, {"error": {"message": wrong, "type": kind, "param": "messages", "code": None}})

    def _send(self, status: int, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _anthropic(body: Body) -> str | None:
    return anthropic({"thinking": {"type": "disabled"}, **body})


def _completion(body: Body) -> Body:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "fine"}}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice],
            "usage": usage}  # fmt: skip


def _message(body: Body) -> Body:
    text = [{"type": "text", "text": "fine"}]
    usage = {"input_tokens": 1, "output_tokens": 1}
    return {"id": "m", "type": "message", "role": "assistant", "model": body["model"], "stop_reason": "end_turn",
            "content": text, "usage": usage}  # fmt: skip
