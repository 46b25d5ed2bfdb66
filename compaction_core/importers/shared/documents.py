"""Exports that are one JSON value or JSON lines: the conversations in them."""

from collections.abc import Callable, Iterator
from typing import Any

from compaction_core.importers.source import Source

_LOOKED_AT = 20


def entries(source: Source, *, all_of_them: bool = True) -> Iterator[dict[str, Any]]:
    """The objects of a file: the document, those of its list, or its rows; only the first few to recognise it."""
    document = source.document
    if isinstance(document, dict):
        yield document
    elif isinstance(document, list):
        yield from (entry for entry in (document if all_of_them else document[:_LOOKED_AT]) if isinstance(entry, dict))
    else:
        rows = source.rows.rows if all_of_them else source.head[:_LOOKED_AT]
        yield from (row.value for row in rows)


def first(source: Source, accepts: Callable[[dict[str, Any]], bool]) -> dict[str, Any] | None:
    """The first of the leading entries that is accepted."""
    return next((entry for entry in entries(source, all_of_them=False) if accepts(entry)), None)
