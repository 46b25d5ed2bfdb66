"""What stands for the variables of a prompt in one request."""

from datetime import UTC, datetime

from compaction_core.extraction.files import collect, listed
from compaction_core.summarizers.base import SummaryRequest


def variables(request: SummaryRequest, focus: str = "") -> dict[str, str]:
    """The values for ``Prompt.filled``, without the word limit, which is the prompt's own.

    ``focus`` comes with the words "Pay special attention to:" in front; ``previous_summary`` is the raw text of the
    earlier summary among the messages; ``files`` are two short lists; ``date`` is the UTC day of the newest message
    that has a time. What there is nothing for is empty, the date "not known".
    """
    return {
        "focus": f"Pay special attention to: {focus}" if focus else "",
        "previous_summary": request.previous_summary or "",
        "files": listed(collect(request.messages)),
        "date": _day(request),
    }


def _day(request: SummaryRequest) -> str:
    newest = max((m.timestamp for m in request.messages if m.timestamp is not None), default=None)
    if newest is None:
        return "not known"
    try:
        return f"{datetime.fromtimestamp(newest, UTC):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return "not known"
