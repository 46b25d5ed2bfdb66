"""The tokenizers, offline. Ids are OpenAI's, as published with tiktoken and asserted in its own tests."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction_core.session import Text
from compaction_core.tokens.bpe import CHUNK, CL100K, O200K, SLICE, BpeCounter, _chunks, encoding

PIECES = [*"aZé中9/.,'{-_ \t\r\x0b\x0c\x1c\x85\u3000\u200b🙂", "\n", "\n\n", "\r\n", "  ", "word", "'s", "12345", "//"]


def test_known_ids() -> None:
    assert encoding("o200k_base").encode_ordinary("hello world") == [24912, 2375]
    assert encoding("cl100k_base").encode_ordinary("hello world") == [15339, 1917]
    assert encoding("cl100k_base").encode_ordinary("tiktoken is great!") == [83, 1609, 5963, 374, 2294, 0]


def test_no_socket_is_opened_and_litellm_is_not_imported() -> None:
    script = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise AssertionError('a socket was opened')\n"
        "socket.socket.connect = refuse\n"
        "socket.create_connection = refuse\n"
        "from compaction_core.tokens.bpe import O200K, CL100K\n"
        "print(O200K.count('hello world, hello there'), CL100K.count('hello world, hello there'))\n"
        "assert 'litellm' not in sys.modules\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["5", "5"]


def test_special_tokens_in_a_transcript_are_text() -> None:
    assert O200K.count("<|endoftext|> said the user") > 5


def test_a_million_blanks_do_not_crash() -> None:
    """tiktoken alone panics here: RuntimeError(StackOverflow), which is no Exception."""
    assert 1000 < O200K.count(" " * 1_100_000) < 1_100_000


@pytest.mark.parametrize("counter", [O200K, CL100K], ids=lambda counter: counter.name)
def test_slices_change_the_count_by_at_most_one_token_each(counter: BpeCounter) -> None:
    line = "def total(rows): return sum(row.amount for row in rows)\n"
    text = line * (2 * SLICE // len(line) + 1)
    whole = len(encoding(counter.name).encode_ordinary(text))
    assert abs(counter.units(Text(text=text)) - whole) <= 2


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_counts_of_chunks_add_up_exactly(text: str) -> None:
    """Behind a newline the encodings' patterns take only blanks and slashes, so no token reaches across a cut."""
    chunks = _chunks(text, 3)
    assert "".join(chunks) == text
    for name in ("o200k_base", "cl100k_base"):
        count = encoding(name).encode_ordinary
        assert sum(len(count(chunk)) for chunk in chunks) == len(count(text))


def test_a_long_text_is_counted_as_a_whole() -> None:
    text = "".join(f"{i}: return {{'path': '/src/{i}'}},\n\n  // and\n/so on …\n" for i in range(2_000))
    assert 2 * CHUNK < len(text) < SLICE
    assert BpeCounter("o200k_base", "", "").count(text) == len(encoding("o200k_base").encode_ordinary(text))


def test_lone_surrogates_are_counted() -> None:
    assert O200K.count("a\ud800b" * 10) > 0
