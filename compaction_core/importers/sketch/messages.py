"""A message of a sketch, with the text its sizes stand for."""

import random
from base64 import b64encode
from itertools import cycle, islice

import orjson

from compaction_core.importers.sketch.rows import Call, Piece, Reported, Said
from compaction_core.session import (
    Flag,
    Image,
    Message,
    Opaque,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Usage,
)

WORDS = (
    "the line has one value and this test will check it in a list of names so that each user can see what was done "
    "before we run the next step with the same file"
)
"""Each is one token behind a space, by o200k and by cl100k."""


def filler(words: int) -> str:
    """So many words, each one token.

    >>> filler(3)
    ' the line has'
    """
    return "".join(f" {word}" for word in islice(cycle(WORDS.split()), words))


def own_text(said: Said) -> str:
    """What it says itself, without filler."""
    text: str | None = getattr(said, said.speaker)
    return text or ""


def message(said: Said) -> Message:
    """The message, its calls and results in it."""
    speaker = said.speaker
    text = _text(said)
    parts: list[Part] = [_piece(piece) for piece in said.parts]
    if said.of is not None:
        parts.append(ToolResult(call_id=said.of, text=text, is_error=said.error))
    elif text:
        parts.append(Text(text=text))
    if said.image:
        source = f"data:image/png;base64,{_noise(said.image)}"
        parts.append(Image(source=source, media_type="image/png", width=1024, height=1024))
    parts += [_call(call) for call in said.calls]
    role: Role = "user" if speaker == "summary" else speaker  # type: ignore[assignment]
    hidden: tuple[Flag, ...] = ("meta",) if said.meta else ()
    failed: tuple[Flag, ...] = ("error",) if said.error else ()
    return Message(
        role=role,
        parts=tuple(parts),
        id=said.id,
        usage=None if said.usage is None else _usage(said.usage),
        stop_reason=said.stop_reason,
        timestamp=said.timestamp,
        summary=own_text(said) if speaker == "summary" else None,
        flags=hidden + failed,
    )


def _text(said: Said) -> str:
    text = own_text(said) * said.repeated + filler(said.filler)
    if said.base64:
        text += f" data:application/octet-stream;base64,{_noise(3 * said.base64 // 4)}"
    return text.lstrip() if not own_text(said) else text


def _noise(size: int) -> str:
    """So many bytes in base64, the same every time."""
    return b64encode(random.Random(size).randbytes(size)).decode()  # noqa: S311 - no secret


def _piece(piece: Piece) -> Part:
    if piece.redacted:
        return Opaque(type="redacted_thinking", raw='{"type": "redacted_thinking"}')
    if piece.thinking is not None:
        return Reasoning(text=piece.thinking, signature="sketched" if piece.signed else None)
    if piece.call is not None:
        return _call(piece.call)
    return Text(text=piece.text or "")


def _call(call: str | Call) -> ToolCall:
    made = Call(id=call) if isinstance(call, str) else call
    return ToolCall(id=made.id, name=made.name, arguments=orjson.dumps(made.arguments, default=str).decode())


def _usage(reported: Reported) -> Usage:
    return Usage(**reported.model_dump())
