"""What Hermes' summarizer reads: labelled messages of at most 6,000 characters, secrets masked.

Source: context_compressor.py (0.19.0). The pruned messages are read, without reasoning and without thoughts that a
model wrote into its text. An earlier summary is handed over by itself, and only what came after it is read.
"""

import re
from collections.abc import Sequence

from compaction_core.redaction import Kind, redact
from compaction_core.session import Message
from compaction_core.summarizers.base import Line

LONGEST, HEAD, TAIL = 6_000, 4_000, 1_500
LONGEST_ARGUMENTS, ARGUMENTS = 1_500, 1_200
FOCUS_MESSAGES, FOCUS_CHARS, FOCUS_TOTAL = 3, 260, 700
FOCUS = "What the user last asked for:"
LABELS = {"user": "USER", "assistant": "ASSISTANT", "system": "SYSTEM", "developer": "DEVELOPER"}
_THOUGHTS = re.compile(r"<(think|thinking|reasoning|thought)>.*?</\1>\s*", re.DOTALL | re.IGNORECASE)


def line(index: int, message: Message) -> Line:
    """One message as the summarizer reads it."""
    text = "\n".join(_pieces(message))
    if message.role == "assistant":
        text = _THOUGHTS.sub("", text)
    text, dropped = _bounded(masked(text))
    label = LABELS.get(message.role, "")
    if message.role == "tool":
        result = message.result
        label = f"RESULT OF {result.call_id}" if result is not None else "RESULT"
    calls = "".join(f"\n  {call.name}({_arguments(call.arguments)})" for call in message.calls)
    if calls:
        text += f"\n[calls:{calls}\n]"
    images = sum(part.kind == "image" for part in message.parts)
    return Line(index=index, role=message.role, text=f"[{label}]: {text}", dropped_chars=dropped, omitted_images=images)


def focus(messages: Sequence[Message]) -> str:
    """The user's last three messages in short, oldest first, which the summary should look after; "" if none."""
    found: list[str] = []
    for message in reversed(messages):
        if message.role == "user" and message.summary is None and (text := " ".join(masked(message.text).split())):
            found.append(text if len(text) <= FOCUS_CHARS else text[: FOCUS_CHARS - 1].rstrip() + "…")
            if len(found) == FOCUS_MESSAGES:
                break
    whole = "\n- ".join((FOCUS, *reversed(found))) if found else ""
    return whole if len(whole) <= FOCUS_TOTAL else whole[: FOCUS_TOTAL - 1].rstrip() + "…"


_SECRETS: tuple[Kind, ...] = ("secret",)


def masked(text: str) -> str:
    """The text without secrets."""
    return redact(text, _SECRETS).text


def _pieces(message: Message) -> list[str]:
    """Texts, and a label for what is none; an image keeps an address, not its data."""
    pieces = []
    for part in message.parts:
        if part.kind in ("text", "tool_result"):
            pieces.append(part.text)
        elif part.kind == "image":
            web = part.source.startswith(("http://", "https://"))
            pieces.append(f"[image: {part.source}]" if web else "[image]")
        elif part.kind == "file":
            pieces.append(part.text if part.text is not None else "[file]")
        elif part.kind == "opaque":
            pieces.append(f"[{part.type}]")
    return [piece for piece in pieces if piece]


def _bounded(text: str) -> tuple[str, int]:
    """At most 6,000 characters, and how many were left out."""
    if len(text) <= LONGEST:
        return text, 0
    return f"{text[:HEAD]}\n...[cut]...\n{text[-TAIL:]}", len(text) - HEAD - TAIL


def _arguments(text: str) -> str:
    text = masked(text)
    return text if len(text) <= LONGEST_ARGUMENTS else text[:ARGUMENTS] + "..."
