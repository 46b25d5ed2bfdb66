"""An OpenAI-compatible chat server on loopback whose answers and faults follow a script, chosen by model name.

    with ScriptedServer() as server:
        ask(request, ModelSettings(model="openai/ok", api_base=server.url))

    python -m tests.scripted_server --port 8123

Model names are those of ``SCRIPTS``; a test may give its own. ``fits-5000`` answers requests of at most so many
characters and reports a context overflow above; ``flaky-2`` fails twice with 500, then answers; ``slow-40`` streams
so many words, one every 50 ms; ``needs-KEY`` answers 401 unless the bearer token is KEY.
"""

import argparse
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self

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


def _fault(status: int, message: str, type: str, code: str = "") -> Script:
    return Script(status=status, error={"message": message, "type": type, "code": code})


OVERFLOW = _fault(
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "invalid_request_error",
    "context_length_exceeded",
)
SCRIPTS: dict[str, Script] = {
    "ok": Script(),
    "other": Script(text="## Goals\n- The other model says: fix the login.", pause=0.02),
    "slow": Script(text=SUMMARY * 4, pause=0.05),
    "rate-limit": _fault(429, "Rate limit reached for requests.", "requests", "rate_limit_exceeded"),
    "server-error": _fault(500, "The server had an error processing your request.", "server_error"),
    "unavailable": _fault(503, "The engine is overloaded.", "server_error"),
    "overflow": OVERFLOW,
    "overflow-plain": _fault(400, "the request exceeds the available context size, try increasing it", "x"),
    "policy": _fault(
        400, "Your request was rejected by the usage policy.", "invalid_request_error", "content_policy_violation"
    ),
    "unknown": _fault(404, "The model does not exist.", "invalid_request_error", "model_not_found"),
    "bad-request": _fault(400, "Unsupported value.", "invalid_request_error"),
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
    "long": Script(text="The login of gatehouse was fixed. " * 3000),
    "length": Script(text=SUMMARY[:40], finish="length"),
    "no-usage": Script(usage=False),
}


class ScriptedServer:
    """The server; ``url`` is the ``api_base`` to give. ``requests`` keeps what came in: path, key and body."""

    def __init__(self, scripts: Mapping[str, Script] = SCRIPTS, port: int = 0) -> None:
        self.requests: list[dict[str, Any]] = []
        self.scripts = dict(scripts)
        self.stopped = threading.Event()
        self.closed_early = threading.Event()
        """Set once a client has hung up in the middle of a stream."""
        self._seen: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.scripted = self
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self._http.shutdown()
        self._thread.join(5)
        self._http.server_close()

    def answer(self, request: dict[str, Any]) -> Script:
        """The script for this request; the request is remembered."""
        model = str(request["body"].get("model", ""))
        with self._lock:
            self.requests.append(request)
            self._seen[model] += 1
            times = self._seen[model]
        name, _, number = model.rpartition("-")
        match name:
            case "fits":
                size = sum(len(str(m["content"])) for m in request["body"]["messages"])
                return self.scripts["ok"] if size <= int(number) else OVERFLOW
            case "flaky":
                return self.scripts["ok"] if times > int(number) else self.scripts["server-error"]
            case "slow" if number.isdigit():
                return Script(text=" ".join(f"word{i}" for i in range(int(number))), pause=0.05)
            case "needs":
                wrong = f"Incorrect API key provided: {request['key']}."
                return self.scripts["ok"] if request["key"] == number else _fault(401, wrong, "invalid_request_error")
        return self.scripts.get(model, self.scripts["unknown"])

    def rest(self, seconds: float) -> None:
        """Sleep, but no longer than the server lives or a script may take."""
        self.stopped.wait(min(seconds, LONGEST_WAIT))


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    scripted: ScriptedServer

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is part of the script."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def log_message(self, *_: object) -> None:
        """Silent: a request line may carry a key."""

    def do_GET(self) -> None:
        """The list of models, as local servers give it."""
        rows = [{"id": name, "object": "model"} for name in self.server.scripted.scripts]
        self._send(200, json.dumps({"object": "list", "data": rows}))

    def do_POST(self) -> None:
        """One chat completion."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        scripted = self.server.scripted
        script = scripted.answer({"path": self.path, "key": key, "body": body})
        scripted.rest(script.wait)
        if script.status != 200:
            return self._send(script.status, json.dumps({"error": dict(script.error)}))
        if script.body is not None:
            return self._send(200, script.body, "text/html" if script.body.startswith("<") else "application/json")
        if body.get("stream"):
            return self._stream(script, body)
        scripted.rest(script.pause * len(_pieces(script.text)))
        return self._whole(script, body)

    def _whole(self, script: Script, body: dict[str, Any]) -> None:
        text = json.dumps(_completion(script, body))
        if script.end == "cut":
            self._head(200, "application/json", len(text))
            self.wfile.write(text[: len(text) // 2].encode())
            self.close_connection = True
            return
        if script.end == "hang":
            self.server.scripted.rest(LONGEST_WAIT)
        self._send(200, text)

    def _stream(self, script: Script, body: dict[str, Any]) -> None:
        self._head(200, "text/event-stream", None)
        try:
            for event in _events(script, body):
                self._chunk(f"data: {json.dumps(event)}\n\n")
                self.server.scripted.rest(script.pause)
            if script.end == "hang":
                self.server.scripted.rest(LONGEST_WAIT)
            if script.end != "cut":
                self._chunk("data: [DONE]\n\n")
                self._chunk("")
        except OSError:
            self.server.scripted.closed_early.set()
        self.close_connection = True

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _send(self, status: int, text: str, type: str = "application/json") -> None:
        data = text.encode()
        self._head(status, type, len(data))
        self.wfile.write(data)

    def _head(self, status: int, type: str, length: int | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", type)
        if length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()


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


def _pieces(text: str) -> list[str]:
    size = max(8, len(text) // 200)
    return [text[i : i + size] for i in range(0, len(text), size)]


def _completion(script: Script, body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": script.text, "refusal": script.refusal}
    if script.reasoning is not None:
        message["reasoning_content"] = script.reasoning
    answer = _frame(body, "chat.completion", [{"index": 0, "finish_reason": script.finish, "message": message}])
    return answer | {"usage": usage(body, script.text)} if script.usage else answer


def _events(script: Script, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    def event(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return _frame(body, "chat.completion.chunk", [{"index": 0, "delta": delta, "finish_reason": finish}])

    yield event({"role": "assistant", "content": ""})
    if script.reasoning is not None:
        yield event({"reasoning_content": script.reasoning})
    if script.refusal is not None:
        yield event({"refusal": script.refusal})
    pieces = _pieces(script.text)
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


def with_text(text: str, **more: Any) -> Script:
    """A script that answers ``text``."""
    return replace(SCRIPTS["ok"], text=text, **more)


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="Scripted OpenAI-compatible server, on this computer only.")
    parser.add_argument("--port", type=int, default=8123)
    with ScriptedServer(port=parser.parse_args().port) as server:
        print(f"{server.url} answers as: {', '.join(server.scripts)}", flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
