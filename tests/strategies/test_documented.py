"""Systems known from documentation or source alone (agents.md §3 and §6), on lists counted by hand."""

import json
from dataclasses import replace

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, Reasoning, Session, Text, ToolCall, ToolResult
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.cline import allowed, duplicate_reads
from compaction_core.strategies.goose import middle_out
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session


def rounds(n: int, text: str = "out " * 50) -> Session:
    """A question, then n rounds of call and result, then an answer."""
    pairs = [m for i in range(n) for m in (call(f"c{i}"), result(f"c{i}", text))]
    return session(say("user", "do it"), *pairs, say("assistant", "done"))


def test_clear_tool_uses_keeps_the_newest_pairs() -> None:
    """Results stand at 2, 4, … 20; with the default of 3 kept, seven are cleared."""
    made = plan(rounds(10), "anthropic-api-clear-tool-uses", 200_000)
    assert made.indexes("clear") == (2, 4, 6, 8, 10, 12, 14)


def test_clear_at_least_is_all_or_nothing() -> None:
    found = rounds(10)
    gain = 7 * measure(found).counts[2]
    clears = {"clear_at_least": gain}
    assert plan(found, "anthropic-api-clear-tool-uses", 200_000, **clears).indexes("clear")
    assert not plan(found, "anthropic-api-clear-tool-uses", 200_000, clear_at_least=gain + 1).indexes("clear")


def test_clear_tool_inputs_empties_the_calls_of_cleared_results() -> None:
    made = plan(rounds(4), "anthropic-api-clear-tool-uses", 200_000, clear_tool_inputs=True)
    view = compact(rounds(4), made, "none").view
    assert [c.arguments for c in view[1].message.calls] == ["{}"]
    assert [c.arguments for c in view[3].message.calls] != ["{}"]


def test_excluded_tools_are_left_alone() -> None:
    assert not plan(rounds(10), "anthropic-api-clear-tool-uses", 200_000, exclude_tools="run, x").indexes("clear")


def thinker(text: str) -> Message:
    return Message(role="assistant", parts=(Reasoning(text="hm " * 20), Text(text=text)))


def test_clear_thinking_keeps_it_in_the_newest_turn_that_has_any() -> None:
    found = session(say("user"), thinker("a"), say("user"), thinker("b"), say("user"), say("assistant"))
    made = plan(found, "anthropic-api-clear-thinking", 1000)
    assert made.indexes("clear") == (1,)
    assert [part.kind for part in compact(found, made, "none").view[1].message.parts] == ["text"]
    assert not plan(found, "anthropic-api-clear-thinking", 1000, keep_thinking_turns=None).indexes("clear")


def test_the_api_s_compaction_is_a_block_of_the_assistant() -> None:
    found = rounds(3)
    done = compact(found, plan(found, "anthropic-api-compact", 200_000), text="state")
    assert [(e.message.role, e.message.text) for e in done.view] == [("assistant", "state")]


def test_claude_code_clears_first_and_summarizes_only_if_that_is_not_enough() -> None:
    found = rounds(10, "out " * 400)
    total = measure(found).total
    cleared = plan(found, "claude-code", total)
    assert cleared.mode_used == "clear" and cleared.indexes("clear") == (2, 4, 6, 8, 10)
    whole = plan(found, "claude-code", total // 3)
    assert whole.mode_used == "summary" and not whole.indexes("keep", "clear")


def test_claude_code_s_override_only_makes_it_earlier() -> None:
    strategy = strategies.get("claude-code")
    assert strategy.threshold(200_000, strategy.parameters(autocompact_pct_override=50)) == 100_000
    assert strategy.threshold(200_000, strategy.parameters(autocompact_pct_override=100)) == 184_000


def test_goose_repeats_the_newest_words_of_the_user() -> None:
    found = session(say("user", "first"), say("assistant"), say("user", "second"), call("a"), result("a"))
    done = compact(found, plan(found, "goose", 1000), text="S")
    assert (done.view[0].message.role, done.view[0].message.text) == ("user", "S")
    assert [e.message.role for e in done.view] == ["user", "assistant", "user"]
    assert done.view[2].message.text == "second"
    by_hand = compact(found, plan(found, "goose", 1000, by_hand=True), text="S")
    assert [e.message.role for e in by_hand.view] == ["user", "assistant"]


def test_goose_leaves_tool_responses_out_from_the_middle() -> None:
    """agents.md §6: k = max(1, floor(n p / 100)), alternating left and right of n / 2; n = 10."""
    places = list(range(10))
    assert middle_out(places, 10) == (4,)
    assert middle_out(places, 20) == (4, 5)
    assert middle_out(places, 50) == (2, 3, 4, 5, 6)
    found = rounds(10)
    request = summary_request(found, plan(found, "goose", 1000))
    goose = strategies.get("goose")
    sizes = [sum(line.role == "tool" for line in r.lines) for r in goose.rungs(request, goose.parameters())]
    assert sizes == [10, 9, 8, 5, 0]


def test_roo_keeps_the_first_and_the_last_three() -> None:
    made = plan(dialogue(10), "roo", 1000)
    assert made.indexes("keep") == (0, 7, 8, 9) and made.mode_used == "condense"


def test_roo_refuses_a_young_summary_and_hides_half() -> None:
    """n = 10: floor(9 × 0.5) = 4, an even number, hidden behind the first."""
    rows = list(dialogue(10).messages)
    rows[8] = replace(rows[8], summary="old")
    made = plan(session(*rows), "roo", 1000)
    assert made.mode_used == "hide" and made.indexes("drop") == (1, 2, 3, 4)
    assert made.fallback_reason is not None and "summary" in made.fallback_reason


def test_later_roo_copies_calls_that_kept_results_need() -> None:
    """The results of one batch are one API message, so the last three begin at the result of the open call."""
    found = session(
        say("user"), say("assistant"), say("user"), call("a"), result("a"), say("assistant"), say("user")
    )  # fmt: skip
    made = plan(found, "roo", 1000)
    assert made.indexes("keep") == (0, 4, 5, 6)
    message = compact(found, made, text="S").summary_message
    assert message is not None and [c.id for c in message.calls] == ["a"]
    earlier = compact(found, plan(found, "roo", 1000, release="earlier"), text="S").summary_message
    assert earlier is not None and not earlier.calls


def reads(*paths: str, size: int = 400) -> Session:
    rows: list[Message] = [say("user", "x")]
    for i, path in enumerate(paths):
        arguments = json.dumps({"path": path})
        rows.append(Message(role="assistant", parts=(ToolCall(id=f"r{i}", name="read_file", arguments=arguments),)))
        rows.append(Message(role="tool", parts=(ToolResult(call_id=f"r{i}", text="c" * size),)))
    return session(*rows)


def test_cline_blanks_what_was_read_again_and_stops_if_that_saves_30_percent() -> None:
    found = reads("a", "b", "a", size=4_000)
    assert duplicate_reads(found, tuple(range(7))) == (2,)
    made = plan(found, "cline", 128_000)
    assert made.indexes("clear") == (2,) and not made.indexes("drop")


def test_cline_removes_half_behind_the_first_pair_or_three_quarters() -> None:
    """agents.md §6: n = 22, s = 2: floor(20 / 4) × 2 = 10; floor(20 × 3 / 4 / 2) × 2 = 14 when total / 2 > allowed.

    Messages 2, 4, … are the user's, so an even number ends on an assistant's and none is given back.
    """
    assert allowed(64_000) == 37_000 and allowed(100_000) == 80_000
    found = dialogue(22)
    assert plan(found, "cline", 128_000).indexes("drop") == tuple(range(2, 12))
    assert plan(found, "cline", 128_000, last_total=200_000).indexes("drop") == tuple(range(2, 16))


def test_cline_gives_one_back_where_the_last_removed_is_the_user_s() -> None:
    rows = [say("user"), *dialogue(21).messages]  # now every odd message is the user's
    made = plan(session(*rows), "cline", 128_000)
    assert made.indexes("drop") == tuple(range(2, 11))
