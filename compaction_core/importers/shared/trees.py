"""The active branch of a message tree: from its leaf to the root, without recursion and through cycles."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from compaction_core.importers.rows import Row

Key = TypeVar("Key", bound=Hashable)
ROOT = -1


def branch(leaf: Key | None, parent: Callable[[Key], Key | None]) -> list[Key]:
    """The keys from the root to ``leaf``."""
    found: list[Key] = []
    seen: set[Key] = set()
    while leaf is not None and leaf not in seen:
        seen.add(leaf)
        found.append(leaf)
        leaf = parent(leaf)
    return found[::-1]


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
    """Places from the root to ``leaf``, of rows whose parents are ``parents``."""
    return branch(leaf if leaf >= 0 else None, lambda at: parents[at] if parents[at] >= 0 else None)


def broken(rows: Sequence[Row], path: Sequence[int], own: str, parent: str) -> tuple[int, ...]:
    """Lines of rows on the path whose parent is not in the file; ``own`` and ``parent`` are the keys of the ids."""
    known = {identity for row in rows if isinstance(identity := row.value.get(own), str)}
    links = ((rows[at].line, rows[at].value.get(parent)) for at in path)
    return tuple(line for line, link in links if isinstance(link, str) and link and link not in known)
