"""A small request for tests that ask a model."""

from compaction_core.summarizers.base import SummaryRequest
from tests.extraction.sessions import ENGLISH, request

TRANSCRIPT = "[user] Fix the login of gatehouse.\n[assistant] Done, 2 passed."


def small(transcript: str = TRANSCRIPT, instructions: str = "Summarize the record.") -> SummaryRequest:
    """A request with its messages, so that the offline summarizer can answer it too."""
    return request(ENGLISH, instructions=instructions).model_copy(update={"transcript": transcript})
