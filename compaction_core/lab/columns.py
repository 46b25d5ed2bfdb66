"""What each column asks."""

from pydantic import Field

from compaction_core.session import Record
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.ladder import Ladder
from compaction_core.summarizers.prompts import Prompt
from compaction_core.summarizers.prompts.variables import variables
from compaction_core.summarizers.runs import ModelSettings

MOST_COLUMNS = 6


class Column(Record):
    """What one column asks: a summarizer, a prompt in place of the strategy's own, and what to stress."""

    summarizer: str = "offline"
    """A registered summarizer's name, ``litellm`` for a model, ``given`` for a text that someone pasted."""
    settings: ModelSettings | None = None
    """The model, for ``litellm``."""
    prompt: Prompt | None = None
    """None: the strategy's own instructions."""
    focus: str = ""
    """What to pay attention to, as after ``/compact``."""
    must_keep: tuple[str, ...] = ()
    """Sentences or names that must not be lost; appended to any prompt."""
    text: str = ""
    """The pasted summary, for ``given``."""
    ladder: Ladder = Ladder()
    reject: bool = False
    """Whether an error of a detector that may reject sends the answer down the ladder; no release does that."""
    runs: int = Field(default=1, ge=1, le=10)

    @property
    def label(self) -> str:
        """A short name for the head of the column."""
        who = self.settings.model if self.settings is not None else self.summarizer
        return f"{who} · {self.prompt.title}" if self.prompt is not None else who


def request_of(column: Column, request: SummaryRequest) -> SummaryRequest:
    """The column's request over the same messages: its prompt with the variables in, then what must not be lost."""
    instructions, name = request.instructions, request.prompt
    if column.prompt is not None:
        instructions, name = column.prompt.filled(variables(request, column.focus)), column.prompt.name
    if column.focus and (column.prompt is None or "{focus}" not in column.prompt.text):
        instructions = f"{instructions}\n\nPay special attention to: {column.focus}"
    if column.must_keep:
        kept = "\n".join(f"- {item}" for item in column.must_keep)
        instructions = f"{instructions}\n\nWhatever else you leave out, carry these over word for word:\n{kept}"
    return request.model_copy(update={"instructions": instructions, "prompt": name})
