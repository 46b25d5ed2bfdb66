"""What the summarizer reads: the whole history as it was sent, then the prompt. Nothing is cut.

Source: openai/codex compact.rs (0100b103). Codex sends its native items; here they stand as labelled text. When the
model says that it is too long, the oldest item is left out and the rest is sent again, until one is left.
"""

from collections.abc import Iterator

from compaction_core.session import File, Image, Message, Text, ToolResult
from compaction_core.summarizers.base import Line, SummaryRequest

BETWEEN = "\n\n"
MOST_RUNGS = 100
"""Smaller requests that are made; Codex leaves out one item at a time, and so do we up to so many messages."""


def line(index: int, message: Message) -> Line | None:
    """One message: its texts and calls in order; reasoning is encrypted and not shown."""
    said = [p.text for p in message.parts if isinstance(p, Text | ToolResult | File) and p.text]
    said += [f"call {call.name}({call.arguments})" for call in message.calls]
    images = sum(isinstance(part, Image) for part in message.parts)
    said += ["[image]"] * images
    if not said:
        return None
    return Line(index=index, role=message.role, text=f"[{message.role}] " + "\n".join(said), omitted_images=images)


def rungs(request: SummaryRequest) -> Iterator[SummaryRequest]:
    """The request, then without its oldest message, without its two oldest, … down to the newest alone."""
    yield request
    lines = request.lines
    size = -(-(len(lines) - 1) // MOST_RUNGS) or 1
    for start in range(size, len(lines), size):
        rest = lines[start:]
        yield request.model_copy(update={"lines": rest, "transcript": BETWEEN.join(line.text for line in rest)})
