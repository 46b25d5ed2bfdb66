"""requirements.lock (hashes, for hardened installs) and ``uv run`` (exclude-newer) give the same versions."""

import re
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement

LOCK = (Path(__file__).parents[1] / "requirements.lock").read_text(encoding="utf-8")
LINES = [Requirement(line.rstrip(" \\")) for line in LOCK.splitlines() if re.match(r"[a-z0-9]", line)]
PINNED = {r.name: str(r.specifier)[2:] for r in LINES if r.marker is None or r.marker.evaluate()}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_both_name_the_same_versions() -> None:
    installed = {canonical(d.metadata["Name"]): d.version for d in distributions()}
    differing = {n: (v, installed[n]) for n, v in PINNED.items() if n in installed and installed[n] != v}
    assert differing == {}
    assert {"streamlit", "plotly", "tiktoken", "litellm", "pydantic"} <= PINNED.keys() & installed.keys()


def test_every_pin_has_a_hash_and_no_index_is_named() -> None:
    assert LOCK.count("==") <= LOCK.count("--hash=sha256:")
    assert "://" not in LOCK


def test_no_release_that_was_compromised() -> None:
    """LiteLLM 1.82.7, 1.82.8 and 1.107.* carried a credential stealer."""
    version = tuple(map(int, PINNED["litellm"].split(".")))
    assert (1, 108, 14) <= version < (1, 111)
