"""The importer family: what a transcript format is, and which one takes a source."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from compaction_core.importers.shared.values import json_text
from compaction_core.importers.source import Source
from compaction_core.registry import Registry
from compaction_core.session import Session


@dataclass(frozen=True)
class Importer:
    """One transcript format.

    ``detect`` says, in one clause, why a source is of this format, or returns None. ``read`` turns it into one
    Session per conversation. Both look only at the content.
    """

    name: str
    label: str
    detect: Callable[[Source], str | None]
    read: Callable[[Source], Iterable[Session]]
    order: int = 50
    """Importers with a lower number are asked first; the loosest formats come last."""


importers: Registry[Importer] = Registry("importer", "compaction_core.importers")


class Recognised(NamedTuple):
    """A source, the importer that takes it, and why."""

    source: Source
    importer: Importer
    why: str

    def sessions(self) -> Iterator[Session]:
        """Every conversation that holds a message, one by one. Raises BadInput where the importer does."""
        return (session for session in self.importer.read(self.source) if session.messages)

    @property
    def empty(self) -> str:
        """What to say where there is no such conversation."""
        return (
            f"This is {self.importer.label} ({self.why}), but it holds no message; "
            "choose a session in which someone spoke."
        )


def recognised(source: Source) -> Recognised | None:
    """The first importer that takes the source; None if none does. Rows may stand in one JSON list (``jq -s``)."""
    asked = sorted(importers, key=lambda candidate: candidate.order)
    for form in _forms(source):
        for importer in asked:
            why = importer.detect(form)
            if why is not None:
                return Recognised(form, importer, why)
    return None


def _forms(source: Source) -> Iterator[Source]:
    yield source
    listed = source.document
    if isinstance(listed, list) and listed and all(isinstance(value, dict) for value in listed):
        lines = "\n".join(map(json_text, listed)).encode("utf-8", "replace")
        yield Source(lines, source.name, progress=source.progress)


def known() -> str:
    """The formats that are read, in a sentence for a message to the user."""
    return f"{len(importers.names())} formats are read; `compaction-explorer formats` lists them."
