"""Untrusted values: the right ones are worked out by hand or with another library."""

import json
import math
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.importers.shared.values import arguments, json_text, one_line, optional_whole, seconds, whole

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-02-01T10:00:00.000Z", 1769940000.0),
        ("2026-02-01T12:00:00+02:00", 1769940000.0),
        ("2026-02-01T10:00:00", 1769940000.0),  # no zone means UTC
        (1769940000, 1769940000.0),
        (1769940000.5, 1769940000.5),
        (1769940000500, 1769940000.5),
        (1769940000500000, 1769940000.5),
        (1769940000500000000, 1769940000.5),
        ("9999-12-31T23:59:60Z", None),
        ("9999-12-31T23:59:59Z", None),
        ("not a date", None),
        ("", None),
        (-1, None),
        (math.nan, None),
        (math.inf, None),
        (10**400, None),
        (True, None),
        (None, None),
        ({}, None),
    ],
)
def test_seconds(value: Any, expected: float | None) -> None:
    assert seconds(value) == expected


@given(st.datetimes(datetime(1970, 1, 2), datetime(2099, 12, 30)))
def test_iso_and_epoch_agree(moment: datetime) -> None:
    aware = moment.replace(tzinfo=UTC)
    assert seconds(aware.isoformat()) == pytest.approx(aware.timestamp(), abs=1e-6)


@given(JSON)
def test_what_survives_is_finite_and_in_range(value: Any) -> None:
    moment = seconds(value)
    assert moment is None or 0 <= moment < 4102444800  # 2100-01-01
    assert 0 <= whole(value) <= 10**12
    assert optional_whole(value) is None or optional_whole(value) == whole(value)


@pytest.mark.parametrize(
    ("value", "expected"), [(7, 7), (7.9, 7), (True, 0), (math.nan, 0), ("7", 0), (10**13, 0), (-1, 0)]
)
def test_whole(value: Any, expected: int) -> None:
    assert whole(value) == expected


@given(JSON)
def test_json_text_reads_back(value: Any) -> None:
    assert json.loads(json_text(value)) == _finite(value)


@pytest.mark.parametrize("depth", [900, 50_000])
def test_json_text_has_no_depth_limit(depth: int) -> None:
    value: Any = {"leaf": [1, 10**30, None, "é"]}
    for _ in range(depth):
        value = {"n": [value]}

    assert json_text(value) == '{"n":[' * depth + '{"leaf":[1,' + "1" + "0" * 30 + ',null,"é"]}' + "]}" * depth


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{"a": 1', '{"a": 1'),
        ("", ""),
        (None, "{}"),
        ({"a": 1}, '{"a":1}'),
        ([1], "[1]"),
        ({"a": math.nan}, '{"a":null}'),
    ],
)
def test_arguments_stay_as_they_are(value: Any, expected: str) -> None:
    assert arguments(value) == expected


@given(st.text())
def test_a_title_is_short_and_printable(text: str) -> None:
    line = one_line(text)
    assert len(line) <= 80
    assert line.isprintable()


def _finite(value: Any) -> Any:
    """The value as JSON can hold it: NaN and infinities are null; integers stay exact."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return {key: _finite(item) for key, item in value.items()} if isinstance(value, dict) else value
