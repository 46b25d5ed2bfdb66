"""Which of the summarized messages the summarizer reads: the end that fits, from a user message on.

Source: langchain 1.5.2, ``agents/middleware/summarization.py``. Of all that is summarized, ``trim_messages`` keeps the
newest ``trim_tokens_to_summarize`` tokens (a leading system message beside them), starting on a user message. What it
drops reaches nobody. If nothing is left, no model is asked and a fixed sentence becomes the summary.
"""

from collections.abc import Sequence

from compaction_core.session import Message
from compaction_core.strategies.context import Context
from compaction_core.strategies.langchain.counting import Report, scaled
from compaction_core.strategies.langchain.shared import Recount
from compaction_core.strategies.langchain.trimming import (
    KINDS,
    Kind,
    Partial,
    Trimmed,
    characters,
    part_of,
    trim_last,
)
from compaction_core.words import count


def reach(
    messages: Sequence[Message],
    counts: Sequence[int],
    said: Sequence[Report | None],
    limit: int | None,
    partial: Partial | None = None,
) -> Trimmed:
    """What reaches the summarizer of ``messages``; ``limit`` None: all of it.

    Lists are counted newest first, so the oldest report in a list is the one that scales it.
    """
    size = len(messages)
    if limit is None:
        return Trimmed(0, size)
    start_on: tuple[Kind, ...] = ("human",)
    kinds = [KINDS[message.role] for message in messages]
    ends = scaled(counts[::-1], said[::-1])

    def count(start: int, stop: int) -> int:
        return ends[size - start] if stop == size else sum(counts[start:stop])

    return trim_last(kinds, limit, count, start_on=start_on, include_system=True, partial=partial)


def read_by_summarizer(
    context: Context, messages: Sequence[Message], counts: Sequence[int], reported: Sequence[Report | None]
) -> Trimmed:
    """What reaches the summarizer of the messages that go."""
    tokens = Recount(context.measured.counter)
    return reach(
        messages,
        counts,
        reported,
        context.parameters.trim_tokens_to_summarize,
        lambda place, room: part_of(messages[place], room, tokens, newest=True),
    )


def told_of(
    rows: Sequence[int], messages: Sequence[Message], read: Trimmed, cut: int, goes: int, limit: int | None
) -> str:
    """What is read of the first ``cut`` messages with ``goes`` tokens, in a sentence."""
    if limit is None:
        return f"The summarizer reads all {count(cut)}."
    if not read.kept:
        why = "none of them from a user message on" if read.fitted else "not even the newest one"
        return (
            f"Of the {goes:,} tokens that go, the summarizer may read {limit:,}: {why} fits. Nothing is left, so no "
            "model is asked and a fixed sentence becomes the summary."
        )
    if len(read.kept) == cut and read.part is None:
        return f"{count(cut)} with {goes:,} tokens fit into the {limit:,} that the summarizer may read: it reads all."
    part = ""
    if read.cut is not None and read.part is not None:
        left, whole = characters(read.part), characters(messages[read.cut])
        part = f", of #{rows[read.cut]} the last {left:,} of {whole:,} characters"
    return (
        f"{len(read.kept):,} of the {count(cut)} that go reach the summarizer: the newest {limit:,} tokens, from the "
        f"user message #{rows[read.start]} on{part}. The other {cut - len(read.kept):,} are lost unread."
    )
