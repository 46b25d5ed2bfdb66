"""What loading costs: multiples of the file's bytes, and what records share without touching each other.

Measured by ``tracemalloc`` in a fresh process, so that neither the machine nor other tests change the numbers.
"""

import json
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from benchmarks import loading
from benchmarks.memory import TARGET, memory, short_rows, traced
from compaction_core.session import Message, Session, Text, Usage


def test_an_agent_at_work_stays_far_under_the_target(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    loading.write(path, 3)
    found = memory(path)
    assert found.messages == path.read_bytes().count(b"\n")  # every row is one message
    assert found.times(found.peak) < 4 < TARGET  # measured: 3.1
    assert found.times(found.kept) < 2.5  # measured: 1.8
    assert found.times(found.resident) < TARGET


def test_short_rows_stay_under_the_target_and_a_message_costs_half_a_kilobyte(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    short_rows(path, 1.5)
    found = memory(path)
    assert found.times(found.peak) < TARGET
    assert found.kept / found.messages < 550  # measured: 440, its text and id included


SAID = [{"role": ("user", "assistant")[n % 2], "content": f"{n:06} " + "go on " * 25} for n in range(4_000)]
BY_SIX = [SAID[n : n + 6] for n in range(0, len(SAID), 6)]
SHAPES = {
    "a list": json.dumps(SAID),
    "a line each": "\n".join(map(json.dumps, SAID)),
    "a conversation a line": "\n".join(json.dumps({"messages": said}) for said in BY_SIX),
    "conversations": json.dumps([
        {"id": str(n), "conversations": [{"from": m["role"], "value": m["content"]} for m in said]}
        for n, said in enumerate(BY_SIX)
    ]),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_chats_of_200_bytes_a_message_stay_under_the_target_in_every_shape(shape: str, tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(SHAPES[shape], encoding="utf-8")
    size = path.stat().st_size
    assert size // len(SAID) in range(185, 205)
    peak, _, _ = traced(path)
    assert peak < TARGET * size


def test_messages_and_their_parts_hold_nothing_but_their_fields() -> None:
    for record in (Message(role="user", parts=(Text(text="a"),), usage=Usage(input=1)), Text(text="a"), Usage()):
        assert not hasattr(record, "__dict__")
        with pytest.raises(FrozenInstanceError):
            setattr(record, fields(record)[0].name, "new")


def test_sharing_changes_no_value() -> None:
    made = Session(format="test", messages=(Message(role="user", parts=(Text(text="a"),)),))
    assert Session.model_validate_json(made.model_dump_json()) == made
    assert Session.model_validate(made.model_dump()) == made
