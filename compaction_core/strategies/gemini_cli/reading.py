"""What Gemini CLI's summarizer reads: the head of the list, and a request behind it.

The release sends the contents as they are, with its prompt as the system instruction; here they stand as one labelled
text. Thoughts are not in the history. The request depends on whether the head holds an earlier snapshot.
"""

from collections.abc import Mapping

from compaction_core.js import recompacted
from compaction_core.session import Message
from compaction_core.summarizers.base import Line

TAG = "<state_snapshot>"
FRESH = "Write a new <state_snapshot> of the history above."
ANCHORED = (
    "The history above holds an earlier <state_snapshot>. Take over into the new one whatever of it still matters, "
    "bring it up to date with what came later, and lose no constraint and no important knowledge."
)
REQUEST = "Think it through in your scratchpad first, then write the <state_snapshot>."


def holds_snapshot(message: Message) -> bool:
    """Whether a text of the message is an earlier snapshot."""
    return message.summary is not None or any(part.kind == "text" and TAG in part.text for part in message.parts)


def request_after(anchored: bool) -> str:
    """The user's request behind the head."""
    return f"\n\n[user] {ANCHORED if anchored else FRESH}\n\n{REQUEST}"


def line(index: int, message: Message, tool: str, texts: Mapping[int, str]) -> Line | None:
    """One message as a labelled text, with ``texts`` in place of tool outputs."""
    if message.role == "tool":
        result = message.result
        text = texts.get(index, "" if result is None else result.text)
        return _line(index, message, f"[tool {tool}] {text}")
    role = "model" if message.role == "assistant" else "user"
    pieces = [part.text for part in message.parts if part.kind in ("text", "file") and part.text]
    pieces += [f"[call {call.name}] {recompacted(call.arguments)}" for call in message.calls]
    return _line(index, message, f"[{role}] " + "\n".join(pieces))


def _line(index: int, message: Message, text: str) -> Line:
    images = sum(part.kind == "image" for part in message.parts)
    if images:
        text += f"\n[{images} image{'' if images == 1 else 's'}]"
    return Line(index=index, role=message.role, text=text, omitted_images=images)
