"""Shared by all tests: where the handed cases lie, if they do; a model's provider on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.scripted_server import ScriptedServer

SHARED = Path(__file__).parents[2] / "shared"

settings.register_profile("here", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("here")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """All tests are shared out to the processors; some that were named, as while working on them, are not."""
    return None if config.args_source is pytest.Config.ArgsSource.TESTPATHS else 0


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes are numbered: what is packed holds the time of day, and parallel workers have to agree on every name."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    """A provider of its own for each module that asks one."""
    with ScriptedServer() as running:
        yield running
