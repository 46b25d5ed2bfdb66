"""What ADK's summarizer reads: lines with the author in front, calls and results cut to 2,000 characters.

Source: google-adk 2.13.0, ``apps/llm_event_summarizer.py``. Arguments and results are shown as Python writes them, so
a line break in a result is two characters. An earlier summary is a line of the model.
"""

from collections.abc import Mapping

from compaction_core.session import Message
from compaction_core.strategies.google_adk.sizes import arguments
from compaction_core.summarizers.base import Line

MOST_CHARS = 2_000
AGENT = "agent"


def line(index: int, message: Message, names: Mapping[int, str]) -> Line | None:
    """One event's lines; ``names`` are the tools that results come from."""
    if message.summary is not None:
        return Line(index=index, role=message.role, text=f"model: {message.summary}") if message.summary else None
    author = "user" if message.role == "user" else AGENT
    said: list[str] = []
    dropped = 0
    for part in message.parts:
        if part.kind == "text" and part.text:
            said.append(f"{author}: {part.text}")
        elif part.kind == "reasoning" and part.text:
            said.append(f"{author} (thinking): {part.text}")
        elif part.kind == "tool_call":
            told, _ = capped(str(arguments(part.arguments)))
            said.append(f"{author} called {part.name}({told})")
        elif part.kind == "tool_result":
            told, lost = capped(str({"result": part.text}))
            dropped += lost
            said.append(f"{names.get(index, 'a tool')} answered: {told}")
    if not said:
        return None
    images = sum(part.kind == "image" for part in message.parts)
    return Line(index=index, role=message.role, text="\n".join(said), dropped_chars=dropped, omitted_images=images)


def capped(text: str) -> tuple[str, int]:
    """The first 2,000 characters with a note of how many are left out, and that number.

    >>> capped("x" * 2_001)[1], capped("short")
    (1, ('short', 0))
    """
    lost = max(0, len(text) - MOST_CHARS)
    return (f"{text[:MOST_CHARS]}… [{lost} characters left out]", lost) if lost else (text, 0)
