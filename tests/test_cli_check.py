"""The check command: what it prints, and the exit codes a team's CI goes by."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from compaction_core.cli import main
from compaction_core.cli.arguments import parser
from compaction_core.cli.options import PROVIDERS as NAMED
from compaction_core.museum import exhibits
from compaction_core.structure import PROVIDERS
from compaction_core.structure.checkup import codes


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """The result of ``a`` lost its call (#1); the call ``b`` of #2 is answered by #3."""
    rows = [
        {"role": "user", "content": "list the files"},
        {"role": "tool", "tool_call_id": "a", "content": "one.txt"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "b", "type": "function", "function": {"name": "run", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "b", "content": "two.txt"},
        {"role": "assistant", "content": "There are two."},
    ]  # fmt: skip
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(words)
    shown = capsys.readouterr()
    assert (shown.err == "") == (code != 2)
    return code, shown.out or shown.err


def findings(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, Any]]]:
    code, out = ran(capsys, "check", *words, "--json")
    return code, json.loads(out)["findings"]


def test_a_session_without_an_error_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = findings(capsys, "long_coding", "--strategy", "letta-code", "--window", "128000")
    assert code == 0 and {row["severity"] for row in found} == {"note"}
    assert set(found[0]) == {"code", "severity", "messages", "text", "advice", "where", "provider", "blocking"}


def test_an_error_blocks_and_ends_with_1(capsys: pytest.CaptureFixture[str], broken: str) -> None:
    code, found = findings(capsys, broken, "--window", "100000")
    assert code == 1
    assert [(r["code"], r["messages"], r["where"], r["provider"]) for r in found if r["blocking"]] == [
        ("orphan-result", [1], "before", "openai-chat")
    ]


def test_a_person_chooses_what_blocks(capsys: pytest.CaptureFixture[str], broken: str) -> None:
    assert ran(capsys, "check", broken, "--window", "9000", "--blocking", "none")[0] == 0
    assert ran(capsys, "check", broken, "--window", "9000", "--blocking", "loop,split-group")[0] == 0
    assert ran(capsys, "check", broken, "--window", "9000", "--blocking", "small-window")[0] == 1
    code, error = ran(capsys, "check", broken, "--blocking", "nonesuch")
    assert code == 2 and "orphan-result" in error and error.count("\n") == 1


def test_a_setting_that_can_never_work_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    """t22: pi's reserve of 16,384 in a window of 8,192."""
    code, found = findings(capsys, "first_example", "--strategy", "pi", "--window", "8192")
    assert code == 1 and "reserve-over-window" in [row["code"] for row in found if row["blocking"]]
    fixed = ("--set", "reserve_tokens=2000", "--set", "keep_recent_tokens=100")
    assert findings(capsys, "first_example", "--strategy", "pi", "--window", "8192", *fixed)[0] == 0


def test_the_window_of_the_summarizer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Tens of thousands of tokens become a summary; a model with a window of 4,000 cannot read them."""
    words = ("long_coding", "--strategy", "roo", "--window", "128000")
    assert "request-over-window" not in {row["code"] for row in findings(capsys, *words)[1]}
    code, found = findings(capsys, *words, "--summarizer-window", "4000")
    assert code == 1 and "request-over-window" in [row["code"] for row in found if row["blocking"]]
    path = tmp_path / "c.yaml"
    path.write_text("summarizer_window: 4000\n", encoding="utf-8")
    assert findings(capsys, *words, "--config", str(path))[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        ("nonesuch.json",),
        ("first_example", "--strategy", "nonesuch"),
        ("first_example", "--window", "much"),
        ("first_example", "--window", "0"),
        ("first_example", "--summarizer-window", "0"),
        ("first_example", "--provider", "nonesuch"),
        ("first_example", "--config", "nonesuch.yaml"),
        ("first_example", "--at", "trigger", "--window", "10000000"),
        ("first_example", "--json", "--sarif"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, error = ran(capsys, "check", *words)
    assert code == 2 and error.count("\n") == 1


def test_a_file_of_settings_and_the_command_line_before_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, broken: str
) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(
        "strategy: pi\nwindow: 8192\nset: {keep_recent_tokens: 100}\nprovider: [anthropic, gemini]\n"
        "blocking: reserve-over-window\n",
        encoding="utf-8",
    )
    code, out = ran(capsys, "check", broken, "--config", str(path), "--json")
    value = json.loads(out)
    assert code == 1 and (value["strategy"], value["window"]) == ("pi", 8192)
    assert value["parameters"]["keep_recent_tokens"] == 100 and value["providers"] == ["anthropic", "gemini"]
    code, out = ran(capsys, "check", broken, "--config", str(path), "--window", "100000", "--json")
    assert code == 0 and json.loads(out)["window"] == 100_000


@pytest.mark.parametrize("text", ["- a", "nonesuch: 1", "set: 3", "window: many", "window: true", "window: 0", "a: ["])
def test_a_bad_file_of_settings_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(text, encoding="utf-8")
    code, error = ran(capsys, "check", "first_example", "--config", str(path))
    assert code == 2 and error.count("\n") == 1


def test_sarif_points_at_the_lines_of_the_file(capsys: pytest.CaptureFixture[str], broken: str) -> None:
    """#1 stands in the second line: SARIF counts lines from 1."""
    code, out = ran(capsys, "check", broken, "--window", "100000", "--sarif")
    value = json.loads(out)
    (run,) = value["runs"]
    assert code == 1 and value["version"] == "2.1.0" and run["tool"]["driver"]["name"] == "compaction-explorer"
    one = next(row for row in run["results"] if row["ruleId"] == "orphan-result")
    assert one["level"] == "error" and run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == "orphan-result"
    assert one["locations"][0]["physicalLocation"]["region"] == {"startLine": 2}
    assert one["locations"][0]["logicalLocations"] == [{"name": "#1", "kind": "element"}]


def test_junit_has_a_test_for_every_code(capsys: pytest.CaptureFixture[str], broken: str) -> None:
    code, out = ran(capsys, "check", broken, "--window", "100000", "--junit")
    suite = ElementTree.fromstring(out)
    assert code == 1 and suite.get("tests") == str(len(codes())) and suite.get("failures") == "1"
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failed == ["orphan-result"]


def test_the_text_says_the_result_first(capsys: pytest.CaptureFixture[str], broken: str) -> None:
    code, out = ran(capsys, "check", broken, "--window", "100000", "--provider", "all")
    lines = out.splitlines()
    assert code == 1 and "in a window of 100,000 tokens" in lines[0] and "blocking" in lines[0]
    assert lines[1].startswith("error orphan-result (blocks): the list before, ")


def test_the_command_line_names_the_providers_there_are() -> None:
    assert tuple(PROVIDERS) == NAMED


def test_what_is_wrong_with_a_file_of_settings_is_said_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    code, error = ran(capsys, "check", "first_example", "--config", str(path))
    assert code == 2 and error.count("c.yaml") == 1 and "No such file or directory; check the path." in error
    path.write_text("window: 5\nset: {a: [\n", encoding="utf-8")
    code, error = ran(capsys, "check", "first_example", "--config", str(path))
    assert code == 2 and "line 3, column 1: " in error and "unicode string" not in error


def test_sarif_names_the_file_from_the_working_directory(
    capsys: pytest.CaptureFixture[str], broken: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def uri() -> str:
        value = json.loads(ran(capsys, "check", broken, "--window", "100000", "--sarif")[1])
        return str(value["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])

    monkeypatch.chdir(tmp_path)
    assert uri() == "broken.jsonl"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert uri() == Path(broken).as_posix()


def test_it_says_where_it_is_planned(capsys: pytest.CaptureFixture[str], broken: str) -> None:
    fires = json.loads(ran(capsys, "check", "long_coding", "--window", "128000", "--json")[1])["fired"]
    head = ran(capsys, "check", "long_coding", "--window", "128000")[1].splitlines()[0]
    assert f"planned where the trigger first fires, after {fires} messages, for" in head
    head = ran(capsys, "check", broken, "--window", "100000")[1].splitlines()[0]
    assert "first fires" not in head and "after 5 messages (its trigger does not fire)" in head
    with pytest.raises(SystemExit):
        parser().parse_args(["check", "--help"])
    assert "first fires, else all" in " ".join(capsys.readouterr().out.split())


def test_an_exhibit_is_checked_in_its_own_setting(capsys: pytest.CaptureFixture[str]) -> None:
    """Its finding is there, as in the museum; with another strategy nothing is taken from the card."""
    for exhibit in exhibits()[::8]:
        code, out = ran(capsys, "check", exhibit.session_name, "--json")
        value = json.loads(out)
        assert value["exhibit_setting"] and value["strategy"] == exhibit.setting.strategy
        assert (exhibit.finding.code, exhibit.finding.where) in {(f["code"], f["where"]) for f in value["findings"]}
        assert code == (1 if any(f["severity"] == "error" for f in value["findings"]) else 0)
    name = exhibits()[0].session_name
    assert "The setting and the summary are the exhibit's" in ran(capsys, "check", name)[1]
    assert "exhibit" not in ran(capsys, "check", name, "--strategy", "pi")[1]
    assert json.loads(ran(capsys, "check", name, "--window", "54321", "--json")[1])["window"] == 54321


def test_an_exhibit_s_answer_stays_with_its_strategy_and_goes_with_its_fix(capsys: pytest.CaptureFixture[str]) -> None:
    """The summary of the report is empty; the fix is another one. Settings of one's own leave it as it is."""
    name = "museum/an-empty-summary-is-stored"

    def codes(*options: str) -> set[str]:
        return {each["code"] for each in json.loads(ran(capsys, "check", name, *options, "--json")[1])["findings"]}

    assert "empty" in codes() and "empty" not in codes("--fix")
    assert "empty" in codes("--strategy", "letta-code") and "empty" not in codes("--strategy", "pi")
    assert "The summary is the exhibit's, as reported." in ran(capsys, "check", name, "--strategy", "letta-code")[1]
    assert "are the exhibit's, with the fix;" in ran(capsys, "check", name, "--fix")[1]
    code, _ = ran(capsys, "check", "first_example", "--fix")
    assert code == 2
