"""Shared by all tests: where the handed cases lie, if they do."""

from pathlib import Path

from hypothesis import settings

SHARED = Path(__file__).parents[2] / "shared"

settings.register_profile("here", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("here")
