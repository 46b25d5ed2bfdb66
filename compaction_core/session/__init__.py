"""The records everything else is made of.

A **Session** is one agent transcript. It holds **Message**\\ s in file order; a message has a role and
**parts** (text, reasoning, tool calls, a tool result, images, files, and *opaque* blocks we keep but cannot
read). Messages are OpenAI-shaped: one ``tool`` message per result, a system prompt is message 0.

>>> hello = Message(role="user", parts=(Text(text="hi"),))
>>> Session(format="openai_chat", messages=(hello,)).messages[0].text
'hi'
"""

from compaction_core.session.found import Integrity, RecordedCompaction, Thread, Warning
from compaction_core.session.message import (
    File,
    Flag,
    Image,
    Message,
    Opaque,
    Part,
    Piece,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)
from compaction_core.session.record import Record
from compaction_core.session.session import Session

__all__ = [
    "File", "Flag", "Image", "Integrity", "Message", "Opaque", "Part", "Piece", "Reasoning", "Record",
    "RecordedCompaction", "Role", "Session", "Text", "Thread", "ToolCall", "ToolResult", "Usage", "Warning",
]  # fmt: skip
