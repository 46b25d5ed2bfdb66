"""entry.py is a script for AppTest, no module to collect; the app is started without a file."""

import sys

import pytest

collect_ignore = ["entry.py"]


@pytest.fixture(autouse=True)
def started_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app opens the file it is started on; the test runner's own arguments are none."""
    monkeypatch.setattr(sys, "argv", ["app.py"])
