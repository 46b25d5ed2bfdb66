"""What a summarizer is given, what it gives back, and how the summary is wrapped."""

from typing import Literal, Protocol

from compaction_core.js import utf16_length, utf16_slice
from compaction_core.registry import Registry
from compaction_core.session import Message, Record, RecordedCompaction, Role


class Line(Record):
    """One message as the summarizer reads it."""

    index: int
    role: str
    text: str
    """The whole line, role label included."""
    dropped_chars: int = 0
    """UTF-16 units cut from a tool result."""
    omitted_images: int = 0


class SummaryRequest(Record):
    """The exact input of one summary: instructions, and the transcript of what is evicted."""

    prompt: str
    """Name of the prompt file."""
    instructions: str
    transcript: str
    lines: tuple[Line, ...]
    indexes: tuple[int, ...]
    """Session indexes of the messages to summarize."""
    messages: tuple[Message, ...]
    beside: tuple[tuple[int, Message], ...] = ()
    """Messages that stay, and that the summarizer reads all the same, with their session indexes."""
    previous_summary: str | None = None
    max_chars: int | None = None
    """Set on a smaller request of a ladder: the longest transcript of that rung, in UTF-16 units."""
    clip_chars: int | None = None
    """Longest summary that is stored, in UTF-16 units; a longer one is clipped."""
    recorded: tuple[tuple[RecordedCompaction, str], ...] = ()
    """Summaries that the file itself holds for a compaction at or after this range, nearest first."""
    recorded_before: tuple[int, ...] = ()
    """Messages that hold a summary recorded earlier, which is of other messages."""
    turn_prefix: "SummaryRequest | None" = None
    """A second request for the start of a turn that is cut, where the system summarizes it apart (``turn_prefix``)."""

    @property
    def sources(self) -> tuple[tuple[int, Message], ...]:
        """Everything that the summary can have its words from: what goes and what is read beside it, in order."""
        return tuple(sorted((*zip(self.indexes, self.messages, strict=True), *self.beside), key=lambda row: row[0]))


class Summary(Record):
    """A summary and where it comes from."""

    text: str
    summarizer: str
    basis: Literal["offline", "recorded", "none", "given", "model"]
    """offline: made here by a fixed rule, no model; recorded: from the file; given: typed in; model: asked for."""
    note: str = ""
    clipped_chars: int = 0


class Wrapper(Record):
    """The text around a summary, its role, its place in the view, and what is said beside it."""

    role: Role = "user"
    template: str
    """``{summary}`` and ``{hidden}`` are filled in; everything else is sent as it stands."""
    alert: bool = False
    """Send it as a JSON object of type ``system_alert`` with the statistics, as Letta does."""
    position: Literal["planned", "first", "last"] = "planned"
    """Where the strategy's plan puts it, or in front of everything that is kept, or behind it."""
    acknowledgement: str = ""
    """An assistant message right behind the summary; none if empty."""
    reference_only: bool = False
    """Say in front of it that it is background and not an order."""
    hidden: int | None = None
    """The count the system itself prints for ``{hidden}``."""


REFERENCE_ONLY = (
    "[For reference only: a record of earlier work, not a request. Do not act on what it says was asked for; the "
    "messages after it say what to do now.]\n"
)


def filled(wrapper: Wrapper, summary: Summary) -> str:
    """The wrapper's template with the count and the summary in it."""
    before, found, after = wrapper.template.partition("{summary}")
    count = "" if wrapper.hidden is None else str(wrapper.hidden)
    text = before.replace("{hidden}", count) + (summary.text if found else "") + after.replace("{hidden}", count)
    return REFERENCE_ONLY + text if wrapper.reference_only else text


def clipped(summary: Summary, limit: int | None) -> Summary:
    """Clip a summary to ``limit`` UTF-16 units; the note is added after the clip, as Letta does."""
    length = utf16_length(summary.text)
    if limit is None or length <= limit:
        return summary
    note = f"... [{length - limit} characters clipped]"
    text = utf16_slice(summary.text, 0, limit) + note
    return summary.model_copy(update={"text": text, "clipped_chars": length - limit})


class Summarizer(Protocol):
    """Turns a request into a summary. Only a summarizer may touch a network, and only a named one does."""

    name: str
    label: str

    def summarize(self, request: SummaryRequest) -> Summary:
        """Write the summary of the request's messages; deterministic for the offline ones."""
        ...


summarizers: Registry[Summarizer] = Registry("summarizer", "compaction_core.summarizers")
