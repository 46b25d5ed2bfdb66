"""A whole compaction as the release carries it out, with a summarizer that may fail: modes, requests, second pass.

The summarizer is a function, so that a model, a script or a test can stand behind it. Nothing is changed when the
compaction fails. Source: compact.py:192-424 (0.16.8).
"""

from collections.abc import Sequence
from typing import Literal

from compaction_core.session import Message, Record
from compaction_core.strategies.letta_server.alert import hidden
from compaction_core.strategies.letta_server.listed import listed
from compaction_core.strategies.letta_server.parameters import LettaServerParameters
from compaction_core.strategies.letta_server.planning import slides
from compaction_core.strategies.letta_server.running import Failed, Run, Sent, Summarize

Failure = Literal["overflow", "error", "system_prompt_too_big"]


class Carried(Record):
    """What came of it. ``kept`` are the numbers of the given messages that are still in the list."""

    error: Failure | None
    sent: tuple[Sent, ...]
    kept: tuple[int, ...] = ()
    mode_used: str = ""
    summary: str = ""
    clipped_chars: int = 0
    hidden: int | None = None
    """The count that the note prints; None where it prints none."""
    tokens_after: int | None = None
    """Of the list without the summary."""


def carry_out(
    messages: Sequence[Message],
    context_window: int,
    parameters: LettaServerParameters,
    summarize: Summarize,
    *,
    threshold: int | None = None,
    summarizer_window: int | None = None,
    tool_tokens: int = 0,
    step_ids: Sequence[str | None] | None = None,
) -> Carried:
    """Compact the server's list, its system message in front. ``threshold=None``: the result is not checked.

    ``context_window`` is the agent's, ``summarizer_window`` the separate summarizer's (by default the same); all in
    tokens. ``step_ids`` name the step of each message, where it is known.
    """
    window = context_window if summarizer_window is None else summarizer_window
    rows = listed(messages, step_ids)
    run = Run(parameters, context_window, window, summarize)
    numbers = tuple(range(rows.size))
    try:
        if not messages:
            raise Failed("error")
        mode, text, kept = run.ladder(rows)
        numbers = (0, *numbers[kept:])
        left = rows.kept(kept)
        if threshold is not None and left.count(1) + tool_tokens >= threshold:
            if mode == "sliding_window":
                text, again = run.everything(left, run.instructions("sliding_window", own=True))
                mode, numbers, left = "all", (0, *numbers[again:]), left.kept(again)
            after, system = left.count(1) + tool_tokens, left.count(left.size)
            if after >= threshold and system >= context_window:
                return Carried(error="system_prompt_too_big", sent=tuple(run.sent))
    except Failed as failed:
        return Carried(error=failed.kind, sent=tuple(run.sent))
    clip = parameters.clip_chars
    over = 0 if clip is None else max(0, len(text) - clip)
    return Carried(
        error=None,
        sent=tuple(run.sent),
        kept=numbers,
        mode_used=mode,
        summary=f"{text[:clip]}... [{over} characters clipped]" if over else text,
        clipped_chars=over,
        hidden=hidden(rows.size, len(numbers)) if slides(mode) else None,
        tokens_after=left.count(1) + tool_tokens,
    )
