"""Every system against cases from its real code: a small selection always, the handed ones where they lie."""

import json
from pathlib import Path

import pytest

from tests.conformance.__main__ import answer
from tests.conformance.select import BUILT, SELECTION
from tests.conftest import SHARED

HANDED = SHARED / "vectors"


def same(expected: object, given: object) -> bool:
    """As the grader compares: floats within 1e-9, everything else exactly."""
    if isinstance(expected, dict) and isinstance(given, dict):
        return expected.keys() == given.keys() and all(same(expected[key], given[key]) for key in expected)
    if isinstance(expected, list) and isinstance(given, list):
        return len(expected) == len(given) and all(map(same, expected, given))
    if isinstance(expected, float) or isinstance(given, float):
        numbers = isinstance(expected, int | float) and isinstance(given, int | float)
        return numbers and abs(expected - given) <= 1e-9
    return type(expected) is type(given) and expected == given


def wrong(file: Path) -> list[tuple[str, str]]:
    """The cases of a file that are answered otherwise than the real system did."""
    vectors = json.loads(file.read_text(encoding="utf-8"))
    blind = [{k: v for k, v in case.items() if k != "expected"} for case in vectors["cases"]]
    found = []
    for case, given in zip(vectors["cases"], answer(vectors["system"], blind), strict=True):
        keys = vectors["graded"].get(case["strategy"], vectors["graded"].get("*", ()))
        expected = {k: case["expected"][k] for k in keys if k in case["expected"]}
        if not all(k in given and same(value, given[k]) for k, value in expected.items()):
            found.append((case["strategy"], case["name"]))
    return found


@pytest.mark.parametrize("system", BUILT)
def test_the_selection(system: str) -> None:
    assert wrong(SELECTION / f"{system}.json") == []


@pytest.mark.skipif(not HANDED.is_dir(), reason="the full set of cases is not on this machine")
@pytest.mark.parametrize("system", BUILT)
def test_all_handed_cases(system: str) -> None:
    assert wrong(HANDED / f"{system}.json") == []
