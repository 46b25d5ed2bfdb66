"""Letta Code against cases from its real code: a small selection always, the handed ones where they lie."""

import json
from pathlib import Path

import pytest

from tests.conformance.__main__ import answer
from tests.conftest import SHARED

SELECTION = Path(__file__).parent / "selection"
HANDED = SHARED / "vectors"


def check(file: Path) -> None:
    vectors = json.loads(file.read_text(encoding="utf-8"))
    blind = [{k: v for k, v in case.items() if k != "expected"} for case in vectors["cases"]]
    wrong = []
    for case, given in zip(vectors["cases"], answer(vectors["system"], blind), strict=True):
        keys = vectors["graded"].get(case["strategy"], ())
        expected = {k: case["expected"][k] for k in keys if k in case["expected"]}
        if {k: given.get(k) for k in expected} != expected:
            wrong.append((case["strategy"], case["name"]))
    assert wrong == []


@pytest.mark.parametrize("file", sorted(SELECTION.glob("*.json")), ids=lambda file: file.stem)
def test_the_selection(file: Path) -> None:
    check(file)


@pytest.mark.skipif(not HANDED.is_dir(), reason="the full set of cases is not on this machine")
def test_all_handed_cases() -> None:
    check(HANDED / "letta-code.json")
