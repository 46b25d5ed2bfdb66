"""The textbook ways on lists small enough to count by hand."""

from compaction_core.session import Session
from compaction_core.strategies import Plan, plan
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session


def dropped(made: Plan) -> list[int]:
    return list(made.indexes("drop"))


def test_truncation_deletes_from_the_front_until_it_fits() -> None:
    found = dialogue(10)
    tokens = measure(found).counts
    window = sum(tokens[4:])  # with a share of 1, the last six fit exactly
    made = plan(found, "textbook-truncation", window, trigger_share=1.0)
    assert dropped(made) == [0, 1, 2, 3] and made.cut == 4
    assert dropped(plan(found, "textbook-truncation", window - 1, trigger_share=1.0)) == [0, 1, 2, 3, 4]
    assert plan(found, "textbook-truncation", None).cut is None


def chat() -> Session:
    return session(
        say("user", "one"), call("a"), result("a", "long " * 50), say("assistant", "done"),
        say("user", "two"), call("b"), result("b", "short"), say("assistant", "done"),
    )  # fmt: skip


def test_truncation_may_orphan_a_result_unless_pairs_are_kept() -> None:
    found = chat()
    counts = measure(found).counts
    window = sum(counts[2:])
    assert dropped(plan(found, "textbook-truncation", window, trigger_share=1.0)) == [0, 1]
    whole = plan(found, "textbook-truncation", window, trigger_share=1.0, keep_pairs=True)
    assert dropped(whole) == [0, 1, 2]


def test_the_window_keeps_whole_turns() -> None:
    assert dropped(plan(chat(), "textbook-window", 1000, keep_turns=1)) == [0, 1, 2, 3]
    assert plan(chat(), "textbook-window", 1000, keep_turns=2).cut is None


def test_replay_keeps_the_user_messages_alone() -> None:
    assert plan(chat(), "textbook-replay", 1000).indexes("keep") == (0, 4)


def test_full_compaction_leaves_nothing_but_the_summary() -> None:
    made = plan(chat(), "textbook-compaction", 1000)
    assert made.indexes("summarize") == tuple(range(8)) and made.cut == 8


def test_layered_protects_recent_tool_results_with_their_calls() -> None:
    found = session(*chat().messages, say("user", "three"), say("assistant", "ok"))
    made = plan(found, "textbook-layered", 100_000, keep_turns=1, protect_tokens=measure(found).counts[6])
    assert made.indexes("summarize") == (0, 1, 2, 3, 4, 7)
    assert made.indexes("keep") == (5, 6, 8, 9)


def test_layered_replays_where_even_that_does_not_fit() -> None:
    made = plan(chat(), "textbook-layered", 10, keep_turns=1)
    assert made.mode_used == "replay" and made.fallback_reason is not None
    assert made.indexes("keep") == (0, 4) and not made.indexes("summarize")


def test_masking_blanks_all_but_the_newest_outputs() -> None:
    made = plan(chat(), "observation-masking", 1000, keep_outputs=1)
    assert made.indexes("clear") == (2,) and made.cut == 0
    assert made.stats["tokens_kept"] < made.stats["tokens_before"]


def test_keeping_everything_does_nothing() -> None:
    assert plan(chat(), "keep-all", 10).fates == ("keep",) * 8
