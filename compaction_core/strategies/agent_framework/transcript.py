"""What Agent Framework's summarizer reads: a numbered line a message, calls and results in full.

Source: agent-framework-core 1.23.0, ``_compaction.py``. Reasoning and images are not shown; a message with nothing
else is shown by the names of its contents.
"""

from collections.abc import Iterable, Iterator

from compaction_core.session import Message, Part
from compaction_core.summarizers.base import Line

BETWEEN = "\n"
EMPTY = "text content"
"""The release names the type of an answer that is empty."""
NAMES = {
    "text": "text",
    "file": "data",
    "reasoning": "text_reasoning",
    "image": "data",
    "tool_call": "function_call",
    "tool_result": "function_result",
}


def body(message: Message) -> str:
    """A message's line without its number."""
    said: list[str] = []
    texts: list[str] = []
    for part in message.parts:
        shown = _shown(part)
        if shown:
            if texts:
                said.append(" ".join(texts))
                texts = []
            said.append(shown)
        elif (part.kind == "text" or part.kind == "file") and part.text:
            texts.append(part.text)
    if texts:
        said.append(" ".join(texts))
    told = "; ".join(said) or ", ".join(_name(part) for part in message.parts)
    return f". [{message.role}] {told}"


def lines(messages: Iterable[tuple[int, Message]]) -> Iterator[Line]:
    """The numbered lines of these messages, each with its number in the session."""
    for number, (index, message) in enumerate(messages, start=1):
        images = sum(part.kind == "image" for part in message.parts)
        yield Line(index=index, role=message.role, text=f"{number}{body(message)}", omitted_images=images)


def chars(sizes: Iterable[int], first: int) -> int:
    """Characters of consecutive lines joined by line breaks; ``sizes`` are without number, ``first`` numbers the first.

    >>> chars((5, 5), 9)
    14
    """
    total = -len(BETWEEN)
    for number, size in enumerate(sizes, start=first):
        total += len(str(number)) + size + len(BETWEEN)
    return total


def _shown(part: Part) -> str:
    if part.kind == "tool_call":
        suffix = f" [call_id={part.id}]" if part.id else ""
        return f"function_call {part.name}({part.arguments}){suffix}"
    if part.kind == "tool_result":
        suffix = f" [call_id={part.call_id}]" if part.call_id else ""
        return f"function_result: {part.text or EMPTY}{suffix}"
    return ""


def _name(part: Part) -> str:
    return part.type if part.kind == "opaque" else NAMES[part.kind]
