"""An OpenAI-compatible chat server on loopback whose answers and faults follow a script, chosen by model name.

    with ScriptedServer() as server:
        ask(request, ModelSettings(model="openai/ok", api_base=server.url))

    python -m tests.scripted_server --port 8123

Model names are those of ``SCRIPTS``; a test may give its own. ``fits-5000`` answers requests of at most so many
characters and reports a context overflow above; ``flaky-2`` fails twice with 500, then answers; ``slow-40`` streams
so many words, one every 50 ms; ``needs-KEY`` answers 401 and repeats the key unless it is KEY; ``echo-key`` repeats
it in its answer.
"""

import argparse
import json
import threading
import time
from collections import Counter
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.scripted_answers import LONGEST_WAIT, OVERFLOW, SCRIPTS, Script, completion, events, fault, pieces_of


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
        if model.startswith("needs-"):
            wrong = f"Incorrect API key provided: {request['key']}."
            right = request["key"] == model.removeprefix("needs-")
            return self.scripts["ok"] if right else fault(401, wrong, "invalid_request_error")
        if model == "echo-key":
            return Script(text=f"The key is {request['key']}, well kept.")
        name, _, number = model.rpartition("-")
        match name:
            case "fits":
                size = sum(len(str(m["content"])) for m in request["body"]["messages"])
                return self.scripts["ok"] if size <= int(number) else OVERFLOW
            case "flaky":
                return self.scripts["ok"] if times > int(number) else self.scripts["server-error"]
            case "slow" if number.isdigit():
                return Script(text=" ".join(f"word{i}" for i in range(int(number))), pause=0.05)
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
        scripted.rest(script.pause * len(pieces_of(script.text)))
        return self._whole(script, body)

    def _whole(self, script: Script, body: dict[str, Any]) -> None:
        text = json.dumps(completion(script, body))
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
            for event in events(script, body):
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
