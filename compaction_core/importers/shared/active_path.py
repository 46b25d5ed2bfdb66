"""Which rows of a tree the model still sees: the path from the last row to the root."""

from collections.abc import Sequence
from typing import Any

from compaction_core.importers.source import Row

ROOT = -1


def parents_of(links: Sequence[tuple[Any, Any]], roots: Sequence[Any] = ()) -> list[int]:
    """Place of each row's parent, from (id, parent id) pairs; ROOT for no parent or one of ``roots``.

    A parent that is not in the file is bridged by the row before.
    """
    places = {own: at for at, (own, _) in reversed(list(enumerate(links))) if isinstance(own, str) and own}
    parents: list[int] = []
    for at, (_, parent) in enumerate(links):
        if not isinstance(parent, str) or not parent or parent in roots:
            parents.append(ROOT)
        else:
            found = places.get(parent, at)
            parents.append(at - 1 if found == at else found)
    return parents


def path_to(leaf: int, parents: Sequence[int]) -> list[int]:
    """Places from the root to ``leaf``; a cycle ends where it closes."""
    seen: set[int] = set()
    path: list[int] = []
    while leaf >= 0 and leaf not in seen:
        seen.add(leaf)
        path.append(leaf)
        leaf = parents[leaf]
    return path[::-1]


def broken(rows: Sequence[Row], path: Sequence[int], own: str, parent: str) -> tuple[int, ...]:
    """Lines of rows on the path whose parent is not in the file; ``own`` and ``parent`` are the keys of the ids."""
    known = {identity for row in rows if isinstance(identity := row.value.get(own), str)}
    links = ((rows[at].line, rows[at].value.get(parent)) for at in path)
    return tuple(line for line, link in links if isinstance(link, str) and link and link not in known)
