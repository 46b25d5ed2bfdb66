"""The one error family. Every message ends in what to do next.

CompactionError
├── BadInput            the transcript cannot be used
│   ├── EmptyTranscript
│   ├── UnknownFormat
│   └── SeveralTranscripts  with what to choose from: importers.listing
├── UnknownName         no such strategy, counter, importer, …
└── BadParameter        a setting outside what the system accepts
"""

from collections.abc import Iterable


class CompactionError(Exception):
    """Anything this library raises on purpose."""


class BadInput(CompactionError):
    """A transcript that cannot be used; the message names the line and the cause."""


class EmptyTranscript(BadInput):
    """A file that holds no message."""


class UnknownFormat(BadInput):
    """A file that no importer recognises."""


class UnknownName(CompactionError):
    """A name that its registry does not hold; the message lists those it does."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        super().__init__(f"There is no {kind} named {str(name)!r}; choose one of: {', '.join(sorted(known))}.")


class BadParameter(CompactionError):
    """A setting outside the range that the strategy accepts."""
