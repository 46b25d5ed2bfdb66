"""The requests of the server's separate summarizer: the whole transcript, then two smaller ones.

Source: summarizer.py:463-647 (0.16.8). Only an overflow leads to the second request, with tool results of at most
5,000 characters; *any* error of the second leads to the third, whose middle is cut to a budget of bytes. Equal texts
are sent again.
"""

from collections.abc import Iterator

from compaction_core.strategies.letta_server.transcript import PREFIX, limited, shortened, transcript
from compaction_core.summarizers.base import SummaryRequest

TOOL_CHARS = 5_000
ACKNOWLEDGEMENT = "I am ready; please hand me the messages and I will write their summary."
RESERVED = 1_024
LEAST_BUDGET = 2_000
UNKNOWN_WINDOW = 48_000
"""Bytes the release starts from where it cannot tell the window of the summarizer."""


def budget(window: int | None, instructions: str, acknowledged: bool) -> int:
    """Bytes of the last transcript: 60% of the summarizer's window at 4 a token, less prompt and reserve."""
    bytes_ = UNKNOWN_WINDOW if window is None else int(window * 0.6 * 4)
    said = len(instructions.encode("utf-8", "surrogatepass"))
    ready = len(ACKNOWLEDGEMENT.encode()) if acknowledged else 0
    return max(LEAST_BUDGET, bytes_ - said - ready - RESERVED)


def rungs(request: SummaryRequest, window: int | None, acknowledged: bool = False) -> Iterator[SummaryRequest]:
    """The request, then the smaller ones; ``window`` is the summarizer's, in tokens. A self request has none."""
    yield request
    if not request.transcript.startswith(PREFIX):
        return
    lines = tuple(limited(line, TOOL_CHARS) for line in request.lines)
    text = transcript(lines)
    yield request.model_copy(update={"lines": lines, "transcript": text})
    room = budget(window, request.instructions, acknowledged)
    yield request.model_copy(update={"lines": lines, "transcript": shortened(text, room), "max_chars": room})
