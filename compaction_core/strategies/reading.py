"""What a summarizer is given to read: the summarized messages as lines of one text, by the rule of each system."""

from collections.abc import Callable, Mapping, Sequence

from compaction_core.js import utf16_length, utf16_slice
from compaction_core.session import Message, Part, Session
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Line, SummaryRequest
from compaction_core.summarizers.prompts import Prompt

Render = Callable[[int, Message], Line | None]
"""One message as a line; None where the system shows nothing of it."""


def reading(
    session: Session,
    plan: Plan,
    prompt: Prompt,
    render: Render,
    *,
    indexes: Sequence[int] | None = None,
    between: str = "\n",
    frame: tuple[str, str] = ("", ""),
    variables: Mapping[str, str] | None = None,
    previous: str | None = None,
    clip_chars: int | None = None,
) -> SummaryRequest:
    """The request for the summarized messages.

    ``indexes`` are the messages whose text reaches the summarizer, where those are not the ones summarized away;
    ``between`` stands between two lines, ``frame`` around them all. ``previous`` is an earlier summary that the
    system hands over in place of the message that holds it.
    """
    messages, gone = session.messages, plan.indexes("summarize")
    read = gone if indexes is None else indexes
    away = set(gone)
    lines = tuple(line for i in read if (line := render(i, messages[i])) is not None)
    filled = prompt.filled({"previous_summary": previous or "", **(variables or {})})
    return SummaryRequest(
        prompt=prompt.name,
        instructions=filled,
        transcript=frame[0] + between.join(line.text for line in lines) + frame[1],
        lines=lines,
        indexes=gone,
        messages=tuple(messages[i] for i in gone),
        beside=tuple((i, messages[i]) for i in read if i not in away and not messages[i].is_prompt),
        previous_summary=previous,
        clip_chars=clip_chars,
    )


def shortened(text: str, limit: int) -> tuple[str, int]:
    """The first ``limit`` UTF-16 units with a note of how many are left out, and that number (0: nothing was cut)."""
    dropped = max(0, utf16_length(text) - limit)
    return (f"{utf16_slice(text, 0, limit)}\n[{dropped} more characters left out]", dropped) if dropped else (text, 0)


def labelled(index: int, message: Message) -> Line | None:
    """One message as labelled text, for systems that hand their messages over as they are.

    Thinking, texts, calls and a note for each image, in the order of the parts; None where nothing can be read.
    """
    pieces = [piece for part in message.parts if (piece := _shown(part))]
    if not pieces:
        return None
    images = sum(part.kind == "image" for part in message.parts)
    text = f"[{message.role}] " + "\n".join(pieces)
    return Line(index=index, role=message.role, text=text, omitted_images=images)


def _shown(part: Part) -> str:
    if part.kind == "tool_call":
        return f"call {part.name}({part.arguments})"
    if part.kind == "image":
        return "[image]"
    if part.kind == "opaque":
        return ""
    return f"(thinking) {part.text}" if part.kind == "reasoning" and part.text else part.text or ""
