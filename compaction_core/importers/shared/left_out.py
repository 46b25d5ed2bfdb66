"""What an importer left out of a session on purpose, in the same words for every format."""

from collections import Counter
from collections.abc import Iterator

from compaction_core.importers.shared.notes import counted
from compaction_core.session import Warning


def unknown(counts: Counter[str], noun: str = "rows") -> Iterator[Warning]:
    """A warning for entries of types that are not known, by type."""
    if counts:
        names = ", ".join(f"{kind} ({number})" for kind, number in sorted(counts.items()))
        text = f"Left out {noun} of types that are not known: {names}."
        yield Warning(code="unknown_rows", text=text, count=counts.total())


def branches(number: int, line: int | None = None, why: str = "a rewound branch") -> Iterator[Warning]:
    """A warning for messages that the model no longer saw."""
    if number:
        text = f"Left out {counted(number, 'message')} of {why}: the model no longer saw them."
        yield Warning(code="branches", text=text, line=line, count=number)
