"""The axes at work, on lists small enough to count by hand: ten tokens a message by Letta Code's estimate."""

from typing import Any

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.passes import again
from compaction_core.session import Message, Reasoning, Session, Text, ToolCall
from compaction_core.strategies import Plan, plan, strategies
from compaction_core.strategies.composed.recipe import made, write
from compaction_core.strategies.planner import settle
from compaction_core.summarizers.ladder import Smaller
from tests.make import call, dialogue, result, say, session

ONE_TURN = session(say("user"), call("a", "b"), result("a"), result("b"), say("assistant"), say("user"))


def planned(found: Session, window: int | None = 100, **axes: Any) -> Plan:
    return plan(found, "composed", window, recipe=text(**axes))


def text(**axes: Any) -> str:
    return write(made({"estimator": {"counter": "letta-code"}, **axes}))


def fates(found: Session, window: int | None = 100, **axes: Any) -> str:
    """One letter a message: k keep, s summarize, c clear, t truncate, d drop."""
    return "".join(fate[0] for fate in planned(found, window, **axes).fates)


@pytest.mark.parametrize(
    ("selector", "kept"),
    [
        ({"kind": "nothing"}, 10),
        ({"kind": "everything"}, 0),
        ({"kind": "last_messages", "keep": 4}, 4),
        ({"kind": "share_of_messages", "share": 0.35, "keep": 0}, 7),  # 3.5 of 10 go: 3
        ({"kind": "share_of_messages", "share": 0.9, "keep": 4}, 4),
        ({"kind": "last_turns", "keep": 2}, 4),
        ({"kind": "tail_tokens", "budget": {"kind": "tokens", "tokens": 35}}, 3),
        ({"kind": "tail_tokens", "budget": {"kind": "tokens", "tokens": 35}, "crossing": "kept"}, 4),
        ({"kind": "tail_tokens", "budget": {"kind": "window_share", "share": 0.5}}, 5),
        ({"kind": "tail_tokens", "budget": {"kind": "trigger_line"}}, 8),  # 80% of 100
        ({"kind": "tail_tokens", "budget": {"kind": "tokens", "tokens": 9}}, 1),
        ({"kind": "tail_tokens", "budget": {"kind": "tokens", "tokens": 9}, "nothing_fits": "everything_goes"}, 0),
        ({"kind": "growing_share", "share": 0.3}, 6),  # 40% go; 60 are under the 70 that may stay
        ({"kind": "pairs", "share": 0.5}, 6),  # 5 of 10, even: 4
    ],
)
def test_selectors(selector: dict[str, Any], kept: int) -> None:
    assert fates(dialogue(10), selector=selector) == "s" * (10 - kept) + "k" * kept


def test_the_users_messages_stay_within_a_budget_and_the_crossing_one_loses_its_middle() -> None:
    selector = {"kind": "user_messages", "budget": 25}
    made_ = planned(dialogue(8), selector=selector, placement={"place": "last"})
    assert "".join(f[0] for f in made_.fates) == "ssts" + "ksks"
    assert made_.summary_at == 8
    shortened = made_.effects[2]
    assert shortened is not None and shortened.instead is not None
    assert shortened.instead.text == "x" * 10 + "[5 tokens left out]" + "x" * 10  # 5 tokens are 20 of 40 bytes
    assert fates(dialogue(8), selector=selector | {"crossing": "dropped"}) == "ssss" + "ksks"


@pytest.mark.parametrize(
    ("legality", "place"),
    [
        ({"starts_with": "anything"}, 3),
        ({"starts_with": "no_result", "moves": "to_the_call"}, 1),
        ({"starts_with": "no_result", "moves": "later"}, 4),
        ({"starts_with": "user", "moves": "later"}, 5),
        ({"starts_with": "assistant", "moves": "earlier"}, 1),
        ({"starts_with": "user", "moves": "earlier"}, None),
    ],
)
def test_a_cut_at_a_result_moves(legality: dict[str, Any], place: int | None) -> None:
    assert planned(ONE_TURN, selector={"kind": "last_messages", "keep": 3}, legality=legality).cut == place


def test_a_split_turn() -> None:
    found = session(*dialogue(4).messages, say("user"), *(say("assistant") for _ in range(4)))
    last_two = {"kind": "last_messages", "keep": 2}
    assert planned(found, selector=last_two).cut == 7
    assert planned(found, selector=last_two, legality={"split_turn": "whole_turns"}).cut == 4
    apart = planned(found, selector=last_two, legality={"split_turn": "own_summary"})
    assert apart.cut == 7
    request = summary_request(found, apart)
    assert [line.index for line in request.lines] == [0, 1, 2, 3]
    assert request.turn_prefix is not None and request.turn_prefix.indexes == (4, 5, 6)


@pytest.mark.parametrize(
    ("anchors", "cut"),
    [
        ({}, 5),
        ({"last_user": True}, 0),
        ({"last_answer": True}, 4),
        ({"least_tail": 3}, 1),  # a result stands at 3
    ],
)
def test_anchors_move_the_cut_back(anchors: dict[str, Any], cut: int) -> None:
    found = session(*ONE_TURN.messages[:5], say("tool", "x"))
    made_ = planned(found, selector={"kind": "last_messages", "keep": 1}, anchors=anchors, legality={
        "starts_with": "anything" if not anchors else "no_result",
    })  # fmt: skip
    assert made_.cut == (cut or None)


def test_an_open_call_stays() -> None:
    found = session(say("user"), say("assistant"), say("user"), call("a"))
    assert fates(found, selector={"kind": "everything"}) == "ssss"
    assert fates(found, selector={"kind": "everything"}, anchors={"open_call": True}) == "sssk"


def test_recent_results_stay_with_their_calls() -> None:
    anchors = {"recent_results": 15}
    assert fates(ONE_TURN, selector={"kind": "everything"}, anchors=anchors) == "skkkss"


def test_a_protected_head_and_a_late_start() -> None:
    keep = {"kind": "last_messages", "keep": 2}
    assert fates(dialogue(6), selector=keep, range={"head": 2}) == "kksskk"
    found = session(say("user"), say("user", summary="s"), *dialogue(4).messages)
    assert fates(found, selector=keep, range={"start": "last_summary"}) == "ksss" + "kk"


def test_refusals_and_what_stands_in_for_the_cut() -> None:
    axes = {"selector": {"kind": "last_messages", "keep": 3}, "range": {"head": 1, "fewest": 9}}
    assert fates(dialogue(10), **axes) == "k" * 10
    failed = planned(dialogue(10), **axes, fallback={"refused": "error"})
    assert failed.cut is None and failed.error == "It cannot compact: 6 messages would go, fewer than 9."
    assert fates(dialogue(10), **axes, fallback={"refused": "hide"}) == "k" + "dddd" + "kkkkk"  # 4.5 of 9, even
    assert fates(dialogue(10), **axes, fallback={"refused": "everything"}) == "k" + "s" * 9


@pytest.mark.parametrize(
    ("do", "expected"),
    [("nothing", "sskkkk"), ("users_alone", "kdkdkd"), ("everything", "ssssss"), ("error", "kkkkkk")],
)
def test_what_stays_is_compared_with_the_line(do: str, expected: str) -> None:
    """Forty tokens stay; 80% of 40 are 32."""
    made_ = fates(dialogue(6), 40, selector={"kind": "last_messages", "keep": 4}, check={"over_line": do})
    assert made_ == expected


def test_passes_run_in_order_and_can_be_enough() -> None:
    found = session(*(m for i in range(6) for m in (say("user"), call(f"c{i}"), result(f"c{i}", "y" * 400))))
    clear = {"kind": "clear_results", "keep_newest": 2}
    axes = {"selector": {"kind": "everything"}}
    assert fates(found, 2_000, **axes, passes={"steps": [clear], "enough": "within_line"}) == "kkc" * 4 + "kkk" * 2
    assert fates(found, 200, **axes, passes={"steps": [clear], "enough": "within_line"}) == "s" * 18
    protected = {"kind": "clear_results", "keep_newest": 0, "protect_tokens": 350, "protect_turns": 1}
    only = {"selector": {"kind": "nothing"}}
    assert fates(found, **only, passes={"steps": [protected]}) == "kkc" * 2 + "kkk" * 4, "the last turn, and 300 of 350"
    calls = {"kind": "clear_results", "keep_newest": 5, "calls_too": True}
    assert fates(found, **only, passes={"steps": [calls]}) == "kcc" + "kkk" * 5
    shorten = {"kind": "shorten_results", "longest": 100, "head": 10, "tail": 10, "protect_turns": 5}
    made_ = planned(found, **only, passes={"steps": [shorten]})
    assert "".join(f[0] for f in made_.fates) == "kkt" + "kkk" * 5
    effect = made_.effects[2]
    assert effect is not None and effect.text == "y" * 10 + " [380 characters left out] " + "y" * 10


def test_what_a_pass_left_is_what_the_selector_counts() -> None:
    """Cleared, each of four results has 7 tokens (26 characters) in place of 100, and eighteen messages fit."""
    found = session(*(m for i in range(6) for m in (say("user"), call(f"c{i}"), result(f"c{i}", "y" * 400))))
    axes = {"selector": {"kind": "tail_tokens", "budget": {"kind": "tokens", "tokens": 330}}}
    steps = [{"kind": "clear_results", "keep_newest": 2}]
    assert "s" in fates(found, **axes)
    assert fates(found, **axes, passes={"steps": steps}) == "kkc" * 4 + "kkk" * 2


def test_passes_over_thinking_reads_and_ends() -> None:
    thought = Message(role="assistant", parts=(Reasoning(text="hm"), Text(text="yes")))
    only = {"selector": {"kind": "nothing"}}
    found = session(say("user"), thought, say("user"), thought)
    assert fates(found, **only, passes={"steps": [{"kind": "clear_thinking"}]}) == "kckk"
    read = [
        Message(role="assistant", parts=(ToolCall(id=i, name="read_file", arguments='{"path":"a.py"}'),)) for i in "ab"
    ]
    found = session(say("user"), read[0], result("a"), read[1], result("b"))
    assert fates(found, **only, passes={"steps": [{"kind": "clear_repeated_reads"}]}) == "kkckk"
    assert fates(found, 35, **only, passes={"steps": [{"kind": "drop_end"}]}) == "kkkkd"
    assert fates(found, **only, passes={"steps": [{"kind": "drop_reply"}]}) == "kkkkk"
    assert fates(session(*found.messages, call("c"), say("assistant")), **only, passes={
        "steps": [{"kind": "drop_reply"}],
    }) == "kkkkkdd"  # fmt: skip
    found = session(say("user"), say("user", summary="s"), say("assistant"))
    assert fates(found, **only, passes={"steps": [{"kind": "drop_before_summary"}]}) == "dkk"


def test_the_last_summary_is_handed_over_and_older_ones_go_unread() -> None:
    found = session(say("user", summary="old"), say("user", summary="new"), *dialogue(6).messages)
    axes = {"selector": {"kind": "last_messages", "keep": 2}, "previous": {"kind": "update"}}
    made_ = planned(found, **axes)
    assert "".join(f[0] for f in made_.fates) == "ds" + "ssss" + "kk"
    request = summary_request(found, made_)
    assert request.previous_summary == "new" and request.prompt == "pi_update"
    assert [line.index for line in request.lines] == [2, 3, 4, 5]
    plain = summary_request(found, planned(found, selector=axes["selector"]))
    assert plain.previous_summary is None and [line.index for line in plain.lines] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("placement", "roles"),
    [
        ({}, "UUA"),
        ({"role": "assistant"}, "AUA"),
        ({"place": "last"}, "UAU"),
        ({"place": "into_next"}, "UA"),
        ({"acknowledgement": "yes"}, "UAUA"),
        ({"repeat_last_user": True}, "UUAU"),
    ],
)
def test_where_the_summary_stands(placement: dict[str, Any], roles: str) -> None:
    made_ = planned(dialogue(6), selector={"kind": "last_messages", "keep": 2}, placement=placement)
    result_ = compact(dialogue(6), made_, text="S")
    assert "".join(entry.message.role[0].upper() for entry in result_.view) == roles
    assert result_.summary_message is not None and "S" in result_.summary_message.text


def test_rescued_calls_stand_in_the_summary() -> None:
    axes: dict[str, Any] = {"selector": {"kind": "last_messages", "keep": 4}}
    legality = {"starts_with": "anything", "rescue_calls": True}
    made_ = planned(ONE_TURN, **axes, legality=legality)
    message = compact(ONE_TURN, made_, text="S").summary_message
    assert message is not None and [part.id for part in message.calls] == ["a", "b"]


def test_what_the_summarizer_reads() -> None:
    axes: dict[str, Any] = {"selector": {"kind": "last_messages", "keep": 2}, "range": {"head": 1}}

    def read(**view: Any) -> list[int]:
        found = summary_request(dialogue(6), planned(dialogue(6), **axes, view=view))
        return [line.index for line in found.lines]

    assert read(kind="transcript") == [1, 2, 3]
    assert read(kind="transcript", reads="with_first") == [0, 1, 2, 3]
    assert read(kind="native", reads="everything") == [0, 1, 2, 3, 4, 5]
    assert read(kind="none") == []
    own = summary_request(dialogue(6), planned(dialogue(6), **axes, prompt={"own": "Say it.", "longest": 5}))
    assert (own.prompt, own.instructions, own.clip_chars) == ("own", "Say it.", 5)


def test_smaller_requests_lose_their_middle() -> None:
    found = dialogue(4, chars=4_000)
    composed, axes = strategies.get("composed"), {"selector": {"kind": "everything"}}
    made = planned(found, **axes, fallback={"smaller": True})
    whole = summary_request(found, made)
    sizes = [len(each.transcript) for each in composed.rungs(whole, settle(composed, made.parameters))]
    assert sizes[0] == 16_000 + 3 * 2 + 2 * len("[user] ") + 2 * len("[assistant] ")
    assert [size // 1_000 for size in sizes[1:]] == [10, 4, 2]
    without = settle(composed, planned(found, **axes, fallback={"smaller": False}).parameters)
    assert list(composed.rungs(whole, without)) == [whole]
    assert Smaller() not in composed.ladder(without).rungs


def test_a_result_that_fills_the_window_is_summarized_again_whole() -> None:
    axes: dict[str, Any] = {"selector": {"kind": "last_messages", "keep": 4}, "check": {"full_again": True}}
    full = compact(dialogue(8), planned(dialogue(8), 60, **axes), text="S" * 80)
    settings = again(full)
    assert settings is not None and "kind: everything" in settings.model_dump()["recipe"]
    assert again(compact(dialogue(8), planned(dialogue(8), 61, **axes), text="S" * 80)) is None


def test_the_recipe_brings_its_own_counter() -> None:
    strategy = strategies.get("composed")
    for name in ("letta-code", "pi"):
        settings = strategy.parameters.model_validate({"recipe": f"estimator: {{counter: {name}}}"})
        assert strategy.estimator(settings) == name
    made_ = planned(dialogue(6))
    assert made_.counter == "letta-code" and made_.as_released


def test_five_thousand_messages_take_few_steps() -> None:
    found = dialogue(5_000)
    for selector in ("growing_share", "tail_tokens", "user_messages", "pairs"):
        assert len(planned(found, 20_000, selector={"kind": selector}).steps) < 60
