"""Prompts as files: TOML front matter between ``+++`` lines, then the text."""

import tomllib
from functools import lru_cache
from pathlib import Path

from compaction_core.errors import UnknownName
from compaction_core.session import Record

FOLDER = Path(__file__).parent


class Prompt(Record):
    """One prompt: what it asks for, in its own words, and the limits it states."""

    name: str
    title: str
    role: str
    words: int | None
    """The word limit the prompt asks for; nothing enforces it."""
    sections: tuple[str, ...]
    source: str
    text: str


@lru_cache
def prompt(name: str) -> Prompt:
    """Read one prompt file; raises UnknownName with the known ones."""
    path = FOLDER / f"{name}.md"
    if name not in prompt_names():
        raise UnknownName("prompt", name, prompt_names())
    _, matter, text = path.read_text(encoding="utf-8").split("+++\n", 2)
    return Prompt(name=name, text=text.strip(), **tomllib.loads(matter))


def prompt_names() -> tuple[str, ...]:
    """All prompts, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))
