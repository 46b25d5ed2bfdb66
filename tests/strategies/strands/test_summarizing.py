"""SummarizingConversationManager, by frameworks.md §5A and the released code (strands-agents 1.62.0)."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Image, Message, Text, ToolCall
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.released import Released
from compaction_core.strategies.strands.choosing import choose
from compaction_core.strategies.strands.native import natives
from compaction_core.strategies.strands.trigger import reaches
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session


def test_a_share_of_the_messages_goes_whatever_they_weigh() -> None:
    """⌊30 × 0.3⌋ = 9, and 30 - 10 leaves room for it; #9 is an answer and may come first."""
    made = plan(dialogue(30), "strands-summarizing", 1000)
    assert made.cut == 9 and made.indexes("summarize") == tuple(range(9)) and made.mode_used == "overflow"
    view = compact(dialogue(30), made, text="so far").view
    assert view[0].message == Message(role="user", parts=(Text(text="so far"),), summary="so far")
    assert [entry.index for entry in view] == [None, *range(9, 30)]


@pytest.mark.parametrize(("ratio", "used"), [(0.0, 0.1), (0.95, 0.8)])
def test_the_ratio_is_held(ratio: float, used: float) -> None:
    assert plan(dialogue(100), "strands-summarizing", summary_ratio=ratio).cut == int(100 * used)


def test_ten_messages_cannot_be_reduced_however_large() -> None:
    """min(⌊10 × 0.3⌋, 10 - 10) = 0: an overflow is raised again, a proactive call goes on."""
    found = dialogue(10, chars=100_000)
    made = plan(found, "strands-summarizing", 1000)
    assert made.cut is None and made.error is not None and "10 to keep leave none" in made.error
    quiet = plan(found, "strands-summarizing", 1000, proactive_compression=True)
    assert quiet.cut is None and quiet.error is None and quiet.mode_used == "proactive"


def test_the_split_moves_on_over_results_and_open_calls() -> None:
    found = session(say("user"), call("a"), result("a"), call("b"), say("user"), say("assistant"), say("user"))
    listed = natives(found.messages, range(7))
    assert choose(listed, 0.4, 1, 0).split == 4  # ⌊7 × 0.4⌋ = 2 is a result, 3 a call that a user message follows
    assert choose(listed, 0.2, 1, 0).split == 1  # a call whose result follows may come first


def test_a_call_at_the_very_end_may_come_first_but_a_result_may_not() -> None:
    open_end = natives(session(say("user"), say("assistant"), call("a")).messages, range(3))
    assert choose(open_end, 0.8, 1, 0).split == 2
    closed = natives(session(say("user"), call("a"), result("a")).messages, range(3))
    assert choose(closed, 0.8, 1, 0).failure == "no_split"


def test_results_in_a_row_are_one_message() -> None:
    """12 rows are 10 messages for Strands, so the default keeps all and fails."""
    rows = [say("user"), call("a", "b", "c"), result("a"), result("b"), result("c")]
    found = session(*rows, *dialogue(7).messages)
    assert plan(found, "strands-summarizing").error is not None
    assert plan(session(*found.messages, say("assistant")), "strands-summarizing").cut == 1


def test_a_pinned_call_keeps_its_result_and_stands_in_front() -> None:
    """Two pinned messages and the result that shares a call with the second; the rest of the first 8 goes."""
    found = session(say("user"), call("a"), result("a"), *dialogue(7).messages)
    made = plan(found, "strands-summarizing", summary_ratio=0.8, preserve_recent_messages=1, pin_first=2)
    assert made.indexes("summarize") == (3, 4, 5, 6, 7) and made.cut == 8
    assert [entry.index for entry in compact(found, made, text="x").view] == [0, 1, 2, None, 8, 9]


def test_only_pinned_messages_in_the_share_are_a_failure() -> None:
    made = plan(dialogue(20), "strands-summarizing", summary_ratio=0.1, pin_first=5)
    assert made.error is not None and "pinned" in made.error and set(made.fates) == {"keep"}


def test_an_earlier_summary_is_read_and_not_counted_as_removed() -> None:
    found = session(say("user", "old", summary="old"), *dialogue(29).messages)
    made = plan(found, "strands-summarizing")
    assert made.indexes("summarize") == tuple(range(9))
    assert made.steps[-2].variables["removed_message_count"] == 8
    assert "old" in summary_request(found, made).transcript


def test_the_summarizer_reads_the_messages_as_they_are() -> None:
    shown = Message(role="user", parts=(Text(text="see"), Image(source="data:")))
    found = session(shown, call("a", text="I look."), result("a", "y" * 5000), *dialogue(27).messages)
    request = summary_request(found, plan(found, "strands-summarizing", summary_ratio=0.1))
    assert [line.text for line in request.lines] == [
        "[user] see\n[image]",
        '[assistant] I look.\ncall run({"command":"ls"})',
        "[tool] " + "y" * 5000,
    ]
    own = plan(found, "strands-summarizing", summarization_system_prompt="Mine.")
    assert summary_request(found, own).instructions == "Mine."


def test_the_proactive_line_is_inclusive() -> None:
    """projected / window ≥ 0.7: 140,000 of 200,000, which is also assumed for an unknown window."""
    strategy = strategies.get("strands-summarizing")
    on = strategy.parameters(proactive_compression=True)
    assert strategy.threshold(200_000, on) == strategy.threshold(None, on) == 139_999
    assert strategy.threshold(128_000, strategy.parameters()) == 128_000, "only an overflow"
    assert all(reaches(0.7, w) / w >= 0.7 > (reaches(0.7, w) - 1) / w for w in range(1, 3000))


def test_the_estimate_rounds_each_piece() -> None:
    """⌈5 / 4⌉ + ⌈3 / 4⌉ + ⌈17 / 2⌉ ({"command": "ls"} with Python's blank), and nothing for an image."""
    parts = (Text(text="x" * 5), ToolCall(id="a", name="run", arguments='{"command":"ls"}'), Image(source="data:"))
    assert measure(session(Message(role="assistant", parts=parts)), "strands").counts == (2 + 1 + 9,)


def test_the_constructor_shows_what_was_changed() -> None:
    strategy = strategies.get("strands-summarizing")
    assert isinstance(strategy, Released)
    given = strategy.parameters(
        summary_ratio=0.5, proactive_compression=True, compression_threshold=0.8, mode="overflow"
    )
    found = strategy.snippet(given, 100_000)
    assert found is not None and found.text.endswith(
        "SummarizingConversationManager(\n    summary_ratio=0.5,\n"
        "    proactive_compression={'compression_threshold': 0.8},\n)"
    )
