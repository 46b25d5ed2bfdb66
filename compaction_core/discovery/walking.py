"""Files below a folder by a pattern: a descent as deep as the pattern is long, so that no loop of links can hold it."""

import os
import stat
from collections.abc import Iterator
from fnmatch import fnmatchcase

MOST_SEEN = 200_000
"""Names looked at below one root."""


class Budget:
    """How many names may still be looked at."""

    def __init__(self, left: int = MOST_SEEN) -> None:
        self.left = left

    def spend(self) -> bool:
        """Take one; False when none is left."""
        self.left -= 1
        return self.left >= 0


def files(root: str, pattern: str, without: tuple[str, ...], budget: Budget) -> Iterator[tuple[str, os.stat_result]]:
    """Regular files that are not empty, with their status. Links, and what cannot be read, are passed over."""
    yield from _below(root, pattern.split("/"), without, budget)


def _below(
    folder: str, names: list[str], without: tuple[str, ...], budget: Budget
) -> Iterator[tuple[str, os.stat_result]]:
    name, *rest = names
    for path in _named(folder, name, budget):
        try:
            status = os.lstat(path)
        except (OSError, ValueError):
            continue
        if rest:
            if stat.S_ISDIR(status.st_mode):
                yield from _below(path, rest, without, budget)
        elif stat.S_ISREG(status.st_mode) and status.st_size and not _left_out(path, without):
            yield path, status


def _named(folder: str, name: str, budget: Budget) -> Iterator[str]:
    """The paths in a folder whose name fits."""
    if "*" not in name:
        yield os.path.join(folder, name)  # noqa: PTH118
        return
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not budget.spend():
                    return
                if fnmatchcase(entry.name, name):
                    yield entry.path
    except (OSError, ValueError):
        return


def _left_out(path: str, without: tuple[str, ...]) -> bool:
    return bool(without) and any(fnmatchcase(os.path.basename(path), name) for name in without)  # noqa: PTH119
