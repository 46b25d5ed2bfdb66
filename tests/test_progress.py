"""How far a long piece of work is: words, pace, and what ``load`` and ``measure`` report."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core import progress
from compaction_core.importers import load_all
from compaction_core.progress import LARGE, Progress, paced, reported, silent, told, worth_telling
from compaction_core.tokens import measure
from tests.importers.claude_rows import jsonl, user
from tests.make import dialogue


def test_the_words_hold_the_numbers() -> None:
    assert told(Progress("read", 1_250_000, 3_400_000)) == "1.2 of 3.4 MB read"
    assert told(Progress("arrange", 1_000, 2_000)) == "1,000 of 2,000 rows turned into messages"
    assert Progress("count", 3, 4).fraction == 0.75
    assert Progress("read", 0, 0).fraction == 1  # an empty file is read


@given(st.lists(st.integers(), max_size=1_000))
def test_reporting_changes_no_item_and_ends_at_the_whole(items: list[int]) -> None:
    heard: list[Progress] = []
    assert list(reported(items, "count", heard.append)) == items
    assert heard[-1] == Progress("count", len(items), len(items))
    assert [now.done for now in heard] == sorted({now.done for now in heard})
    assert len(heard) <= 401  # 200 steps of len // 200, rounded down: fewer than 400 of them, and the end


def test_a_paced_function_hears_both_ends_and_little_between(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    heard: list[int] = []
    tell = paced(lambda it: heard.append(it.done), seconds=1)
    for done in range(101):
        tell(Progress("count", done, 100))
        now += 0.25  # four a second
    assert heard == list(range(0, 101, 4))
    assert heard[-1] == 100


def test_small_and_quick_work_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    heard: list[Progress] = []
    tell = worth_telling(heard.append)
    tell(Progress("read", 0, LARGE - 1))
    tell(Progress("count", 1, 10**6))
    assert heard == []
    tell(Progress("read", 0, LARGE))
    now = 0.5
    tell(Progress("read", 5, LARGE - 1))
    assert [it.done for it in heard] == [0, 5]


def test_loading_tells_bytes_and_then_rows() -> None:
    data = jsonl(*(user(f"u{n}", f"u{n - 1}" if n else None, "x" * 200) for n in range(2_000)))
    heard: list[Progress] = []
    (session,) = load_all(data, heard.append)
    read = [now for now in heard if now.stage == "read"]
    assert read and read[-1].done == read[-1].total == len(data)
    assert heard[-1] == Progress("arrange", 2_000, 2_000)
    assert session == load_all(data)[0]


def test_a_document_is_read_in_one_piece() -> None:
    data = json.dumps({"messages": [{"role": "user", "content": "hi"}]}).encode()
    heard: list[Progress] = []
    load_all(data, heard.append)
    assert (heard[0].done, heard[-1].done) == (0, len(data))


def test_what_is_inside_a_folder_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_bytes(jsonl(user("u0", None, "hi"), user("u1", "u0", "there")))
    heard: list[Progress] = []
    load_all(tmp_path, heard.append)
    assert heard[-1] == Progress("arrange", 2, 2)


def test_counting_tells_messages_and_counts_the_same() -> None:
    session = dialogue(30)
    heard: list[Progress] = []
    assert measure(session, "letta-code", heard.append) == measure(session, "letta-code", silent)
    assert heard[-1] == Progress("count", 30, 30)
