"""``SummarizationMiddleware``, step by step: trigger, cut, what the summarizer reads, and the new list.

Source: langchain 1.5.2, ``agents/middleware/summarization.py``.
"""

from collections.abc import Iterator
from itertools import accumulate

from compaction_core.strategies.context import Context
from compaction_core.strategies.langchain import summarization_steps
from compaction_core.strategies.langchain.counting import said, scaled
from compaction_core.strategies.langchain.cut import cutoff, keep_of
from compaction_core.strategies.langchain.parameters import SummarizationParameters
from compaction_core.strategies.langchain.shared import nothing
from compaction_core.strategies.langchain.summarization_listing import MODE, TRIGGER
from compaction_core.strategies.step import Step


def steps(context: Context) -> Iterator[Step]:
    """Look, cut, read, place; the last step decides."""
    settings: SummarizationParameters = context.parameters
    rows, window = context.rows, context.context_window
    messages = [context.session.messages[row] for row in rows]
    counts = [context.measured.counts[row] for row in rows]
    reported = said(context, messages)
    prefix = list(accumulate(counts, initial=0))
    total = scaled(counts, reported)[-1]
    keep = keep_of(settings.keep_kind, _value(settings), window)
    if keep is None or (window is None and any(c.kind == "fraction" for clause in settings.clauses for c in clause)):
        why = "A fraction needs the model's input limit, and the window is not known: the release refuses to start."
        yield nothing(MODE, TRIGGER, why, error=why)
        return
    yield summarization_steps.started(settings, messages, prefix[-1], total, window, keep)
    found = cutoff(messages, prefix, total, keep)
    if found.search is not None:
        yield from summarization_steps.searched(rows, found.search, keep.tokens or 0)
    if not found.cut:
        yield summarization_steps.kept(found, len(rows), total, keep)
        return
    yield from summarization_steps.moved(rows, messages, found, prefix, keep)
    yield from summarization_steps.ended(context, messages, counts, reported, found)


def _value(settings: SummarizationParameters) -> float:
    return settings.keep_fraction if settings.keep_kind == "fraction" else settings.keep_value
