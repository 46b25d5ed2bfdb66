"""One column as it is set now: what the heads make and everything else reads."""

from dataclasses import dataclass

from compaction_core.lab import Column

KINDS = {
    "offline": "Offline, by fixed rules",
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

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""
        return self.column.summarizer == "litellm"

    @property
    def ready(self) -> bool:
        """Whether it can ask its model."""
        return self.asks and not self.problem and self.column.settings is not None


def key(field: str, number: int) -> str:
    """The widget key of one column's field."""
    return f"lab_{field}_{number}"
