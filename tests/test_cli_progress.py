"""The line on stderr: for a terminal only, and gone when the work is done."""

import io
import sys

import pytest

from compaction_core.cli.progress import line
from compaction_core.progress import LARGE, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_large_file_is_told_and_the_line_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with line() as report:
        report(Progress("read", LARGE // 2, LARGE))
        assert terminal.getvalue().rstrip() == "\r1.0 of 2.0 MB read"
    assert terminal.getvalue().endswith(" \r") and "\n" not in terminal.getvalue()


def test_a_small_file_and_a_pipe_are_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for stderr, size in ((Terminal(), 10), (io.StringIO(), LARGE)):
        monkeypatch.setattr(sys, "stderr", stderr)
        with line() as report:
            report(Progress("read", size, size))
        assert stderr.getvalue() == ""
