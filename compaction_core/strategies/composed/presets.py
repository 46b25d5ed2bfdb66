"""The recipes that come with this package: systems expressed on the axes, and one of our own."""

from functools import cache
from pathlib import Path

from compaction_core.errors import UnknownName
from compaction_core.strategies.composed.recipe import Recipe, read

FOLDER = Path(__file__).parent / "recipes"
FIRST = "own"
"""The recipe a new strategy starts from."""


def names() -> tuple[str, ...]:
    """All of them, ours first."""
    found = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return (FIRST, *(name for name in found if name != FIRST))


def text(name: str) -> str:
    """The file of one; raises UnknownName with the known ones."""
    if name not in names():
        raise UnknownName("recipe", name, names())
    return (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def preset(name: str) -> Recipe:
    """The recipe of that name; raises UnknownName with the known ones."""
    return read(text(name))
