"""Sessions whose numbers can be worked out by hand: every message holds 80 words in 400 characters.

Letta Code's estimate of one is 400 / 4 = 100 tokens; o200k has one token for each word and one for the full stop.
"""

from typing import Any

from compaction_core.session import Message, RecordedCompaction, Session, Text

WORDS = " ".join(["word"] * 80) + "."
ESTIMATE = 100
O200K = 81


def chat(size: int) -> list[dict[str, Any]]:
    """User and assistant in turn."""
    return [{"role": "user" if i % 2 == 0 else "assistant", "content": WORDS} for i in range(size)]


def session(size: int, *, prompt: bool = False, recorded: tuple[int, ...] = (), title: str = "") -> Session:
    """The same as records: a prompt in front, and a summary where a compaction is recorded."""
    messages = [Message(role="system", parts=(Text(text=WORDS),))] if prompt else []
    for i, row in enumerate(chat(size), len(messages)):
        summary = row["content"] if i in recorded else None
        messages.append(Message(role=row["role"], parts=(Text(text=row["content"]),), summary=summary))
    compactions = tuple(RecordedCompaction(index=i) for i in recorded)
    return Session(format="by hand", title=title, messages=tuple(messages), compactions=compactions)
