"""One column as it is set now: what the heads make and everything else reads."""

from dataclasses import dataclass

from compaction_core.lab import Column

KINDS = {
    "offline": "Offline, by fixed rules",
    "bundled": "A small model, recorded",
    "recorded": "Recorded in the file",
    "none": "No summary",
    "given": "Your own text",
    "litellm": "A model (LiteLLM)",
}
LETTERS = "ABCDEF"


@dataclass(frozen=True)
class Chosen:
    """One column as it is set now."""

    number: int
    letter: str
    column: Column
    problem: str = ""
    """Why it cannot be run yet."""
    masked: bool = False
    replays: bool = False
    """Whether a run that comes with the samples answers; nothing is asked then."""
    unready: str = "not ready"
    """Its state in a word or two while there is a problem."""

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""
        return self.column.summarizer == "litellm" and not self.replays

    @property
    def ready(self) -> bool:
        """Whether it can ask its model."""
        return self.asks and not self.problem and self.column.settings is not None


def key(field: str, number: int) -> str:
    """The widget key of one column's field."""
    return f"lab_{field}_{number}"
