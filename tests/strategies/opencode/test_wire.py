"""Our writing of the messages has the lengths of the release's own: the numbers recorded with its cases."""

import json

import pytest

from compaction_core.session import Image, Message, Session
from compaction_core.strategies import context_of, strategies
from compaction_core.strategies.opencode.parameters import OpencodeParameters
from compaction_core.strategies.opencode.pruning import text_tokens
from compaction_core.strategies.opencode.search import takes_apart, turn_starts
from compaction_core.strategies.opencode.second_core import texts_of
from compaction_core.strategies.opencode.wire import Size, sizes
from compaction_core.tokens import measure
from tests.conformance.messages import session as conversation
from tests.conformance.select import SELECTION
from tests.make import call, result, say, session

CASES = [
    case
    for case in json.loads((SELECTION / "opencode.json").read_text(encoding="utf-8"))["cases"]
    if case["strategy"] != "overflow"
]


def context(found: Session, counter: str = "opencode"):
    return context_of(found, measure(found, counter), 200_000, OpencodeParameters())


def size_of(*messages: Message, counter: str = "opencode") -> Size:
    made = context(session(*messages), counter)
    return sizes(made, takes_apart(made, True, False).history)


@pytest.mark.parametrize("case", [c for c in CASES if c["strategy"] == "select"], ids=lambda case: case["name"])
def test_entries_and_sizes_are_the_recorded_ones(case) -> None:
    made, given = context(conversation(case)), case["given"]
    history = takes_apart(made, True, False).history
    assert [list(entry.indexes) for entry in history] == given["history_to_message_indexes"]
    size, starts, count = sizes(made, history), turn_starts(history), len(history)
    assert [size(at, at + 1) for at in range(count)] == given["history_tokens_single"]
    assert [size(a, b) for a, b in zip(starts, (*starts[1:], count), strict=True)] == given["turn_tokens"]


@pytest.mark.parametrize("case", [c for c in CASES if c["strategy"] == "v2"], ids=lambda case: case["name"])
def test_the_second_core_s_texts_have_the_recorded_sizes(case) -> None:
    made = context(conversation(case))
    assert [text_tokens(text) for text in texts_of(made).texts] == case["given"]["serialized_tokens"]


def test_a_list_is_rounded_once() -> None:
    """[{"role":"user","content":[{"type":"text","text":"hello"}]}] is 60 characters; two of them share the brackets."""
    size = size_of(say("user", "hello"), say("user", "hello"))
    assert size(0, 1) == 15 and size(0, 2) == round(119 / 4)


def test_an_answer_without_text_is_not_sent() -> None:
    size = size_of(say("user", "hello"), say("assistant", ""), say("user", "hello"))
    assert size(1, 2) == 1, "the brackets alone: 2 / 4 is rounded up"
    assert size(0, 3) == 30


def test_a_call_without_a_result_is_sent_with_an_error() -> None:
    assert size_of(call("a"))(0, 1) > size_of(call("a"), result("a", ""))(0, 1)


def test_pictures_count_with_their_data() -> None:
    """As the release writes them: a data URI of 4,000 characters is a thousand tokens, whatever the picture."""
    picture = Message(role="user", parts=(Image(source="x" * 4_000, media_type="image/png"),))
    assert 1_000 < size_of(picture)(0, 1) < 1_050


def test_another_counter_decides_by_its_own_sums() -> None:
    size = size_of(say("user"), say("assistant"), counter="letta-code")
    assert (size(0, 1), size(0, 2)) == (10, 20)


def test_a_late_result_belongs_to_its_call() -> None:
    made = context(session(say("user"), call("a"), say("user"), result("a"), result("zz")))
    parts = takes_apart(made, True, False)
    assert [entry.indexes for entry in parts.history] == [(0,), (1, 3), (2,)] and parts.orphans == (4,)


def test_the_counter_of_messages_agrees_with_the_lists() -> None:
    strategy = strategies.get("opencode")
    found = session(say("user", "hello"), say("assistant", "hi there"), say("assistant", ""))
    assert measure(found, strategy.counter).counts == (15, 17, 1)
