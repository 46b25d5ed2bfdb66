"""Two requests for one summary: the history, and the start of the turn that is cut.

``SummaryRequest.indexes`` and ``messages`` hold what both summaries stand for; ``lines`` and ``transcript`` are the
history's, those of ``turn_prefix`` the turn's. Whoever asks, asks twice and joins:

    parts = [ask(part) for part in parts_of(request)]
    text = joined(*parts)
"""

from compaction_core.extraction.memo import Memo
from compaction_core.summarizers.base import Summarizer, Summary, SummaryRequest
from compaction_core.summarizers.offline import Offline

SEPARATOR = "\n\n---\n\nHow the turn that was cut began:\n\n"


def parts_of(request: SummaryRequest) -> tuple[SummaryRequest, ...]:
    """The requests that are sent: one, or the history's and the turn's, each with its own messages alone."""
    prefix = request.turn_prefix
    if prefix is None:
        return (request,)
    apart = set(prefix.indexes)
    own = [(i, m) for i, m in zip(request.indexes, request.messages, strict=True) if i not in apart]
    history = request.model_copy(
        update={
            "indexes": tuple(i for i, _ in own),
            "messages": tuple(m for _, m in own),
            "turn_prefix": None,
        }
    )
    return history, prefix


def joined(history: str, prefix: str | None = None) -> str:
    """The text that is stored: the history's summary, a separator, and the turn's."""
    return history if prefix is None else f"{history}{SEPARATOR}{prefix}"


def summarized(summarizer: Summarizer, request: SummaryRequest, memo: Memo | None = None) -> Summary:
    """Ask for every part and join; what the summary says of itself is the first answer's.

    ``memo`` is for the offline summarizer: messages that it has read before are not read again.
    """
    parts = parts_of(request)
    if isinstance(summarizer, Offline):
        answers = [summarizer.summarize(part, memo) for part in parts]
    else:
        answers = [summarizer.summarize(part) for part in parts]
    return answers[0].model_copy(update={"text": joined(*(answer.text for answer in answers))})
