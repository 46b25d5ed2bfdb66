"""Turns of phrase in a summary: who is quoted, who asks, what orders."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

Cue = Literal[
    "user", "other", "user_after", "user_heading", "ask", "order", "error", "refusal", "nothing", "override"
]  # fmt: skip


@cache
def cue(name: Cue) -> re.Pattern[str]:
    """One pattern for all languages."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in _file()[name]), re.IGNORECASE)


@cache
def _file() -> dict[str, list[str]]:
    return tomllib.loads((Path(__file__).parent / "cues.toml").read_text(encoding="utf-8"))
