"""What of the summary lab needs no page: word diff, places, prompts, and runs on their threads."""

import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from compaction_core import lab
from compaction_core.lab import Column
from compaction_core.summarizers.ladder import Injection, Ladder, Offline, Retry
from compaction_core.summarizers.prompts import prompt
from compaction_core.summarizers.recordings import recordings
from compaction_core.summarizers.runs import ModelSettings
from tests.scripted_answers import SCRIPTS, SUMMARY
from tests.scripted_server import ScriptedServer
from tests.summarizers.asking import small
from ui.findings import excerpt
from ui.lab.editor import difference
from ui.lab.places import is_here, place
from ui.lab.prompts import own
from ui.lab.runs import Bench, Job, Run
from ui.lab.words_diff import word_diff

CANARY = "sk-canary-9a8b7c6d5e4f30211"
# LiteLLM keeps its connections open for the next call, and makes an event loop that it never closes.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Accessing the 'model_:DeprecationWarning"),  # LiteLLM's own, of pydantic
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:unclosed event loop:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:Exception ignored in.*socket:pytest.PytestUnraisableExceptionWarning"),
]
TEXT = st.text(alphabet="ab \n\t語", max_size=60)


@given(TEXT, TEXT)
def test_a_word_diff_holds_both_texts_whole(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert "".join(text for kind, text in pieces if kind != "inserted") == before
    assert "".join(text for kind, text in pieces if kind != "deleted") == after
    assert all(text for _, text in pieces)


def test_the_same_text_differs_nowhere() -> None:
    assert word_diff("one two", "one two") == [("same", "one two")]


def test_an_excerpt_is_one_line_with_its_surroundings() -> None:
    text = "a" * 100 + "\nTHE EVIDENCE\n" + "b" * 100
    found = excerpt(text, 101, 113)
    assert "THE EVIDENCE" in found and "\n" not in found and found.startswith("…a") and found.endswith("b…")
    assert excerpt("short", 0, 5) == "short"


@pytest.mark.parametrize(
    ("address", "here"),
    [
        (None, False),
        ("http://localhost:11434", True),
        ("http://127.0.0.1:8080/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://192.168.1.5:8000/v1", False),
        ("https://localhost.example.com/v1", False),
        ("https://127.0.0.1.example.com/v1", False),
    ],
)
def test_only_a_loopback_address_is_this_computer(address: str | None, here: bool) -> None:
    assert is_here(ModelSettings(model="openai/x", api_base=address)) is here


def test_a_key_belongs_to_one_place() -> None:
    places = [
        place(ModelSettings(model=model, api_base=address))
        for model, address in (
            ("openai/gpt-4.1", None),
            ("anthropic/claude-sonnet-4-5", None),
            ("openai/x", "http://127.0.0.1:8080/v1"),
            ("openai/x", "http://127.0.0.1:8081/v1"),
            ("openai/x", "https://127.0.0.1:8080/v1"),
        )
    ]
    assert places[0] == "openai" and len(set(places)) == len(places)
    assert place(ModelSettings(model="gpt-4.1")) == "openai"


def test_the_strategys_own_prompt_is_its_file_where_it_is_sent_as_it_stands() -> None:
    preset = prompt("letta_code_all")
    request = small(instructions=preset.filled()).model_copy(update={"prompt": preset.name})
    assert own(request) == preset
    assert own(small(instructions="Mine.")).text == "Mine."


def test_the_difference_of_two_prompts_is_a_unified_diff() -> None:
    before = prompt("letta_code_all")
    after = before.model_copy(update={"text": before.text + "\nAnswer in French."})
    lines = difference(before, after).splitlines()
    assert "+Answer in French." in lines and not [line for line in lines[2:] if line.startswith("-")]


def job(server: ScriptedServer, model: str, **more: object) -> Job:
    settings = ModelSettings(model=f"openai/{model}", api_base=server.url, timeout=5.0)
    ladder = more.pop("ladder", Ladder())
    runs = more.pop("runs", 1)
    column = Column.model_validate({"summarizer": "litellm", "settings": settings, "ladder": ladder, "runs": runs})
    return Job(column, lab.request_of(column, small()), "plan", "identity", "o200k_base", **more)  # type: ignore[arg-type]


def finished(bench: Bench) -> None:
    until = time.monotonic() + 30
    while bench.running:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_one_failing_and_one_cancelled_column_disturb_no_other(server: ScriptedServer) -> None:
    bench = Bench()
    for number, model in enumerate(("ok", "server-error", "slow-200")):
        bench.start(number, job(server, model), {})
    slow = bench.runs[2]
    seen: set[int] = set()
    while len(seen) < 3:
        seen.add(len(slow.text))
        time.sleep(0.05)
    slow.cancel()
    finished(bench)
    states = {number: run.result.state for number, run in bench.runs.items() if run.result}
    assert states == {0: "done", 1: "failed", 2: "cancelled"}
    done = bench.runs[0].result
    assert done and done.summary and done.summary.text == SUMMARY and slow.text.startswith("word0")


def test_a_ladder_is_seen_as_it_goes_and_faults_are_labelled(server: ScriptedServer) -> None:
    faults = (Injection(fault="429"), Injection(rung=0, fault="500"))
    run = Run(job(server, "ok", ladder=Ladder(rungs=(Retry(times=1), Offline()), injections=faults)))
    run.carry_out()
    assert [(a.kind, a.verdict, a.origin) for a in run.attempts] == [
        ("first", "rate_limit", "injected"),
        ("retry", "server_error", "injected"),
        ("offline", "ok", "live"),
    ]


def test_repeats_give_as_many_results(server: ScriptedServer) -> None:
    run = Run(job(server, "ok", runs=3))
    run.carry_out()
    assert [(result.state, result.reason) for result in run.results] == [("done", "Stored.")] * 3


def test_a_kept_run_is_replayed_without_server_and_key(server: ScriptedServer, tmp_path: Path) -> None:
    first = Run(job(server, "other", folder=tmp_path))
    first.carry_out()
    with ScriptedServer() as gone:
        pass
    replayed = Run(job(gone, "other", folder=tmp_path, replay=True))
    replayed.carry_out()
    assert replayed.result and replayed.result.summary and replayed.result.attempts[0].origin == "recorded"
    assert replayed.result.summary.text == SCRIPTS["other"].text
    assert replayed.result.seconds == first.attempts[0].seconds > 0, "the model's seconds, not the file's"
    missing = Run(job(gone, "ok", folder=tmp_path, replay=True))
    missing.carry_out()
    assert missing.result and missing.result.state == "failed" and "holds no run" in missing.result.reason


def test_a_folder_that_cannot_be_written_is_said_and_the_answer_stays(server: ScriptedServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = Run(job(server, "ok", folder=tmp_path / "file"))
    run.carry_out()
    assert "could not be kept" in run.problem and run.result and run.result.state == "done"


def test_the_key_of_one_place_goes_to_no_other(server: ScriptedServer, tmp_path: Path) -> None:
    address = server.url.removesuffix("/v1")
    server.requests.clear()
    Run(job(server, "ok"), {"openai": SecretStr(CANARY)}).carry_out()
    assert [request["key"] for request in server.requests] == ["no-key"]
    run = Run(job(server, "echo-key", folder=tmp_path), {address: SecretStr(CANARY)})
    run.carry_out()
    assert server.requests[-1]["key"] == CANARY, "it was sent"
    kept = "".join(path.read_text() for path in tmp_path.iterdir())
    assert len(recordings(tmp_path)) == 1 and CANARY not in kept
    assert CANARY not in f"{run.results!r} {vars(run)!r}", "and it is gone from the run"


def test_runs_stop_when_their_visitor_goes(server: ScriptedServer) -> None:
    bench = Bench()
    bench.start(0, job(server, "slow-200"), {})
    run = bench.runs[0]
    del bench
    until = time.monotonic() + 10
    while run.running and time.monotonic() < until:
        time.sleep(0.05)
    assert run.stopped and not run.running
    assert threading.main_thread().is_alive()
