"""Whatever happens to the bytes of a transcript, loading ends in sessions or in an error of our own."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.errors import CompactionError
from compaction_core.importers import load_all
from compaction_core.session import Session
from tests.timing import seconds

EXAMPLES = [path.read_bytes() for path in sorted((Path(__file__).parent / "examples").iterdir())]
STRUCTURED = [data for data in EXAMPLES if data[:1] in (b"{", b"[")]  # the others are Markdown
# Values that stand where others are expected.
JUNK: list[Any] = [None, True, -1, 1e300, 10**30, "", "x", [], {}, [[]], [None], {"type": "tool_result"}, "2026-01-01"]
JUNK += [
    {"type": "tool_use"},
    {"type": "image", "source": {"data": "iVBORw0KGgo="}},
    {"role": "user", "content": 1},
    "\ud800",
]


def holds(data: bytes) -> None:
    try:
        sessions = load_all(data)
    except CompactionError as error:
        assert 8 <= len(str(error)) <= 600
        return
    for session in sessions:
        assert Session.model_validate_json(session.model_dump_json()) == session
        assert set(session.result_of.values()) | set(session.orphans) <= set(range(len(session.messages)))
        assert all(0 <= compaction.index <= len(session.messages) for compaction in session.compactions)
        session.model_dump_json().encode()  # no lone surrogate is left


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(EXAMPLES), st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=3)), max_size=6))
def test_bytes_replaced(data: bytes, changes: list[tuple[int, bytes]]) -> None:
    for place, new in changes:
        at = place % len(data)
        data = data[:at] + new + data[at + 1 :]
    holds(data)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(EXAMPLES), st.integers(0, 10_000), st.integers(0, 10_000))
def test_cut_and_shifted(data: bytes, start: int, end: int) -> None:
    holds(data[start % len(data) :][: end % len(data)])


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(STRUCTURED), st.integers(0, 2**32))
def test_values_exchanged(data: bytes, seed: int) -> None:
    chance = random.Random(seed)
    rows = rows_of(data)
    for _ in range(chance.randint(1, 4)):
        exchange(chance, chance.choice(rows))
    holds("\n".join(json.dumps(row) for row in rows).encode())


def rows_of(data: bytes) -> list[Any]:
    try:
        return [json.loads(data)]
    except ValueError:
        return [json.loads(line) for line in data.splitlines()]


def exchange(chance: random.Random, value: Any) -> None:
    """Replace, drop or add one thing somewhere in the value."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and chance.random() < 0.7:
            value = inner
            continue
        if chance.random() < 0.2:
            del value[key]
        else:
            value[key] = copy.deepcopy(chance.choice(JUNK))  # or one example would change the next one's junk
        return


@pytest.mark.parametrize("data", EXAMPLES)
def test_unharmed(data: bytes) -> None:
    holds(data)


@pytest.mark.parametrize("text", ["[" + "0," * 300_000 + "0]", '{"messages": [' + "null," * 300_000 + "null]}"])
def test_long_lists_of_nothing_are_refused_soon(text: str) -> None:
    assert seconds(lambda: holds(text.encode())) < 3
