"""What an importer left out of a session on purpose, in the same words for every format."""

from collections import Counter
from collections.abc import Iterator

from compaction_core.session import Warning
from compaction_core.words import count


def unknown(counts: Counter[str], noun: str = "rows") -> Iterator[Warning]:
    """A warning for entries of types that are not known, by type."""
    if counts:
        names = ", ".join(f"{kind} ({number})" for kind, number in sorted(counts.items()))
        text = f"Left out {noun} of types that are not known: {names}."
        yield Warning(code="unknown_rows", text=text, count=counts.total())


def branches(number: int, line: int | None = None, why: str = "a rewound branch") -> Iterator[Warning]:
    """A warning for messages that the model no longer saw."""
    if number:
        text = f"Left out {count(number, 'message')} of {why}: the model no longer saw them."
        yield Warning(code="branches", text=text, line=line, count=number)


def other_branches(messages: int) -> tuple[Warning, ...]:
    """The warning for messages that stand on other branches of a tree; none for 0."""
    if not messages:
        return ()
    text = f"Left out {count(messages)} of other branches: an edit or a new answer replaced them."
    return (Warning(code="branches", text=text, count=messages),)
