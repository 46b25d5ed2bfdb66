"""Untrusted JSON values as the objects and lists that they should be."""

from typing import Any


def as_object(value: Any) -> dict[str, Any]:
    """The object itself; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """The list itself, nothing for None, and a list of one for anything else."""
    return value if isinstance(value, list) else [] if value is None else [value]


def may_hold(values: list[Any]) -> bool:
    """Whether a list can hold objects: one of its first 50 entries is one, or a list. Millions of numbers cannot."""
    return any(isinstance(item, dict | list) for item in values[:50])


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The objects of a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
