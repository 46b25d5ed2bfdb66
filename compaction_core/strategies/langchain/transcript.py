"""What the summarizer reads: one element per message, escaped, calls with all their arguments.

Source: langchain-core 1.8.3, ``get_buffer_string(format="xml")``; langchain 1.5.2, the retry after an overflow. Images
in the file are left out, those with an address are named; a call's id is shortened to 64 characters. Instructions and
elements are one user message.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from compaction_core.session import File, Image, Message, Reasoning, Text, ToolCall, ToolResult
from compaction_core.strategies.langchain.trimming import KINDS, blocks, characters
from compaction_core.summarizers.base import Line, SummaryRequest
from compaction_core.tokens.langchain import PER_MESSAGE, arguments

BETWEEN = "\n"
FRAME = ("<messages>\n", "\n</messages>")
ID_CHARS = 64
DOCUMENT_CHARS = 500
OMITTED = "\n\n[the middle of the conversation is left out]\n\n"


def line(index: int, message: Message, dropped: int = 0) -> Line:
    """One message; ``dropped`` are the characters that the trimming took from it."""
    said, hidden = _content(message)
    calls = [_call(call) for call in message.calls]
    kind = quoteattr(KINDS[message.role])
    if calls:
        content = [f"  <content>{said}</content>"] if said else []
        text = "\n".join([f"<message type={kind}>", *content, *calls, "</message>"])
    else:
        text = f"<message type={kind}>{said}</message>"
    return Line(index=index, role=message.role, text=text, dropped_chars=dropped, omitted_images=hidden)


def tail(message: Message, size: int, chars: int) -> tuple[Message, int]:
    """A message of which only its last ``size`` blocks are read, of a single one the last ``chars`` characters.

    The number is that of the characters left out.
    """
    kept = blocks(message)[-size:]
    if size == 1 and isinstance(kept[0], Text | ToolResult):
        text = kept[0].text
        kept = [replace(kept[0], text=text[len(text) - chars :])]
    left = replace(message, parts=(*kept, *message.calls))
    return left, characters(message) - characters(left)


def _content(message: Message) -> tuple[str, int]:
    """The blocks as text, and how many images are left out."""
    shown, hidden = [], 0
    for part in message.parts:
        if isinstance(part, Text | ToolResult) and part.text:
            shown.append(escape(part.text))
        elif isinstance(part, Reasoning) and part.text:
            shown.append(f"<reasoning>{escape(part.text)}</reasoning>")
        elif isinstance(part, File) and part.text:
            more = "..." if len(part.text) > DOCUMENT_CHARS else ""
            shown.append(f"<file>{escape(part.text[:DOCUMENT_CHARS])}{more}</file>")
        elif isinstance(part, Image) and not part.source.startswith(("http://", "https://")):
            hidden += 1
        elif isinstance(part, Image):
            shown.append(f"<image url={quoteattr(part.source)} />")
    return " ".join(shown), hidden


def _call(call: ToolCall) -> str:
    given = arguments(call.arguments)
    text = call.arguments if given is None else json.dumps(given, ensure_ascii=False)
    name = call.id if len(call.id) <= ID_CHARS else f"{call.id[:ID_CHARS]}..."
    return f"  <tool_call id={quoteattr(name)} name={quoteattr(call.name)}>{escape(text)}</tool_call>"


def rungs(request: SummaryRequest) -> Iterator[SummaryRequest]:
    """The request, then one with the middle cut out, of half its tokens: a quarter of that from the start.

    The release also stays below 40% of the summarizing model's window where it knows one; a request does not.
    """
    yield request
    text = request.transcript.removeprefix(FRAME[0]).removesuffix(FRAME[1])
    tokens = -(-(len(text) + len("user")) // 4) + PER_MESSAGE
    kept = len(text) * (tokens // 2) // tokens
    if kept > 0:
        head, tail = kept // 4, kept - kept // 4
        cut = f"{text[:head]}{OMITTED}{text[-tail:]}"
        yield request.model_copy(update={"transcript": FRAME[0] + cut + FRAME[1], "max_chars": kept})
