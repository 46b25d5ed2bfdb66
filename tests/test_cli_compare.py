"""``compare`` and a model behind ``compact``, against the scripted server, through LiteLLM's own path."""

import json
from pathlib import Path

import pytest

from compaction_core.cli import main
from tests.scripted_server import ScriptedServer

# LiteLLM reads pydantic's fields from instances; the filter it sets when imported is undone by pytest for each test.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"
)
KEYS = {"label", "state", "summary", "tokens", "seconds", "price", "stop_reason", "attempts", "findings"}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_columns_that_need_no_model(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "compare", "first_example", "--summarizer", "offline", "--summarizer", "none")
    assert [column["label"] for column in told["columns"]] == ["offline", "none"]
    assert all(column.keys() >= KEYS and column["state"] == "done" for column in told["columns"])
    assert told["columns"][0]["tokens"] > told["columns"][1]["tokens"] == 0
    assert "empty" in {finding["code"] for finding in told["columns"][1]["findings"]}


def test_a_summary_recorded_elsewhere_is_not_done_and_its_place_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "s.yaml"
    rows = "  - times: 6\n    messages: [{user: And then, filler: 50}, {assistant: So, filler: 50}]\n"
    path.write_text(f"sketch: 1\nmessages:\n{rows}  - summary: What was said.\n{rows}", encoding="utf-8")
    words = ("compare", str(path), "--window", "1000", "--summarizer", "recorded")
    (column,) = run(capsys, *words)["columns"]
    assert (column["state"], column["summary"], column["tokens"], column["findings"]) == ("failed", None, None, [])
    assert column["reason"] == "not available here; the file records one at #12, use --at 12"
    (column,) = run(capsys, *words, "--at", "12")["columns"]
    assert (column["state"], column["summary"]) == ("done", "What was said.")
    (column,) = run(capsys, "compare", "first_example", "--summarizer", "recorded")["columns"]
    assert (column["state"], column["reason"]) == ("failed", "this file records no summary here")


def test_two_models_one_failing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-key")
    with ScriptedServer() as server:
        models = ("--summarizer", "litellm:openai/ok", "--summarizer", "litellm:openai/server-error")
        told = run(capsys, "compare", "first_example", *models, "--api-base", server.url)
    good, bad = told["columns"]
    assert good["state"] == "done" and good["summary"] and good["stop_reason"] == "stop"
    assert bad["state"] == "failed" and bad["summary"] is None and bad["attempts"][0]["verdict"] == "server_error"
    assert "canary-key" not in json.dumps(told)


def test_the_recorded_runs_of_a_sample_need_no_network_and_answer_their_own_request_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("compare", "long_coding", "--summarizer", "offline", "--summarizer", "bundled")
    offline, bundled = run(capsys, *words, "--at", "trigger")["columns"]
    assert offline["state"] == bundled["state"] == "done" and bundled["summary"]
    assert {attempt["origin"] for attempt in bundled["attempts"]} == {"recorded"}
    bundled = run(capsys, *words, "--at", "200")["columns"][1]
    assert bundled["state"] == "failed" and "recorded for another request" in bundled["reason"]


def test_a_prompt_file_reaches_the_model(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-key")
    mine = tmp_path / "mine.md"
    mine.write_text("Say what matters in ten words.", encoding="utf-8")
    with ScriptedServer() as server:
        words = ("--summarizer", "litellm:openai/ok", "--api-base", server.url, "--prompt", str(mine))
        told = run(capsys, "compact", "first_example", *words)
        sent = server.requests[0]["body"]["messages"]
    assert sent[0] == {"role": "system", "content": "Say what matters in ten words."}
    assert told["summary"]["basis"] == "model"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--summarizer", "nobody"), "offline"),
        (("--summarizer", "litellm:"), "needs a model's name"),
        (("--summarizer", "offline", "--prompt", "/nowhere"), "Cannot read the prompt"),
        (
            (
                "--summarizer",
                "offline",
            )
            * 7,
            "At most 6",
        ),
    ],
)
def test_a_wrong_word_is_one_line(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "first_example", *words]) == 2
    assert says in capsys.readouterr().err
