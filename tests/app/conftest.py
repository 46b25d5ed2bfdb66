"""How the app is started in these tests; entry.py is a script for AppTest, no module to collect."""

import functools
import sys
from collections.abc import Iterator

import pytest
from streamlit import config
from streamlit.components.v2 import manifest_scanner

collect_ignore = ["entry.py"]


@pytest.fixture(scope="session", autouse=True)
def packages_scanned_once() -> Iterator[None]:
    """AppTest looks through all installed packages at each visitor's first run, in three quarters of its time."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture(autouse=True)
def started_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app opens the file it is started on; the test runner's own arguments are none."""
    monkeypatch.setattr(sys, "argv", ["app.py"])


@pytest.fixture
def bound_to_loopback() -> Iterator[None]:
    """As the configuration of the app has it, wherever the tests are started."""
    before = config.get_option("server.address")
    config.set_option("server.address", "127.0.0.1")
    yield
    config.set_option("server.address", before)
