"""Messages of the pieces that one entry of a file holds: what belongs to the answer stands on the answer."""

from collections.abc import Iterable

from compaction_core.importers.shared.apis.blocks import Piece
from compaction_core.session import Flag, Message, Usage


def messages_of(
    pieces: Iterable[Piece],
    *,
    identity: str | None = None,
    timestamp: float | None = None,
    model: str | None = None,
    usage: Usage | None = None,
    stop_reason: str | None = None,
    flags: tuple[Flag, ...] = (),
    line: int | None = None,
) -> list[Message]:
    """One message a piece. The model is the assistant's; usage and stop reason stand on its last piece.

    ``flags`` go to the pieces that are no tool result.
    """
    listed = list(pieces)
    last = max((at for at, piece in enumerate(listed) if piece.role == "assistant"), default=-1)
    return [
        Message(
            role=piece.role,
            parts=piece.parts,
            id=identity,
            timestamp=timestamp,
            model=model if piece.role == "assistant" else None,
            usage=usage if at == last else None,
            stop_reason=stop_reason if at == last else None,
            summary=piece.summary,
            flags=flags if piece.role != "tool" else (),
            line=line,
        )
        for at, piece in enumerate(listed)
    ]
