"""Sketches: what unfolds to what, sizes that hold, and places in what is wrong."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.errors import BadInput, UnknownFormat
from compaction_core.importers import load
from compaction_core.importers.sketch.importer import detect
from compaction_core.importers.sketch.messages import WORDS, filler
from compaction_core.importers.source import Source
from compaction_core.session import Message, Session
from compaction_core.tokens import counters
from compaction_core.tokens.measure import count_message

HEAD = b"sketch: 1\nmessages:\n"


def sketched(*rows: str) -> Session:
    return load(HEAD + "".join(f"  - {row}\n" for row in rows).encode())


def tokens(message: Message, counter: str) -> int:
    return count_message(message, counters.get(counter))


@pytest.mark.parametrize("counter", ["o200k_base", "cl100k_base"])
def test_a_word_of_filler_is_one_token(counter: str) -> None:
    """The difference of two messages that differ by that many words and nothing else."""
    bare, filled = sketched("user: Hello", "{user: Hello, filler: 500}").messages
    assert tokens(filled, counter) - tokens(bare, counter) == 500
    for word in WORDS.split():
        one, two = sketched("user: Hello", f"user: 'Hello {word}'").messages
        assert tokens(two, counter) - tokens(one, counter) == 1, word


def test_repeated_groups_get_calls_of_their_own() -> None:
    session = sketched("{times: 3, messages: [{assistant: Now, calls: [a]}, {tool: done, of: a}]}")
    assert [call.id for message in session.messages for call in message.calls] == ["a-0", "a-1", "a-2"]
    assert not session.orphans and not session.unanswered


def test_parts_keep_their_order() -> None:
    (message,) = sketched(
        "assistant: ''\n    parts: [{thinking: Hm}, {text: Well}, {thinking: Ah, signed: false}, "
        "{redacted: true}, {call: a}]"
    ).messages
    assert [part.kind for part in message.parts] == ["reasoning", "text", "reasoning", "opaque", "tool_call"]
    signatures = [part.signature for part in message.parts if part.kind == "reasoning"]
    assert signatures[0] and signatures[1] is None


def test_a_summary_is_a_recorded_compaction() -> None:
    session = sketched("user: Go", "{summary: It went., trigger: auto, tokens_before: 900}", "assistant: On.")
    (recorded,) = session.compactions
    assert (recorded.index, recorded.trigger, recorded.tokens_before) == (1, "auto", 900)
    assert session.messages[1].summary == "It went." and session.context_start(3) == 1


def test_sizes_that_are_not_words() -> None:
    first, second, third = sketched(
        "{user: Look, image: 3000}", "{user: Data, base64: 4000}", "{user: 一二三, repeated: 100}"
    ).messages
    assert [part.kind for part in first.parts] == ["text", "image"]
    assert first.parts[1].source == sketched("{user: Look, image: 3000}").messages[0].parts[1].source  # type: ignore[union-attr]
    assert len(second.text.partition("base64,")[2]) == 4000
    assert third.text == "一二三" * 100


def test_what_the_file_says_of_usage_and_tools() -> None:
    session = load(b"sketch: 1\nmodel: claude-x\ncontext_window: 9\ntools: 30\nmessages: [{user: Hi}]\n")
    assert (session.model, session.context_window) == ("claude-x", 9)
    assert session.tools is not None and filler(30).strip() in session.tools
    (message,) = sketched("{assistant: Hi, usage: {input: 5, cache_read: 7}}").messages
    assert message.usage is not None and message.usage.context == 12


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("{user: a, assistant: b}", "messages.0: a message has one of"),
        ("{user: a, calls: [x]}", "messages.0: only an assistant"),
        ("{tool: a}", "messages.0: a tool names the call"),
        ("{user: a, fill: 3}", "messages.0 has no key 'fill'; a message has one of system"),
        ("{usr: a}", "messages.0 has no key 'usr'; a message has one of system, developer, user, assistant, tool"),
        ("{assistant: a, calls: [{id: x, nme: y}]}", "messages.0.calls.0 has no key 'nme'; it has id, name, arguments"),
        ("{user: a, filler: many}", "messages.0.filler must be a whole number"),
        ("{user: 3}", "messages.0.user must be a text"),
        ("{times: 2, message: []}", "messages.0 (lacks the key 'messages'|has no key 'message'; it has times)"),
        ("{times: 2, messages: [{usr: a}]}", "messages.0.messages.0 has no key 'usr'; a message has one of"),
        ("{user: a}\ntitel: b", "the sketch has no key 'titel'; it has sketch, title"),
        ("{tool: a, of: b, filler: 3000000}", "messages.0.filler must be at most 2,000,000"),
        ("{user: a, filler: -1}", "messages.0.filler"),
        ("{times: 0, messages: [{user: a}]}", "messages.0.times"),
        ("&a {user: a}\n  - *a", "references"),
        ("{user: a, timestamp: .inf}", "messages.0.timestamp"),
        ("{user: a, timestamp: .nan}", "messages.0.timestamp"),
        ("{user: a, timestamp: -1}", "messages.0.timestamp"),
        ("{assistant: a, usage: {input: -1}}", "messages.0.usage.input"),
        ("{user: [", "line"),
        ("{times: 20000, messages: [{user: a}, {user: b}]}", "unfolds to more than 20,000 messages"),
        ("{times: 20000, messages: [{user: a, filler: 2000000}]}", "40,000,000 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(rows: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        sketched(rows)


def test_it_is_known_by_its_first_key_alone() -> None:
    assert detect(Source.open(b"# mine\n---\nsketch: 1\n"))
    assert detect(Source.open(b"---\r\n# mine\n\nsketch: 1\n"))
    assert not detect(Source.open(b"messages: []\nsketch: 1\n"))
    assert not detect(Source.open(b'{"sketch": 1}'))


@pytest.mark.parametrize(
    "text", ["title: x\nmessages:\n  - user: Hi\n", "messages: []\nsketch: 1\n", "- user: Hi\n- assistant: Ho\n"]
)
def test_what_looks_like_a_sketch_is_told_how_one_begins(text: str) -> None:
    with pytest.raises(UnknownFormat, match="If this is a sketch, begin it with `sketch: 1`"):
        load(text)
    with pytest.raises(UnknownFormat) as told:
        load("plain words\nand more")
    assert "sketch: 1" not in str(told.value)


def test_a_character_that_utf_8_does_not_have_becomes_a_question_mark() -> None:
    """As in every other format; a digest or a tokenizer would fail on it."""
    (message,) = sketched('{user: "a\\ud800b"}').messages
    assert message.text == "a?b"


@given(st.text(max_size=200))
def test_whatever_stands_in_it_ends_in_a_session_or_our_own_error(text: str) -> None:
    with suppress(BadInput):
        load(HEAD + text.encode("utf-8", "replace"))
