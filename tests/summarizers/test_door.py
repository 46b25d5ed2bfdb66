"""A model as a summarizer, by name."""

import pytest

from compaction_core.errors import BadParameter, CompactionError, UnknownName
from compaction_core.summarizers.base import summarizers
from compaction_core.summarizers.door import named
from tests.scripted_answers import SUMMARY
from tests.scripted_server import ScriptedServer
from tests.summarizers.asking import small

pytestmark = pytest.mark.filterwarnings(
    "ignore:Accessing the 'model_.*fields' attribute on the instance:DeprecationWarning"
)


def test_the_registered_ones_by_their_names() -> None:
    assert named("offline") is summarizers.get("offline")
    with pytest.raises(UnknownName, match="offline"):
        named("no-such")


def test_a_model_needs_a_name_and_only_a_model_has_an_address() -> None:
    with pytest.raises(BadParameter, match="needs a model's name"):
        named("litellm:")
    with pytest.raises(BadParameter, match="for a model only"):
        named("offline", api_base="http://localhost:1/v1")


def test_a_model_writes_the_summary_or_says_why_not() -> None:
    with ScriptedServer() as server:
        summary = named("litellm:openai/ok", server.url).summarize(small())
        assert (summary.text, summary.summarizer, summary.basis) == (SUMMARY, "litellm:openai/ok", "model")
        assert summary.note == "by openai/ok"
        cut = named("litellm:openai/length", server.url).summarize(small())
        assert cut.note == "by openai/length; cut off at the longest answer"
        with pytest.raises(CompactionError, match=r"\(rate limit: RateLimitError: Rate limit reached.*--summarizer"):
            named("litellm:openai/rate-limit", server.url).summarize(small())
        with pytest.raises(CompactionError, match=r"a blank answer\)"):
            named("litellm:openai/blank", server.url).summarize(small())
