import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import compaction_core
from compaction_core import compact, load, plan, strategies
from compaction_core.cli import app, main, reproduce
from compaction_core.cli.arguments import parser
from compaction_core.cli.settings import parameters
from compaction_core.passes import carry
from tests.report.sessions import chat

ROOT = Path(compaction_core.__file__).parent.parent
PLAN_KEYS = {"stats", "steps", "cut", "fates", "mode_used", "fallback_reason", "error", "strategy", "version"}
PLAN_KEYS |= {"protected", "parameters", "start", "end", "context_window", "counter", "as_released", "mode", "trigger"}
PLAN_KEYS |= {"retained", "redacted"}


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


@pytest.fixture
def ten(tmp_path: Path) -> str:
    """Ten messages of 100 estimated and 81 measured tokens each (tests/report/sessions.py)."""
    path = tmp_path / "ten.json"
    path.write_text(json.dumps(chat(10)), encoding="utf-8")
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command that must succeed quietly; give its JSON, or its text without --json."""

    def run(*words: str) -> Any:
        assert main(words) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return json.loads(shown.out, parse_constant=refuse) if "--json" in words else shown.out

    return run


def python(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, encoding="utf-8", timeout=60, check=False, **options
    )


def test_load_gives_the_facts(run: Any, ten: str) -> None:
    value = run("load", ten, "--json")
    assert value["messages"] == 10
    assert (value["tokens"], value["counter"], value["basis"]) == (810, "o200k_base", "measured")
    assert value["by_category"] == {"user": 405, "assistant": 405}
    assert value["digest"] == load(ten).digest
    assert value["format"] == load(ten).format
    assert (value["conversations"], value["compactions"], value["warnings"]) == (1, [], [])
    assert "message_list" not in value


def test_load_full_gives_the_messages_back(run: Any, ten: str) -> None:
    assert run("load", ten, "--json", "--full")["message_list"] == chat(10)


def test_load_counts_as_asked(run: Any, ten: str) -> None:
    value = run("load", ten, "--json", "--counter", "letta-code")
    assert (value["tokens"], value["basis"]) == (1000, "estimated")


def test_plan_is_the_plan_of_the_library(run: Any, ten: str) -> None:
    value = run("plan", ten, "--window", "1000", "--json")
    made = plan(load(ten), "letta-code", context_window=1000)
    assert set(value) == PLAN_KEYS
    assert value["steps"] == [step.model_dump(mode="json") for step in made.steps]
    # at 40% #3 keeps 700 of a goal of 700, and equal goes on; at 50% #5 keeps 500
    assert value["cut"] == 5
    assert value["fates"] == ["summarize"] * 5 + ["keep"] * 5
    assert (value["mode_used"], value["fallback_reason"], value["error"]) == ("sliding_window", None, None)
    # 1,000 - 1,000 / 5; the ninth message brings the estimate to 900
    assert value["trigger"] == {
        "threshold": 800,
        "unit": "tokens",
        "fired": 9,
        "peak": 1000,
        "largest_firing_window": None,
    }


def test_plan_at_a_moment(run: Any, ten: str) -> None:
    # of nine messages 0.4 x 9 = 3.6 rounds to 4, back to #3: 600 kept < 700
    for moment in ("9", "trigger"):
        value = run("plan", ten, "--window", "1,000", "--at", moment, "--json")
        assert (value["end"], value["cut"]) == (9, 3)


def test_settings_are_typed_by_the_strategy(run: Any, ten: str) -> None:
    settings = ("--set", "sliding_window_percentage=0.5", "--set", "clip_chars=none", "--set", "trigger_window=600")
    value = run("plan", ten, "--window", "1000", *settings, "--json")
    assert value["parameters"]["sliding_window_percentage"] == 0.5
    assert value["parameters"]["clip_chars"] is None
    assert value["trigger"]["threshold"] == 480  # 600 - 120
    assert value["as_released"]
    assert not run("plan", ten, "--window", "1000", "--set", "threshold_tokens=5", "--json")["as_released"]
    assert not run("plan", ten, "--window", "1000", "--estimator", "o200k_base", "--json")["as_released"]


def test_the_window_comes_from_the_model_or_is_unknown(run: Any, ten: str) -> None:
    assert run("plan", ten, "--json")["context_window"] is None
    assert run("plan", ten, "--window", "unknown", "--json")["context_window"] is None
    assert run("plan", ten, "--model", "gpt-4o", "--json")["context_window"] == 128_000


def test_a_setting_that_is_no_number_is_still_valid_json(run: Any, ten: str) -> None:
    value = run("plan", ten, "--window", "1000", "--set", "sliding_window_percentage=nan", "--json")
    assert value["parameters"]["sliding_window_percentage"] is None


def test_compact_gives_the_list_the_model_sees_next(run: Any, ten: str) -> None:
    value = run("compact", ten, "--window", "1000", "--summarizer", "none", "--json")
    assert set(value) == PLAN_KEYS | {
        "tokens_before", "tokens_after", "view", "view_origins", "summary", "wrapper", "ledger", "passes",
    }  # fmt: skip
    assert value["tokens_before"] == 810
    assert value["tokens_after"] == 405 + value["ledger"]["summary"]
    assert value["view"][0]["role"] == "user"
    assert value["view"][1:] == chat(10)[5:]
    assert value["summary"]["basis"] == "none"
    made = compact(load(ten), plan(load(ten), "letta-code", 1000), "none")
    assert value["view"] == made.to_messages()


def test_every_pass_is_in_the_output(run: Any, ten: str) -> None:
    """An offline summary fills a window this small, so Letta Code summarizes the new list again (letta.md 1.6)."""
    words = ("compact", ten, "--window", "450")
    value = run(*words, "--json")
    first, last = carry(load(ten), plan(load(ten), "letta-code", 450))
    assert [each["mode_used"] for each in value["passes"]] == ["sliding_window", "all"]
    assert value["view"] == last.to_messages() and value["tokens_after"] == last.tokens_after
    assert value["tokens_before"] == value["ledger"]["context_before"] == 810
    assert value["ledger"]["context_after"] == last.ledger.context_after
    assert value["view_origins"] == [{"index": None, "tokens": last.view[0].tokens, "origin": "summary"}]
    assert value["passes"][0]["tokens_after"] == value["passes"][1]["tokens_before"] == first.tokens_after
    assert len(run("compact", ten, "--window", "1000", "--summarizer", "none", "--json")["passes"]) == 1
    assert "Pass 2: by its own count the list still holds" in " ".join(run(*words).split())
    text = run(*words, "--markdown")
    assert "## Pass 2" in text and text.count("### Steps") == 2


def test_protected_messages_stay(run: Any, ten: str) -> None:
    words = ("plan", ten, "--window", "1000", "--protect", "#3, 1")
    value = run(*words, "--json")
    assert value["protected"] == [1, 3] and not value["as_released"]
    assert value["fates"] == ["summarize", "keep", "summarize", "keep", "summarize", *["keep"] * 5]
    assert "#1 and #3 are protected by hand" in " ".join(run(*words).split())
    text = run("compact", *words[1:], "--summarizer", "none", "--markdown")
    assert "--protect 1,3" in text and "| Protected by hand | `#1` `#3` |" in text


def test_overhead_is_given_where_the_file_has_none(run: Any, ten: str) -> None:
    words = ("compact", ten, "--window", "1000", "--summarizer", "none", "--overhead", "150", "--json")
    value = run(*words)
    assert (value["ledger"]["tools"], value["ledger"]["tools_basis"]) == (150, "given")
    assert value["ledger"]["context_before"] == 960
    assert value["trigger"]["fired"] == 7  # 150 + 7 x 100 > 800


def test_text_reports_say_the_same(run: Any, ten: str) -> None:
    assert "tokens         810 (o200k, measured)" in run("load", ten)
    text = run("plan", ten, "--window", "1000")
    flat = " ".join(text.split())
    assert "In a 1,000-token window, Letta Code would compact after #8." in flat
    assert "^ cut: #5 is the first kept" in text
    for step in plan(load(ten), "letta-code", 1000).steps:
        assert f"{step.index}  {step.kind}" in text
        assert step.text[:40] in flat
    text = run("compact", ten, "--window", "1000", "--summarizer", "none")
    assert "other messages              810    405" in text
    assert "What the model sees next:" in text


def test_compact_as_markdown_holds_its_own_command(run: Any, ten: str) -> None:
    text = run("compact", ten, "--window", "1000", "--summarizer", "none", "--markdown")
    assert text.startswith("## Compaction of ")
    command = next(line for line in text.splitlines() if line.startswith("compaction-explorer compact"))
    assert run(*shlex.split(command)[1:], "--markdown") == text


def test_text_never_acts_on_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "escape.json"
    path.write_text(json.dumps([{"role": "user", "content": "\x1b[2J\x9b2J\u202e"}] * 5), encoding="utf-8")
    quiet = ("compact", "--summarizer", "none")
    for words in (
        ("load",),
        ("plan",),
        quiet,
        (*quiet, "--markdown"),
        (*quiet, "--json"),
        ("load", "--json", "--full"),
    ):
        assert main([words[0], str(path), *words[1:]]) == 0
    assert not set(capsys.readouterr().out) & set("\x1b\x9b\u202e")


def test_lists(run: Any) -> None:
    (letta, *_) = (s for s in run("strategies", "--json")["strategies"] if s["name"] == "letta-code")
    assert letta["version"] == "0.30.29"
    assert letta["settings"]["sliding_window_percentage"]["default"] == 0.3
    assert "sliding_window_percentage  0.3" in run("strategies")


def test_samples_are_listed_and_open_by_name(run: Any) -> None:
    names = [sample["name"] for sample in run("samples", "--json")["samples"]]
    assert {"first_example", "long_coding"} <= set(names)
    assert all(name in run("samples") for name in names)
    assert run("load", "first_example", "--json")["messages"] == 12
    assert run("plan", "first_example", "--json")["context_window"] == 700  # as the catalog says


def test_a_path_wins_over_a_sample(run: Any, ten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(ten).parent)
    Path("first_example").write_bytes(Path(ten).read_bytes())
    assert run("load", "first_example", "--json")["messages"] == 10


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["load", "missing.json"], "Cannot read 'missing.json'"),
        (["load", "no_such_thing"], "no file and no sample named 'no_such_thing'"),
        (["load", "x" * 5000], "no file and no sample"),
        (["load", "sample_sessions"], "choose one of its files"),
        (["load", "TEN", "--conversation", "1"], "There is no conversation 1"),
        (["load", "TEN", "--counter", "abacus"], "There is no token counter named 'abacus'"),
        (["load", "EMPTY"], "The file is empty"),
        (["load", "PROSE"], "Line 0 (the first) is not JSON"),
        (["app", "PROSE"], "Line 0 (the first) is not JSON"),
        (["app", "-"], "not stdin"),
        (["plan", "TEN", "--strategy", "x"], "There is no strategy named 'x'; choose one of: "),
        (["plan", "TEN", "--set", "ratio=1"], "has no setting named 'ratio'; choose from: mode"),
        (["plan", "TEN", "--set", "counter=o200k_base"], "has no setting named 'counter'"),
        (["plan", "TEN", "--set", "mode"], "has no value"),
        (["plan", "TEN", "--set", "mode=half"], "does not accept mode='half'"),
        (["plan", "TEN", "--set", "clip_chars=-1"], "does not accept clip_chars=-1"),
        (["plan", "TEN", "--window", "big"], "'big' is not a number of tokens, nor unknown"),
        (["plan", "TEN", "--window", "-5"], "-5 is below 0"),
        (["plan", "TEN", "--window", "5", "--model", "gpt-4o"], "not allowed with"),
        (["plan", "TEN", "--model", "gpt-0"], "There is no model"),
        (["plan", "TEN", "--protect", "10"], "protect=10 is no message of the session; choose numbers from 0 to 9"),
        (["plan", "TEN", "--protect", "1;2"], "'1;2' is not a number, as in 12,40"),
        (["plan", "TEN", "--at", "11"], "choose a number from 0 to 10"),
        (["plan", "TEN", "--window", "100000", "--at", "trigger"], "The trigger never fires here"),
        (["compact", "TEN", "--summarizer", "x"], "There is no summarizer named 'x'"),
        (["plan", "TEN", "--windo", "5"], "unrecognized arguments"),
        (["app", "--port", "70000"], "above 65535"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "required: COMMAND"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_exit_code_2(
    words: list[str], said: str, ten: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "prose.txt").write_text("Dear reader,\nno transcript is here.\n")
    files = {"TEN": ten, "EMPTY": str(tmp_path / "empty.jsonl"), "PROSE": str(tmp_path / "prose.txt")}
    assert main([files.get(word, word) for word in words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.startswith("compaction-explorer: ")
    assert shown.err.count("\n") == 1


def test_python_m_reads_stdin(ten: str) -> None:
    done = python("-m", "compaction_core", "load", "-", "--json", input=Path(ten).read_text(), cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["messages"] == 10


def test_other_encodings_get_valid_json(tmp_path: Path) -> None:
    path = tmp_path / "chinese.json"
    path.write_text(json.dumps([{"role": "user", "content": "把登录改成 OAuth 😀"}]), encoding="utf-8")
    for encoding in ("ascii", "utf-8"):
        done = subprocess.run(
            [sys.executable, "-m", "compaction_core", "load", str(path), "--json", "--full"],
            capture_output=True,
            timeout=60,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )
        value = json.loads(done.stdout.decode(encoding))
        assert value["message_list"][0]["content"] == "把登录改成 OAuth 😀"


def test_version_loads_nothing_heavy() -> None:
    code = (
        "import sys; from compaction_core.cli import main; main(['--version']);"
        "print([m for m in ('streamlit','tiktoken','plotly','litellm','pandas') if m in sys.modules])"
    )
    done = python("-c", code, cwd=ROOT)
    assert done.stdout.splitlines() == [f"compaction-explorer {compaction_core.__version__}", "[]"]


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps(chat(1000)), encoding="utf-8")
    words = [sys.executable, "-m", "compaction_core", "load", str(path), "--json", "--full"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


values = st.one_of(st.none(), st.text(), st.sampled_from(["none", "null", '"', '"x"', "5", "True", " -x", "$(rm)"]))


@given(
    file=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1),
    window=st.none() | st.integers(1, 10**7),
    at=st.none() | st.integers(0, 10**5),
    ratio=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    clip=st.none() | st.integers(0, 10**6),
    prompt=values,
)
def test_the_command_reproduces_what_it_was_made_from(
    file: str, window: int | None, at: int | None, ratio: float | None, clip: int | None, prompt: str | None
) -> None:
    strategy = strategies.get("letta-code")
    settings = {"sliding_window_percentage": ratio, "clip_chars": clip, "prompt": prompt}
    written = reproduce(
        file, strategy="letta-code", window=window, at=at, parameters=settings, counter="letta-code", overhead=7,
        protect=(2, 5),
    )  # fmt: skip
    asked = parser().parse_args(shlex.split(written)[1:])
    assert Path(asked.file) == Path(file)
    assert (None if asked.window == "unknown" else asked.window) == window
    assert asked.protect == (2, 5)
    assert (asked.at, asked.counter, asked.overhead, asked.strategy) == (at, "letta-code", 7, "letta-code")
    defaults = strategy.parameters()
    assert strategy.parameters(**parameters(strategy, asked.settings)) == defaults.model_copy(update=settings)


def test_defaults_are_left_out_of_the_command() -> None:
    made = plan(load(chat(10)), "letta-code", 1000, sliding_window_percentage=0.5)
    assert reproduce("my file.json", strategy="letta-code", window=1000, at=10, parameters=made.parameters) == (
        "compaction-explorer compact 'my file.json' --strategy letta-code --window 1000 --at 10 "
        "--set sliding_window_percentage=0.5"
    )


def test_the_app_is_found_and_gets_an_absolute_path(monkeypatch: pytest.MonkeyPatch, ten: str) -> None:
    assert app.script() == ROOT / "app.py"
    monkeypatch.chdir(Path(ten).parent)
    words = app.command(Path("app.py"), "ten.json", 8600)
    assert words[:5] == [sys.executable, "-m", "streamlit", "run", "app.py"]
    assert "--server.address=127.0.0.1" in words
    assert "--server.port=8600" in words
    assert words[-2:] == ["--", str(Path(ten).resolve())]
    assert "--" not in app.command(Path("app.py"), None, None)


def test_a_sample_reaches_the_app_as_its_file() -> None:
    path = ROOT / "sample_sessions" / "first_example.json"
    assert app.command(Path("app.py"), "first_example", None)[-2:] == ["--", str(path)]


def test_the_app_starts_from_any_folder(tmp_path: Path, ten: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-m", "compaction_core", "app", ten, "--port", str(port)]
    environment = {**os.environ, "STREAMLIT_SERVER_HEADLESS": "true", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            assert healthy(process, port)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)


def healthy(process: subprocess.Popen[bytes], port: int) -> bool:
    """Ask until the server answers; false when it ends or a minute has passed."""
    limit = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < limit:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/_stcore/health")
            return connection.getresponse().status == 200
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    return False
