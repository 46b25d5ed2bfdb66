"""What a memo remembers, what it forgets, and that it never changes a summary."""

import gc
import random
import weakref

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compaction_core.extraction import cues, identifiers, language
from compaction_core.extraction.memo import Memo, digest
from compaction_core.extraction.words import word_set
from compaction_core.session import File, Message, Text, ToolCall, ToolResult
from compaction_core.summarizers import summarizers
from tests.extraction.sessions import CHINESE, ENGLISH, any_session, assistant, call, request, result, user
from tests.timing import seconds

OFFLINE = summarizers.get("offline")


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_session(), st.data(), st.sampled_from(["letta_code_all", "letta_code_sliding_window"]))
def test_a_memo_never_changes_a_byte(messages: list[Message], data: st.DataObject, name: str) -> None:
    memo = Memo(limit=data.draw(st.sampled_from([0, 5_000, 10**9])))
    for _ in range(3):
        first = data.draw(st.integers(0, len(messages)))
        stop = data.draw(st.integers(first, len(messages)))
        made = request(messages[first:stop], name, first)
        assert OFFLINE.summarize(made, memo) == OFFLINE.summarize(made)


def test_another_cut_of_known_messages_reads_nothing_anew() -> None:
    memo = Memo()
    OFFLINE.summarize(request(ENGLISH), memo)
    before = memo.notes(ENGLISH)
    assert len(memo) == len(ENGLISH)
    OFFLINE.summarize(request(ENGLISH[3:], first=3), memo)
    assert all(a is b for a, b in zip(before, memo.notes(ENGLISH), strict=True))


def test_equal_messages_share_a_note_and_others_do_not() -> None:
    memo = Memo()
    a, b, other = memo.notes([user("Fix it."), user("Fix it.", timestamp=7.0), user("Fix it.", flags=("meta",))])
    assert a is b and other is not a and other.role == "injected"


def test_the_notes_used_longest_ago_go_first() -> None:
    texts = [user(f"{n} " + "word " * 200) for n in range(3)]
    memo = Memo()
    sizes = [note.size for note in memo.notes(texts)]
    memo = Memo(limit=sizes[0] + sizes[1])
    first, second = memo.notes(texts[:2])
    memo.notes([texts[0]])
    memo.notes([texts[2]])
    assert memo.size <= sizes[0] + sizes[2]
    assert memo.notes([texts[0]]) == [first]
    assert memo.notes([texts[1]]) != [second]


def test_clear_forgets_everything() -> None:
    memo = Memo()
    kept = weakref.ref(memo.notes(ENGLISH)[1])
    memo.clear()
    gc.collect()
    assert (len(memo), memo.size, kept()) == (0, 0, None)


def test_nothing_is_remembered_without_a_memo() -> None:
    caches = [
        value
        for module in (cues, identifiers, language)
        for value in vars(module).values()
        if hasattr(value, "cache_info")
    ]
    OFFLINE.summarize(request([*ENGLISH, *CHINESE]))
    before = [cache.cache_info().currsize for cache in caches]
    OFFLINE.summarize(request([user("Never print Zq7 in src/zq7_only.py, see ZQ-777."), assistant("Done with zq7.")]))
    assert [cache.cache_info().currsize for cache in caches] == before


PIECES = st.sampled_from(["", "a", "ab", "1", "text", "call", "\n", ",", "\ud800", "é"])
PARTS = st.one_of(
    st.builds(Text, text=PIECES),
    st.builds(File, name=PIECES, text=PIECES | st.none()),
    st.builds(ToolCall, id=PIECES, name=PIECES, arguments=PIECES),
    st.builds(ToolResult, call_id=PIECES, text=PIECES, is_error=st.booleans()),
)
MESSAGES = st.builds(Message, role=st.sampled_from(["user", "tool"]), parts=st.lists(PARTS, max_size=3).map(tuple))


@settings(max_examples=300)
@given(MESSAGES, MESSAGES)
def test_two_contents_never_share_a_digest(a: Message, b: Message) -> None:
    def content(message: Message) -> list[object]:
        return [(type(p), p.text or "") if isinstance(p, File) else p for p in message.parts]

    assert (digest(a) == digest(b)) == (a.role == b.role and content(a) == content(b))
    assert len(digest(a)) == 16


WORDS = sorted(
    word_set("the cache key must hold tenant id because two workers share one queue and retry test proves it")
)


def long_session(messages: int) -> list[Message]:
    """Different messages of about 160 tokens: asks, prose, calls, logs with paths, failures."""
    dice = random.Random(3)

    def prose(words: int) -> str:
        return " ".join(dice.choices(WORDS, k=words)).capitalize() + "."

    made: list[Message] = []
    while len(made) < messages:
        n = len(made)
        log = "\n".join(f"src/mod_{dice.randrange(90)}/part.py:{i}: {prose(6)} took {i} ms" for i in range(12))
        end = f"{log}\nFAILED tests/test_{n}.py::test_{n % 7}\n1 failed, 3 passed" if n % 9 == 0 else log
        made += [
            *([user(f"Never change src/mod_{n % 90}/part.py. {prose(30)}")] if n % 3 == 0 else []),
            assistant(f"{prose(12)} {prose(20)}", call(f"c{n}", "bash", command=f"pytest tests/test_{n % 50}.py -q")),
            result(f"c{n}", end),
            assistant(prose(15)),
        ]
    return made[:messages]


@pytest.mark.parametrize("name", ["letta_code_all", "letta_code_sliding_window"])
def test_a_second_cut_of_ten_thousand_messages_takes_no_time(name: str) -> None:
    messages, memo = long_session(11_000), Memo()

    def cut(first: int, stop: int) -> float:
        made = request(messages[first:stop], name, first)
        return seconds(lambda: OFFLINE.summarize(made, memo))

    assert cut(0, 11_000) < 8  # 1.5 s on an idle core
    assert min(cut(0, 10_000), cut(400, 10_400), cut(1000, 11_000)) < 0.6  # 0.1 s
