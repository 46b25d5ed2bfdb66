"""Every outcome of asking a model, reached through LiteLLM's real path over loopback.

Right values: the scripted server's own (``scripted_answers.py``); which LiteLLM exception each fault becomes was
observed with 1.110.2.
"""

import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from compaction_core.errors import BadParameter
from compaction_core.session import Usage
from compaction_core.summarizers.litellm import STAY_LOCAL, ask, load
from compaction_core.summarizers.recordings import record
from compaction_core.summarizers.runs import OUTCOMES, Answer, ModelSettings, leaves_this_computer
from tests.scripted_answers import SCRIPTS, SUMMARY
from tests.scripted_server import ScriptedServer
from tests.summarizers.asking import TRANSCRIPT, small

ROOT = Path(__file__).parents[2]
CANARY = "sk-canary-1f2e3d4c5b6a79880"
# LiteLLM reads pydantic's fields from instances; the filter it sets when imported is undone by pytest for each test.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"
)


def settings(server: ScriptedServer, model: str, **more: object) -> ModelSettings:
    return ModelSettings.model_validate({"model": f"openai/{model}", "api_base": server.url, "timeout": 5.0, **more})


def asked(server: ScriptedServer, model: str, **more: object) -> Answer:
    return ask(small(), settings(server, model, **more))


def test_a_streamed_answer(server: ScriptedServer) -> None:
    pieces: list[tuple[str, int]] = []
    answer = ask(
        small(), settings(server, "other"), on_text=lambda piece: pieces.append((piece, threading.get_ident()))
    )
    assert answer.outcome == "ok" and answer.error is None and answer.origin == "live"
    assert answer.text == SCRIPTS["other"].text == "".join(piece for piece, _ in pieces)
    assert len(pieces) > 3 and {thread for _, thread in pieces} == {threading.get_ident()}
    assert (answer.stop_reason, answer.model) == ("stop", "other")
    assert answer.seconds_to_first is not None and 0 < answer.seconds_to_first < answer.seconds


def test_an_answer_in_one_piece(server: ScriptedServer) -> None:
    pieces: list[str] = []
    answer = ask(small(), settings(server, "ok", stream=False), on_text=pieces.append)
    assert (answer.outcome, answer.text, pieces) == ("ok", SUMMARY, [SUMMARY])
    assert answer.seconds_to_first is None and answer.stop_reason == "stop"


@pytest.mark.parametrize("stream", [True, False])
def test_usage_is_what_the_server_reports(server: ScriptedServer, stream: bool) -> None:
    answer = asked(server, "ok", stream=stream)
    tokens = len("Summarize the record." + TRANSCRIPT) // 4  # the server's rule
    output = len(SUMMARY) // 4
    cached = tokens // 10
    assert answer.usage == Usage(input=tokens - cached, cache_read=cached, output=output, reasoning=output // 5)


@pytest.mark.parametrize("stream", [True, False])
def test_no_usage_is_none_and_not_litellms_own_guess(server: ScriptedServer, stream: bool) -> None:
    answer = asked(server, "no-usage", stream=stream)
    assert (answer.outcome, answer.text, answer.usage) == ("ok", SUMMARY, None)


def test_what_is_sent(server: ScriptedServer) -> None:
    server.requests.clear()
    ask(small(), settings(server, "ok", temperature=0.3, max_tokens=77), key=SecretStr("k"))
    ask(small(), settings(server, "ok", stream=False, acknowledgement="Ready."))
    first, second = server.requests
    assert first["path"] == "/v1/chat/completions" and first["key"] == "k"
    assert first["body"]["messages"] == [
        {"role": "system", "content": "Summarize the record."},
        {"role": "user", "content": TRANSCRIPT},
    ]
    assert {k: first["body"][k] for k in ("model", "temperature", "max_tokens", "stream", "stream_options")} == {
        "model": "ok",
        "temperature": 0.3,
        "max_tokens": 77,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    assert [m["role"] for m in second["body"]["messages"]] == ["system", "assistant", "user"]
    assert not {"temperature", "max_tokens", "stream_options"} & set(second["body"])


FAULTS = {
    "rate-limit": "rate_limit",
    "server-error": "server_error",
    "unavailable": "server_error",
    "overflow": "overflow",
    "overflow-plain": "overflow",
    "policy": "refusal",
    "filtered": "refusal",
    "unknown": "error",
    "bad-request": "error",
    "garbage": "garbage",
    "wrong-json": "garbage",
    "dropped": "dropped",
    "needs-another": "auth",
}


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(("model", "outcome"), FAULTS.items())
def test_faults(server: ScriptedServer, model: str, outcome: str, stream: bool) -> None:
    before = len(server.requests)
    answer = asked(server, model, stream=stream)
    assert answer.outcome == outcome
    assert answer.error and len(answer.error) <= 600 and "litellm." not in answer.error
    assert answer.usage is None or model == "filtered"
    assert len(server.requests) == before + 1, "neither LiteLLM nor its client retries"


def test_a_broken_off_stream_keeps_what_had_come(server: ScriptedServer) -> None:
    answer = asked(server, "dropped")
    assert answer.text and SUMMARY.startswith(answer.text) and answer.stop_reason is None


def test_a_stream_without_a_finish_reason_broke_off(server: ScriptedServer) -> None:
    answer = asked(server, "no-finish")
    assert (answer.outcome, answer.text) == ("dropped", SUMMARY)


@pytest.mark.parametrize("model", ["timeout", "stall"])
def test_silence_is_a_timeout(server: ScriptedServer, model: str) -> None:
    answer = asked(server, model, timeout=0.6)
    assert answer.outcome == "timeout" and 0.5 < answer.seconds < 2.5
    assert bool(answer.text) == (model == "stall")


def test_the_timeout_is_for_the_whole_answer(server: ScriptedServer) -> None:
    # A word every 50 ms never starves the connection: LiteLLM's own timeout would wait for all 200.
    answer = asked(server, "slow-200", timeout=0.6)
    assert answer.outcome == "timeout" and answer.seconds < 2.5
    assert "time was up" in (answer.error or "")


def test_cancel_comes_back_at_once_and_hangs_up(server: ScriptedServer) -> None:
    server.closed_early.clear()
    pieces: list[str] = []
    answer = ask(small(), settings(server, "slow-200"), on_text=pieces.append, cancelled=lambda: len(pieces) >= 2)
    assert (answer.outcome, answer.text) == ("cancelled", "".join(pieces)) and len(pieces) == 2
    assert server.closed_early.wait(10), "the server still streams"


def test_cancel_while_nothing_arrives(server: ScriptedServer) -> None:
    until = time.monotonic() + 0.3
    answer = ask(small(), settings(server, "timeout", timeout=8.0), cancelled=lambda: time.monotonic() > until)
    assert answer.outcome == "cancelled" and answer.seconds < 4


def test_a_refusal_in_words(server: ScriptedServer) -> None:
    answer = asked(server, "refusal", stream=False)
    assert (answer.outcome, answer.error) == ("refusal", "I cannot help with that.")
    # LiteLLM 1.110.2 drops the field from a stream: what is left is a blank answer, which a ladder does not store.
    streamed = asked(server, "refusal")
    assert streamed.outcome == "ok" and streamed.blank


@pytest.mark.parametrize("model", ["blank", "empty", "thinking"])
def test_a_blank_answer_is_whole_and_blank(server: ScriptedServer, model: str) -> None:
    answer = asked(server, model)
    assert answer.outcome == "ok" and answer.blank and answer.usage is not None
    assert answer.reasoning_chars == len(SCRIPTS[model].reasoning or "")


def test_long_and_cut_answers(server: ScriptedServer) -> None:
    assert asked(server, "long").text == SCRIPTS["long"].text
    cut = asked(server, "length")
    assert (cut.outcome, cut.stop_reason, cut.text) == ("ok", "length", SUMMARY[:40])


def test_a_stream_that_repeats_itself_is_stopped_by_litellm(server: ScriptedServer) -> None:
    answer = asked(server, "repeating")
    assert answer.outcome == "error" and "repeating" in (answer.error or "")


def test_no_server_at_the_address() -> None:
    with ScriptedServer() as gone:
        pass
    answer = asked(gone, "ok")
    assert answer.outcome == "error" and "no server answers at this address" in (answer.error or "")


def test_a_model_without_a_known_provider() -> None:
    answer = ask(small(), ModelSettings(model="no-such-thing", timeout=5.0))
    assert answer.outcome == "error" and "Provider" in (answer.error or "")


def test_two_at_once_do_not_disturb_each_other(server: ScriptedServer) -> None:
    answers: dict[str, Answer] = {}
    names = ["other", "server-error", "slow", "ok"]
    threads = [threading.Thread(target=lambda n=name: answers.update({n: asked(server, n)})) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert {n: a.outcome for n, a in answers.items()} == {
        "other": "ok",
        "server-error": "server_error",
        "slow": "ok",
        "ok": "ok",
    }
    assert answers["other"].text == SCRIPTS["other"].text and answers["slow"].text == SCRIPTS["slow"].text


def test_a_key_of_the_environment_never_goes_to_a_given_address(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    server.requests.clear()
    asked(server, "ok")
    assert [r["key"] for r in server.requests] == ["no-key"]
    monkeypatch.setenv("OPENAI_API_BASE", server.url)  # the environment's own address gets the environment's own key
    ask(small(), ModelSettings(model="openai/ok", timeout=5.0))
    assert server.requests[-1]["key"] == CANARY


def test_the_key_shows_up_nowhere(
    server: ScriptedServer, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    key = SecretStr(CANARY)
    seen: list[str] = [repr(key)]
    for model in ("ok", "needs-another", "echo-key", "garbage", "server-error", "dropped"):
        for stream in (True, False):
            chosen = settings(server, model, stream=stream)
            answer = ask(small(), chosen, key=key)
            path = record(tmp_path, small(), chosen, answer)
            seen += [repr(answer), str(answer), answer.model_dump_json(), repr(chosen), path.name, path.read_text()]
    assert server.requests[-1]["key"] == CANARY, "it was sent"
    printed = capfd.readouterr()
    told = "\n".join([*seen, caplog.text, printed.out, printed.err])
    assert CANARY not in told and CANARY[10:] not in told
    assert "[secret]" in told


def test_settings_refuse_a_key_in_the_address_and_never_print_their_input() -> None:
    for address in (f"http://me:{CANARY}@localhost/v1", f"http://localhost/v1?key={CANARY}", f"localhost/{CANARY}"):
        with pytest.raises(BadParameter) as refused:
            ModelSettings(model="openai/ok", api_base=address)
        assert CANARY not in str(refused.value)
    with pytest.raises(ValidationError) as wrong:
        ModelSettings.model_validate({"model": CANARY * 20, "timeout": CANARY})
    assert CANARY not in str(wrong.value)


@pytest.mark.parametrize(
    ("address", "leaves"),
    [
        (None, True),
        ("http://localhost:11434", False),
        ("http://127.1.2.3/v1", False),
        ("http://[::1]:8080/v1", False),
        ("http://localhost.example.org/v1", True),
        ("http://127.0.0.1.example.org/v1", True),
        ("https://10.0.0.5/v1", True),
    ],
)
def test_what_leaves_this_computer(address: str | None, leaves: bool) -> None:
    assert leaves_this_computer(ModelSettings(model="openai/x", api_base=address)) is leaves


def test_loading_touches_nothing_but_says_local(tmp_path: Path) -> None:
    """In a process of its own: no connection, no .env, no output, TIKTOKEN_CACHE_DIR as it was."""
    (tmp_path / ".env").write_text("FROM_DOTENV=1\n")
    script = (
        "import socket, os, sys\n"
        "def refuse(*a, **k): raise SystemExit('a connection was tried')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from compaction_core.summarizers.litellm import load\n"
        "assert 'litellm' not in sys.modules\n"
        "load()\n"
        "assert 'litellm' in sys.modules and 'TIKTOKEN_CACHE_DIR' not in os.environ\n"
        "assert 'FROM_DOTENV' not in os.environ and 'LITELLM_MODE' not in os.environ\n"
    )
    clean = {k: v for k, v in os.environ.items() if k not in (*STAY_LOCAL, "TIKTOKEN_CACHE_DIR", "LITELLM_MODE")}
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**clean, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_every_outcome_is_reached_here() -> None:
    reached = {*FAULTS.values(), "ok", "timeout", "cancelled"}
    assert reached == set(OUTCOMES)


def test_load_gives_the_same_module(server: ScriptedServer) -> None:
    assert load() is sys.modules["litellm"]


def test_half_a_surrogate_pair_is_sent_as_the_replacement_character(server: ScriptedServer) -> None:
    server.requests.clear()
    answer = ask(small("[user] \ud83d cut, \ud83d\ude00 whole, \x00 \u202e kept"), settings(server, "ok"))
    assert answer.outcome == "ok"
    assert server.requests[0]["body"]["messages"][1]["content"] == "[user] \ufffd cut, 😀 whole, \x00 \u202e kept"
