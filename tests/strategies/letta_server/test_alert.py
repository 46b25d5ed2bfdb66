"""How the summary stands in the list: letta.md §2.11."""

import json

from compaction_core.compaction import compact
from compaction_core.session import Message, Text, Usage
from compaction_core.strategies import plan
from tests.make import dialogue, say, session


def seen(trigger: str = "post_step_context_check", **settings: object):
    told = Message(role="assistant", parts=(Text(text="y" * 40),), usage=Usage(input=950), timestamp=86_400.0)
    found = session(say("system", "s" * 40), *dialogue(9).messages, told)
    done = compact(found, plan(found, "letta-server", 1000, **settings), text="what was", trigger=trigger)
    return done, json.loads(done.summary_message.text)


def test_the_summary_stands_behind_the_system_message_and_its_count_is_one_too_low() -> None:
    done, told = seen()
    assert [entry.index for entry in done.view[:3]] == [0, None, 4]
    assert list(told) == ["type", "message", "time", "compaction_stats"]
    assert "2 earlier messages" in told["message"] and told["message"].endswith("\n what was")
    assert told["time"] == "1970-01-02T00:00:00+00:00"


def test_statistics_leave_the_summary_out_and_count_the_system_message() -> None:
    """8 rows: 73 + 7 messages, an answer first: 4 × 76 + 3 × 71, two bytes each → 606 bytes → 152 × 1.3 = 197."""
    _, told = seen("context_window_limit")
    assert told["compaction_stats"] == {
        "trigger": "post_step_context_check",
        "context_tokens_before": 950,
        "context_tokens_after": 197,
        "context_window": 1000,
        "messages_count_before": 11,
        "messages_count_after": 9,
    }


def test_an_endpoint_s_compaction_has_neither_statistics_nor_count() -> None:
    _, told = seen("manual")
    assert "compaction_stats" not in told and "2 earlier" not in told["message"]


def test_mode_all_prints_no_count() -> None:
    done, told = seen(mode="all")
    assert len(done.view) == 2 and "hidden" in told["message"] and "0 earlier" not in told["message"]
    assert done.wrapper.hidden is None and done.wrapper.role == "user"
