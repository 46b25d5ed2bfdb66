"""The second core of 1.18.34: agents.md §1, v2 core."""

from compaction_core.compaction import compact
from compaction_core.session import Session
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.opencode.parameters import SecondCoreParameters
from compaction_core.strategies.opencode.second_core import recent
from tests.make import call, dialogue, result, say, session


def threshold(**settings: object) -> int | None:
    return strategies.get("opencode-v2").threshold(200_000, SecondCoreParameters(**settings))


def test_the_line_is_the_window_without_the_longest_answer_or_the_buffer() -> None:
    assert threshold() == threshold(output_limit=8_000) == 180_000
    assert threshold(output_limit=64_000) == 136_000
    assert threshold(output_limit=64_000, max_tokens=30_000) == 170_000, "what the request asks for comes first"
    assert threshold(auto=False) is None


def test_whole_entries_from_the_newest_on() -> None:
    assert recent((5, 4, 3), 7) == 1 and recent((5, 4, 3), 6) == 2
    assert recent((5, 4, 3), 12) == 0 and recent((5, 4, 3), 2) == 3
    assert recent((1, 9, 3), 5) == 2, "the first that does not fit ends the walk"


def short() -> Session:
    """Texts of 3, 518 (44 + 1 + 15 + 2,000 + 12 characters) and 3 tokens, and an earlier summary."""
    return session(
        say("user", "old"), say("user", "s", summary="earlier"), call("a"), result("a", "r" * 5_000), say("user", "new")
    )


def test_kept_entries_go_on_as_text_with_outputs_cut() -> None:
    done = compact(short(), plan(short(), "opencode-v2", 200_000, keep_tokens=521), text="SUM")
    assert done.plan.fates == ("summarize", "summarize", "truncate", "truncate", "truncate") and done.plan.cut == 2
    assert [entry.message.role for entry in done.view] == ["user"] * 4
    assert done.view[0].message.text.startswith("Summary of the earlier part of this session:\nSUM\n")
    assert done.view[1].message.text == '[Assistant tool call]: run({"command":"ls"})'
    assert done.view[2].message.text == f"[Tool result]: {'r' * 2_000}\n[truncated]"


def test_the_earlier_summary_is_given_along() -> None:
    request = compact(short(), plan(short(), "opencode-v2", 200_000, keep_tokens=521), text="SUM").request
    assert (request.previous_summary, request.transcript) == ("earlier", "[User]: old")


def test_nothing_is_done_when_everything_is_recent() -> None:
    made = plan(short(), "opencode-v2", 200_000)
    assert made.cut is None and made.error is None


def test_without_room_for_recent_entries_all_is_summarized() -> None:
    made = plan(dialogue(4), "opencode-v2", 200_000, keep_tokens=0)
    assert made.cut == 4 and made.indexes("summarize") == (0, 1, 2, 3)


def test_it_gives_up_when_the_request_itself_does_not_fit() -> None:
    made = plan(dialogue(100, 4_000), "opencode-v2", 100_000, keep_tokens=0)
    assert made.cut is None and "the window leaves 95,904" in (made.error or "")
    assert plan(dialogue(100, 4_000), "opencode-v2", 200_000, keep_tokens=0).error is None
