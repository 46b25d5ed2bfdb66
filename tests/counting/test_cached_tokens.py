"""Cached tokens under each rule; t28: input 184,704, cached 183,936."""

from compaction_core.counting import cached_tokens
from compaction_core.importers import load
from compaction_core.session import RecordedCompaction, Usage
from compaction_core.tokens import measure
from tests.make import say, session


def test_the_reported_call_by_either_rule() -> None:
    """OpenAI's 184,704 include the cache; a client that adds it again has 368,640."""
    row = (
        '{"role": "assistant", "content": "done", "usage": {"prompt_tokens": 184704, "completion_tokens": 9, '
        '"prompt_tokens_details": {"cached_tokens": 183936}}}'
    )
    made = load(f'{{"role": "user", "content": "go on"}}\n{row}\n'.encode())
    call = cached_tokens(made, measure(made)).largest
    assert call is not None and call.message == 1
    assert (call.once, call.twice, call.left_out) == (184_704, 368_640, 768)


def test_anthropics_rule_keeps_them_apart() -> None:
    made = session(say("user"), say("assistant", usage=Usage(input=768, cache_read=183_936, output=9)))
    call = cached_tokens(made, measure(made)).largest
    assert call is not None and (call.once, call.twice, call.left_out) == (184_704, 368_640, 768)


def test_our_count_is_that_of_the_list_before_the_call() -> None:
    """Characters / 4; the prompt and the tools stay in front, what a recorded compaction hid does not."""
    made = session(
        say("system", "x" * 40), say("user", "x" * 400), say("assistant", "x" * 80, usage=Usage(input=5)),
        say("user", "x" * 120, summary="s"), say("assistant", "x" * 4, usage=Usage(input=6)),
        tools="x" * 28, compactions=(RecordedCompaction(index=3),),
    )  # fmt: skip
    found = cached_tokens(made, measure(made, "letta-code"))
    assert [(call.message, call.counted) for call in found.calls] == [(2, 7 + 10 + 100), (4, 7 + 10 + 30)]
    assert found.largest is None and found.caching == ()


def test_what_a_recorded_compaction_kept_is_in_the_list() -> None:
    made = session(
        say("user", "x" * 400), say("user", "x" * 80), say("user", "x" * 120, summary="s"),
        say("assistant", usage=Usage(input=6)), compactions=(RecordedCompaction(index=2, kept=(1,)),),
    )  # fmt: skip
    assert [call.counted for call in cached_tokens(made, measure(made, "letta-code")).calls] == [20 + 30]


def talk(*usages: Usage) -> "list[int]":
    rows = [say("user", "the " * 10_000)]
    for usage in usages:
        rows += [say("assistant", "ok", usage=usage), say("user", "go on")]
    made = session(*rows)
    found = cached_tokens(made, measure(made))
    return [len(found.doubled), len(found.missing)]


def test_a_file_is_judged_by_the_middle_of_its_calls() -> None:
    assert talk(*[Usage(input=10_000, cache_read=9_800)] * 4) == [4, 0]
    assert talk(*[Usage(input=200, cache_read=9_800)] * 4) == [0, 0]  # each once
    assert talk(*[Usage(input=200)] * 4) == [0, 4]
    assert talk(*[Usage(input=10_000)] * 4) == [0, 0]


def test_few_calls_and_hidden_prompts_are_not_judged() -> None:
    assert talk(*[Usage(input=10_000, cache_read=9_800)] * 2) == [0, 0]
    # a cache larger than the input proves that the input does not hold it
    assert talk(*[Usage(input=10_000, cache_read=9_800)] * 3, Usage(input=9_000, cache_read=30_000)) == [0, 0]
    # 20,000 tokens of prompts that the file does not hold
    assert talk(*[Usage(input=100, cache_read=30_000)] * 4) == [0, 0]
