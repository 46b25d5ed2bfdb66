"""What loading costs: multiples of the file's bytes, and what records share without touching each other.

Measured by ``tracemalloc`` in a fresh process, so that neither the machine nor other tests change the numbers.
"""

from pathlib import Path

from benchmarks import loading
from benchmarks.memory import TARGET, memory, short_rows
from compaction_core.session import Message, Session, Text, Usage


def test_an_agent_at_work_stays_far_under_the_target(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    loading.write(path, 3)
    found = memory(path)
    assert found.messages == path.read_bytes().count(b"\n")  # every row is one message
    assert found.times(found.peak) < 4 < TARGET  # measured: 3.1
    assert found.times(found.kept) < 2.5  # measured: 1.8
    assert found.times(found.resident) < TARGET


def test_short_messages_stay_under_the_target_and_cost_about_a_kilobyte(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    short_rows(path, 1.5)
    found = memory(path)
    assert found.times(found.peak) < TARGET
    assert found.kept / found.messages < 1_300


def test_records_share_their_field_names_and_stay_apart() -> None:
    one, other = (Message(role="user", parts=(Text(text=text),), usage=Usage(input=1)) for text in "ab")
    assert one.model_fields_set is other.model_fields_set
    copied = one.model_copy(update={"id": "new"})
    assert (copied.id, one.id) == ("new", None)
    assert copied.model_fields_set is not one.model_fields_set
    assert one.model_fields_set == set(Message.model_fields)


def test_sharing_changes_no_value() -> None:
    made = Session(format="test", messages=(Message(role="user", parts=(Text(text="a"),)),))
    assert Session.model_validate_json(made.model_dump_json()) == made
    assert Session.model_validate(made.model_dump()) == made
