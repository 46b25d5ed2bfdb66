"""A masked session reads like the one it was: a placeholder is one word, and the checks find the same."""

import json

import pytest

from compaction_core import Session, compact, load, plan
from compaction_core.compaction import Compaction
from compaction_core.detectors import Checked, check_summary
from compaction_core.redaction import redact_record
from compaction_core.redaction.words import unworded, worded
from tests.redaction.canaries import SHAPED, Draw

HOMES = ("/home/anneke", "/Users/Anneke", "C:\\Users\\anneke")


def planted(home: str) -> Session:
    """Twelve turns on files below a home folder; every third holds a secret, and the assistant speaks of paths."""
    draw = Draw(7)
    keys = [SHAPED["github"](draw), SHAPED["stripe"](draw)]
    slash = "\\" if "\\" in home else "/"
    messages: list[dict[str, object]] = []
    for turn in range(12):
        file = slash.join([home, "work", f"part_{turn}", "settings.py"])
        told = f" The token is {keys[turn % 2]}." if turn % 3 == 0 else ""
        call = {"name": "bash", "arguments": json.dumps({"command": f"cat {file}"})}
        messages += [
            {"role": "user", "content": f"Open {file} and never change the order of its {turn + 3} groups.{told}"},
            {"role": "assistant", "tool_calls": [{"id": f"c{turn}", "type": "function", "function": call}]},
            {"role": "tool", "tool_call_id": f"c{turn}", "content": f"{file}:3: Error: group {turn} is not known"},
            {"role": "assistant", "content": f"I found the groups of {file} in their order and will go on from there."},
        ]  # fmt: skip
    return load(messages)


def compacted(session: Session, window: int) -> Compaction:
    return compact(session, plan(session, "letta-code", context_window=window), summarizer="offline")


def codes(done: Compaction, text: str | None = None) -> list[tuple[str, str, tuple[int, ...]]]:
    checked = Checked(text=done.summary.text if text is None else text, request=done.request)
    return [(found.code, found.severity, found.messages) for found in check_summary(checked)]


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("window", [1_500, 6_000])
def test_the_checks_find_the_same_in_a_masked_session(home: str, window: int) -> None:
    session = planted(home)
    masked, counts = redact_record(session)
    assert counts["home_path"] and counts["secret"]
    plain, hidden = compacted(session, window), compacted(masked, window)
    assert codes(hidden) == codes(plain)
    assert "[user 1]" in hidden.summary.text
    assert hidden.summary.text.count("[user") == hidden.summary.text.count("[user 1]")
    assert "zquserzq" not in hidden.summary.text
    assert hidden.summary.text.count("settings.py") >= plain.summary.text.count("settings.py") // 2


def test_a_placeholder_names_no_speaker() -> None:
    """“/home/[user 1]/a.py → “…”” is no quotation of the user."""
    session = planted(HOMES[0])
    masked, _ = redact_record(session)
    text = "Read {}/a.py → “I found the groups in quite another place today”."
    plain = codes(compacted(session, 6_000), text.format(HOMES[0]))
    assert codes(compacted(masked, 6_000), text.format("/home/[user 1]")) == plain
    assert not [code for code, *_ in plain if code.startswith("quote")]


def test_there_and_back() -> None:
    text = "/home/[user 1]/x [secret 20] [email 345] [masked 6789] [user] [user x] zq"
    assert unworded(worded(text)) == text
    assert worded(text).split()[1:4] == ["zqsecretzqcazq", "zqemailzqdefzq", "zqmaskedzqghijzq"]
