"""Reported contexts against our count. The sessions are made from numbers that the comparison must find again.

Counted by Letta Code's estimate, characters / 4, so that every count in here can be read off.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.reported import FEWEST_CALLS, Reported, reported, told
from compaction_core.session import Image, Message, RecordedCompaction, Session, Text, ToolResult, Usage
from compaction_core.tokens import measure
from tests.make import say, session, sessions
from tests.timing import timed

COUNTER = "letta-code"
_RANDOM = random.Random(7)
SIZES = [_RANDOM.randint(50, 3_000) for _ in range(40)]
"""Tokens of each user message; every answer has 100."""


def talk(sizes: Sequence[int], contexts: Sequence[int], **fields: object) -> Session:
    """One turn a size; the call of turn n reports contexts[n] tokens, 100 for the answer."""
    turns = [
        (say("user", "x" * 4 * size), say("assistant", "y" * 400, model="m", usage=Usage(input=context, output=100)))
        for size, context in zip(sizes, contexts, strict=True)
    ]
    return session(*(message for turn in turns for message in turn), **fields)


def counted(sizes: Sequence[int]) -> list[int]:
    """Our count of the list before each call: the user messages so far, and 100 for each answer between."""
    return [total + 100 * n for n, total in enumerate(accumulate(sizes))]


def ours(found: Session) -> Reported:
    return reported(found, measure(found, COUNTER))


def codes(found: Reported) -> list[str]:
    return [finding.code for finding in found.findings]


def test_the_list_before_each_call_is_counted_and_not_the_answer() -> None:
    found = ours(talk([10, 20, 30], [500, 600, 700]))
    assert [call.counted for call in found.calls] == [10, 130, 260]
    assert [call.gap for call in found.calls] == [490, 470, 440]
    assert [(call.output, call.output_counted) for call in found.calls] == [(100, 100)] * 3


def test_overhead_and_ratio_are_found_again() -> None:
    found = ours(talk(SIZES, [12_000 + round(1.1 * n) for n in counted(SIZES)]))
    assert found.overhead == pytest.approx(12_000, abs=2) and found.ratio == pytest.approx(1.1, abs=0.001)
    assert found.fit is not None and abs(found.fit.each) <= 1 and found.fit.high - found.fit.low <= 3
    assert found.jumps == () and found.findings == ()
    assert "about 12,000 tokens that the file does not hold" in told(found)


def test_what_each_call_adds_unseen_is_told_from_the_tokenizer() -> None:
    contexts = [12_000 + round(1.1 * total) + 150 * n for n, total in enumerate(counted(SIZES))]
    fit = ours(talk(SIZES, contexts)).fit
    assert fit is not None and (fit.each, fit.ratio) == (pytest.approx(150, abs=2), pytest.approx(1.1, abs=0.002))
    assert fit.unseen == pytest.approx(12_000, abs=10)


def test_prompt_and_schemas_in_the_file_are_part_of_the_overhead() -> None:
    """1,000 tokens of prompt and 500 of schemas are in every count; the provider reports 9,000 more."""
    plain = talk(SIZES, [9_000 + 1_500 + n for n in counted(SIZES)])
    whole = session(say("system", "x" * 4_000), *plain.messages, tools="x" * 2_000)
    found = ours(whole)
    assert (found.found, found.fit and found.fit.unseen, found.overhead) == (1_500, 9_000, 10_500)


@pytest.mark.parametrize(
    ("by", "code", "text", "advice"),
    [
        (8_000, "context-jump", "#31 carries 8,000 unseen tokens more than at #29: ", "Look at what was attached"),
        (-8_000, "context-drop", "#31 carries 8,000 unseen tokens fewer than at #29: ", "Look at what the client"),
    ],
)  # fmt: skip
def test_a_step_is_found_at_its_place_and_does_not_change_the_constant(
    by: int, code: str, text: str, advice: str
) -> None:
    contexts = [12_000 + n + (by if turn >= 15 else 0) for turn, n in enumerate(counted(SIZES))]
    found = ours(talk(SIZES, contexts))
    assert [(jump.message, jump.before, jump.tokens) for jump in found.jumps] == [(31, 29, by)]
    assert codes(found) == [code] and found.findings[0].messages == (29, 31)
    assert found.findings[0].text.startswith(text) and found.findings[0].advice.startswith(advice)
    assert found.overhead == 12_000
    assert found.expected[20] == found.calls[20].context


def test_a_step_after_an_image_names_the_image() -> None:
    made = talk(SIZES, [12_000 + n + (5_000 if turn >= 15 else 0) for turn, n in enumerate(counted(SIZES))])
    asked = made.messages[30]
    seen = replace(asked, parts=(*asked.parts, Image(source="data:image/png;base64,AA==")))
    found = ours(session(*made.messages[:30], seen, *made.messages[31:]))
    assert "#30 holds an image" in found.jumps[0].cause


def test_a_drop_at_a_user_message_after_reported_reasoning_says_so() -> None:
    """Ten calls of one turn report 600 reasoning tokens each; the next turn starts without them."""
    messages: list[Message] = []
    total = unseen = 0
    for turn in range(8):
        messages.append(say("user", "x" * 4 * 200))
        total += 200
        for step in range(10):
            usage = Usage(input=5_000 + total + unseen, output=700, reasoning=600)
            messages.append(say("assistant", "y" * 400, id=f"{turn}.{step}", model="m", usage=usage))
            messages.append(say("tool", "z" * 4 * (100 + 200 * (step % 3))))
            total += 100 + 100 + 200 * (step % 3)
            unseen += 600
        unseen = 0
    drops = [jump for jump in ours(session(*messages)).jumps if jump.tokens < 0]
    assert len(drops) == 7 and all("6,000 reasoning tokens" in jump.cause for jump in drops)


def test_a_recorded_compaction_starts_the_count_again_with_what_it_kept() -> None:
    """The fifth turn's messages (#8, #9) stay; the summary is #20. After it 6,000 more come with every request."""
    before, after = SIZES[:10], SIZES[10:30]
    first = [12_000 + n for n in counted(before)]
    second = [12_000 + 6_000 + 50 + before[4] + 100 + n for n in counted(after)]
    old, new = talk(before, first), talk(after, second)
    summary = say("user", "s" * 200, summary="s")
    recorded = RecordedCompaction(index=20, kept=(8, 9))
    found = ours(session(*old.messages, summary, *new.messages, compactions=(recorded,)))
    assert found.calls[10].counted == 50 + before[4] + 100 + after[0]
    assert found.overhead == 12_000
    assert [(jump.message, jump.before, jump.tokens) for jump in found.jumps] == [(22, None, 6_000)]
    assert "compaction recorded at #20" in found.jumps[0].cause
    assert found.findings[0].text.startswith("#22 carries 6,000 unseen tokens more than every request: ")


def test_the_requests_that_tell_the_constant_are_as_many_as_it_says() -> None:
    """Two contexts of three calls; each request carries 5,000 more than we count."""
    old, new = talk([50, 60, 70], [5_050, 5_210, 5_380]), talk([60, 70, 80], [5_110, 5_280, 5_460])
    summary = say("user", "s" * 200, summary="s")
    found = ours(session(*old.messages, summary, *new.messages, compactions=(RecordedCompaction(index=6),)))
    assert [call.gap for call in found.calls] == [5_000] * 6
    assert found.fit is not None and (found.fit.smallest, found.overhead) == (3, 5_000)
    assert "(the 3 smallest requests say 5,000; only 6 calls" in told(found)


def test_equal_numbers_are_said_once() -> None:
    found = ours(
        session(say("user"), *[say("assistant", "", id=str(n), usage=Usage(input=900, output=n)) for n in (1, 2)])
    )
    assert "of 2 calls: 900 tokens. The gap to our count is 890;" in told(found)


def test_a_prompt_from_before_a_recorded_compaction_is_counted_once_whatever_the_file_says_it_kept() -> None:
    """Prompt 30, what stayed 10 + 20, summary 50; the file may name the prompt among what it kept, or one twice."""
    talk = (say("system", "x" * 120), say("user", "x" * 40), say("assistant", "x" * 400), say("user", "x" * 80))
    rest = (say("user", "s" * 200, summary="s"), say("assistant", usage=Usage(input=900)))
    for kept in ((1, 3), (0, 1, 3), (3, 1, 1), (1, 3, 99)):
        mark = RecordedCompaction(index=4, kept=kept)
        (heard,) = ours(session(*talk, *rest, compactions=(mark,))).calls
        assert (heard.start, heard.counted) == (4, 30 + 10 + 20 + 50)


def test_a_file_that_begins_in_the_middle_does_not_make_its_lost_history_overhead() -> None:
    first = [110_000 + n for n in counted(SIZES[:8])]
    second = [12_000 + 50 + n for n in counted(SIZES[8:])]
    old, new = talk(SIZES[:8], first), talk(SIZES[8:], second)
    summary = say("user", "s" * 200, summary="s")
    found = ours(session(*old.messages, summary, *new.messages, compactions=(RecordedCompaction(index=16),)))
    assert found.overhead == 12_000
    assert [(jump.message, jump.tokens) for jump in found.jumps] == [(1, 98_000)]


def test_results_that_a_recorded_clearing_took_are_not_counted_afterwards() -> None:
    rows = [say("user", "x" * 400), say("assistant", "y" * 400, model="m")]
    old = Message(role="tool", parts=(ToolResult(call_id="a", text="z" * 4_000),), flags=("pruned",))
    last = say("assistant", "y" * 400, model="m", usage=Usage(input=999, output=1))
    later = replace(last, usage=Usage(input=998, output=1))
    recorded = RecordedCompaction(index=5, kind="clear")
    found = ours(session(*rows, old, last, say("user", "x" * 400), say("user", "x"), later, compactions=(recorded,)))
    assert [call.counted for call in found.calls] == [1_200, 401]


def test_too_few_calls_tell_nothing_and_say_how_many_it_takes() -> None:
    found = ours(talk(SIZES[:4], [12_000 + n for n in counted(SIZES[:4])]))
    assert found.overhead is None and found.ratio is None and found.fit is None
    assert f"{FEWEST_CALLS} calls of one model are needed, and there are 4" in told(found)
    assert "12,000" in told(found)  # the gap itself is told


def test_calls_alike_in_size_give_a_constant_but_no_ratio() -> None:
    found = ours(talk([10] * 6, [12_000 + n for n in counted([10] * 6)]))
    assert found.overhead == 12_000 and found.ratio is None and "too alike in size" in told(found)


def test_contexts_that_do_not_grow_with_the_messages_are_not_fitted() -> None:
    found = ours(talk(SIZES, [1_000 + n for n in range(len(SIZES))]))
    assert found.overhead is None and "do not grow as the messages do" in told(found)


def test_running_totals_are_recognised_and_not_fitted() -> None:
    found = ours(talk([100] * 30, list(accumulate(5_000 + n for n in counted([100] * 30)))))
    assert found.overhead is None and codes(found) == ["usage-cumulative"]
    assert "running totals" in told(found)


def test_a_growing_context_is_no_running_total() -> None:
    """Each request twice as long as the one before: it grows by a whole context at every call too."""
    sizes = [1_000 * 2**n for n in range(8)]
    assert "usage-cumulative" not in codes(ours(talk(sizes, counted(sizes))))


def test_a_usage_of_nothing_and_a_missing_one_are_no_calls() -> None:
    made = talk(SIZES, [12_000 + n for n in counted(SIZES)])
    messages = list(made.messages)
    messages[5] = replace(messages[5], usage=Usage())
    messages[9] = replace(messages[9], usage=None)
    found = ours(session(*messages))
    assert len(found.calls) == len(SIZES) - 2 and found.overhead == 12_000
    assert [(f.code, f.messages) for f in found.findings] == [("usage-missing", (5, 9))]


def test_a_call_that_reports_its_answer_alone_has_no_gap() -> None:
    found = ours(session(say("user"), say("assistant", usage=Usage(output=30))))
    assert found.contexts == () and codes(found) == ["usage-output-only"]
    assert told(found) == "The file reports the tokens of 1 answer, but of no request."


def test_more_than_eight_times_the_estimate_is_implausible_and_left_out() -> None:
    """users.md C7: cumulative cache reads of 4M taken for a context."""
    contexts = [12_000 + n for n in counted(SIZES)]
    contexts[20] = 4_000_000
    found = ours(talk(SIZES, contexts))
    assert [(f.code, f.severity, f.messages) for f in found.findings] == [("usage-implausible", "warning", (41,))]
    assert found.overhead == 12_000 and found.expected[20] is None


def test_a_single_call_out_of_line_is_a_call_apart_and_no_jump() -> None:
    contexts = [12_000 + n for n in counted(SIZES)]
    contexts[20] = 3_000
    found = ours(talk(SIZES, contexts))
    assert [(f.code, f.messages) for f in found.findings] == [("usage-apart", (41,))]
    assert found.overhead == 12_000 and found.jumps == ()


def test_calls_of_another_model_are_left_out_of_the_fit() -> None:
    messages = list(talk(SIZES, [12_000 + n for n in counted(SIZES)]).messages)
    for at in (1, 3):
        messages[at] = replace(messages[at], model="small", usage=Usage(input=700 + at, output=100))
    found = ours(session(*messages))
    assert found.overhead == 12_000 and found.fit is not None and (found.fit.model, found.fit.calls) == ("m", 38)
    assert [(f.code, f.messages) for f in found.findings] == [("usage-other-model", (1, 3))]


def test_rows_of_one_answer_are_one_call_before_its_first_row() -> None:
    """A streamed answer in rows with one id: the request's tokens repeat, the output grows."""
    rows = [
        say("assistant", "y" * 40, id="a", usage=Usage(input=500, output=output), model="m") for output in (1, 20, 30)
    ]
    found = ours(session(say("user"), *rows))
    assert [(c.first, c.message, c.context, c.counted) for c in found.calls] == [(1, 3, 500, 10)]
    assert (found.calls[0].output, found.calls[0].output_counted) == (30, 30)
    assert codes(found) == ["usage-repeated"] and found.findings[0].messages == (1, 2)


def test_the_same_usage_again_is_the_same_call() -> None:
    usage = Usage(input=500, cache_read=90, output=20)
    first, second = (say("assistant", "y" * 40, usage=usage, model="m") for _ in range(2))
    found = ours(session(say("user"), first, say("tool", "z" * 40), second))
    assert [call.message for call in found.calls] == [1]
    assert [(f.code, f.messages) for f in found.findings] == [("usage-repeated", (3,))]


def test_outputs_noted_while_streaming_are_told() -> None:
    messages = list(talk(SIZES, [12_000 + n for n in counted(SIZES)]).messages)
    early = [replace(m, usage=replace(m.usage, output=1)) if m.usage else m for m in messages]
    assert codes(ours(session(*early))) == ["usage-output-early"]


def test_a_file_without_usage_says_so() -> None:
    assert told(ours(session(say("user"), say("assistant")))) == "The file reports no tokens of any call."


@given(st.integers(0, 60_000), st.sampled_from([0.8, 1.0, 1.1, 1.3]), st.lists(st.integers(10, 4_000), min_size=12))
@settings(max_examples=40)
def test_any_overhead_and_ratio_are_found_again(overhead: int, ratio: float, sizes: list[int]) -> None:
    found = ours(talk(sizes, [overhead + round(ratio * n) for n in counted(sizes)]))
    assert found.fit is not None and found.overhead is not None and found.jumps == ()
    if found.fit.told_ratio:
        assert found.fit.ratio == pytest.approx(ratio, abs=0.02)
        assert found.overhead == pytest.approx(overhead, abs=0.02 * max(counted(sizes)[:5]) + 20)


@given(sessions(max_size=30))
def test_any_session_is_compared_and_comes_back_from_json(made: Session) -> None:
    found = reported(made)
    assert Reported.model_validate_json(found.model_dump_json()) == found
    assert len(found.expected) == len(found.calls)
    assert all(call.first <= call.message and made.messages[call.message].usage for call in found.calls)
    assert told(found).endswith(".")


def test_twenty_thousand_messages_are_compared_at_once() -> None:
    """30 ms on an idle core; the bound leaves room for a busy one."""
    sizes = [SIZES[n % 40] for n in range(10_000)]
    made = talk(sizes, [12_000 + n for n in counted(sizes)])
    measured = measure(made, COUNTER)
    assert measured.prefix and measured.counts
    found, took = timed(lambda: reported(made, measured))
    assert took < 0.3
    assert found.overhead == 12_000 and len(found.calls) == 10_000


def test_the_text_of_a_message_never_gets_into_the_words() -> None:
    """Only model names do, and they are cut short."""
    made = talk(SIZES, [12_000 + n for n in counted(SIZES)])
    named = replace(made.messages[1], model="<b>" + "m" * 500)
    found = ours(session(made.messages[0], named, *made.messages[2:]))
    assert all(len(finding.text) < 300 for finding in found.findings)
    assert Text(text="x").text not in told(found).split()
