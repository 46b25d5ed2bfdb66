"""Identifier classes: right values from hand-written lines; the traps are those named in the comments."""

import pytest

from compaction_core.extraction.identifiers import identifiers
from compaction_core.extraction.paths import path
from tests.timing import seconds


def found(text: str, prose: bool = True) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in identifiers(text, prose)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see src/auth.py:12:3.", [("path", "src/auth.py")]),
        ("测试文件tests/a.py通过", [("path", "tests/a.py")]),  # CJK letters are \w: no \b there
        ("代码在src/登录/auth.py里", [("path", "src/登录/auth.py")]),
        ("in src/über.py steht", [("path", "src/über.py")]),
        ("(https://a.example/x(1)?q=2).", [("url", "https://a.example/x(1)?q=2")]),
        ("fixes #41 and gate/house#7, PR 12", [("issue", "PR 12"), ("issue", "#41"), ("issue", "gate/house#7")]),
        ("GATE-41, UTF-8, SHA-256", [("ticket", "GATE-41")]),
        ("at 3f9c2ab, not defaced or 1234567", [("sha", "3f9c2ab")]),
        ("v1.2 or 1.2.3, not 3.14", [("version", "v1.2"), ("version", "1.2.3")]),
        ("set DEPLOY_REGION or $HOME_DIR", [("env", "DEPLOY_REGION"), ("env", "HOME_DIR")]),
        (
            "error[E0308]: TS2322 KeyError ENOENT EDIT",
            [("error", c) for c in ("E0308", "TS2322", "KeyError", "ENOENT")],
        ),
        ("on 10.0.0.7:8080 since 2026-01-02", [("host", "10.0.0.7:8080")]),
        (r"C:\new\test\a.py", [("path", r"C:\new\test\a.py")]),
        (r"one.Two\n+\tsrc/a.py", [("symbol", "one.Two"), ("path", "src/a.py")]),  # escaped JSON in a log
    ],
)
def test_values_are_found_exactly_as_written(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text", ["and/or", "w/o", "TCP/IP", "24/7", "Node.js", "compile/test/credo", "&#39;", ".body", "1/2"]
)
def test_what_only_looks_like_a_path_is_none(text: str) -> None:
    assert found(text) == []
    assert not path(text)


def test_logs_hold_no_bare_names_and_numbers() -> None:
    assert found("#12 parse_rows tests/a.py", prose=False) == [("path", "tests/a.py")]


@pytest.mark.parametrize("unit", ["a.a.", "а.а.", "a_", "a/", "http://", "我", "src/我", "\\n"])
def test_sixty_thousand_characters_take_no_time(unit: str) -> None:
    assert seconds(lambda: list(identifiers(unit * (60_000 // len(unit))))) < 2
