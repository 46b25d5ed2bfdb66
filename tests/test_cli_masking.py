"""The command line masks what it prints, says so, and can be told otherwise; nothing else of its output changes."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compaction_core import load
from compaction_core.cli import main
from compaction_core.redaction import NO_MASKING
from compaction_core.report import session_json
from compaction_core.session import Integrity, RecordedCompaction, Session, Warning
from tests.extraction.sessions import user
from tests.redaction.test_masking import RANDOM
from tests.report.test_masked import VALUES, private


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "private.json"
    path.write_text(session_json(private(), NO_MASKING), encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    assert main(list(words)) in (0, 1)
    printed = capsys.readouterr()
    return printed.out, printed.err


COMMANDS = {
    "load": ("load", "--json", "--full"),
    "load, as text": ("load",),
    "load, as a session": ("load", "--session"),
    "plan": ("plan", "--window", "1000", "--json"),
    "plan, as text": ("plan", "--window", "1000"),
    "compact": ("compact", "--window", "1000", "--json"),
    "compact, as text": ("compact", "--window", "1000"),
    "compact, as Markdown": ("compact", "--window", "1000", "--markdown"),
    "compare": ("compare", "--window", "1000", "--summarizer", "offline", "--json"),
    "check": ("check", "--window", "1000"),
    "check, as SARIF": ("check", "--window", "1000", "--sarif"),
    "check, as JUnit": ("check", "--window", "1000", "--junit"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_private_is_printed(name: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *options = COMMANDS[name]
    out, err = run(capsys, command, file, *options)
    assert not any(value in out for value in VALUES)
    assert err == "" or (err.startswith("compaction-explorer: masked ") and err.endswith("--no-redact leaves them.\n"))


@pytest.mark.parametrize("at", range(30, 60, 5))
def test_no_half_of_a_secret_is_printed(at: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line that is cut or wrapped inside of it would leave a piece whose shape is no secret's."""
    tail = "Zq7Xw9Lk2Vb4Nm6Tp8Rd3Sf5Gh1Jc"
    key, wrapped = f"h{'f_'}{tail}", f"sk{'-or-v1-'}{tail}"
    noted = Warning(code="odd", text="y " * (at // 2) + wrapped, count=1)
    session = Session(
        format="test", title="y " * at + key, messages=(user("go"), user("on")),
        compactions=(RecordedCompaction(index=1, trigger=key),), integrity=Integrity(warnings=(noted,)),
    )  # fmt: skip
    path = tmp_path / "keys.json"
    path.write_text(session_json(session, NO_MASKING), encoding="utf-8")
    for command in ("load", "recorded"):
        out, _ = run(capsys, command, str(path))
        assert not [tail[n : n + 8] for n in range(len(tail) - 7) if tail[n : n + 8] in out], command


def test_a_line_of_a_private_key_is_not_told_among_what_a_summary_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "Zq7Xw9Lk2Vb4Nm6Tp8Rd3Sf5Gh1JcQw/0yEr+uTi9Op" + "aSd4" * 5
    pem = f"-----BEGIN PRIVATE{' KEY'}-----\n{line}\n{line[::-1]}\n-----END PRIVATE{' KEY'}-----"
    told = f"Wrote src/login.py with\n{pem}\n"
    session = Session(
        format="test", messages=(user("go"), user("on"), replace(user(told), summary=told)),
        compactions=(RecordedCompaction(index=2),),
    )  # fmt: skip
    path = tmp_path / "pem.json"
    path.write_text(session_json(session, NO_MASKING), encoding="utf-8")
    out, _ = run(capsys, "recorded", str(path), "--json", "--strategy", "by-hand", "--set", "cut=2")
    assert line not in out and line[::-1] not in out
    assert json.loads(out)["beside"]["named_in_the_record_only"] == ["src/login.py"]


def test_json_counts_what_was_masked_and_keeps_digest_and_numbers(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = run(capsys, "load", file, "--json", "--full")
    masked: dict[str, Any] = json.loads(out)
    # the title; the first message: address, folder, key; the call's folder; the result's name and key; eight names
    assert masked["redacted"] == {"secret": 2, "email": 2, "home_path": 2, "user_name": 9}
    assert "Counts of tokens" in masked["redaction"]
    assert err == (
        "compaction-explorer: masked 2 secrets, 2 e-mail addresses, 2 home folders and 9 user names; "
        "--no-redact leaves them.\n"
    )
    plain, quiet = run(capsys, "load", file, "--json", "--full", "--no-redact")
    whole: dict[str, Any] = json.loads(plain)
    assert quiet == "" and whole["redacted"] is None and RANDOM in plain
    for key in set(whole) - {"redacted", "title", "message_list"}:
        assert masked[key] == whole[key]
    assert [message["role"] for message in masked["message_list"]] == [m["role"] for m in whole["message_list"]]


def test_kinds_and_own_words(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "load", file, "--json", "--full", "--redact", "email")
    assert "ann@mail.example" not in out and RANDOM in out and set(json.loads(out)["redacted"]) == {"email"}
    words = tmp_path / "words.txt"
    words.write_text("shop\n", encoding="utf-8")
    out, err = run(capsys, "load", file, "--json", "--full", "--no-redact", "--redact-words", str(words))
    assert json.loads(out)["redacted"] == {"word": 2} and "/home/anneke/[masked 1]" in out
    assert "masked 2 own words" in err


def test_a_kind_or_a_file_that_is_none_is_refused(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", file, "--redact", "names"]) == 2
    assert "choose from: secret, email, home_path, user_name" in capsys.readouterr().err
    assert main(["load", file, "--redact-words", "/nowhere/x"]) == 2
    assert "Cannot read the words to mask" in capsys.readouterr().err


def test_the_session_loads_again(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "load", file, "--session", "--no-redact")
    assert load(out) == load(Path(file))
    out, _ = run(capsys, "load", file, "--session")
    masked = load(out)
    assert masked.messages[0].text == "I am [email 1]; work in /home/[user 1]/shop with API_KEY=[secret 1]."


def test_sarif_keeps_its_form(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "check", file, "--window", "1000", "--sarif")
    log = json.loads(out)
    assert set(log) == {"$schema", "version", "runs", "properties"} and "redacted" in log["properties"]
    out, _ = run(capsys, "check", file, "--window", "1000", "--junit")
    assert ET.fromstring(out).tag == "testsuite"


def test_lists_of_what_there_is_are_no_transcripts(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "samples", "--json")
    assert set(json.loads(out)) == {"samples"}
