"""Scripts and base64 runs."""

import base64
import random
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.counting import makeup
from compaction_core.counting.base64_runs import find
from compaction_core.counting.makeup import mix
from compaction_core.session import Image, Message, Reasoning, Session, Text, ToolCall
from tests.make import result, say, session, sessions
from tests.timing import seconds

RUN = base64.b64encode(random.Random(1).randbytes(900)).decode()
"""1,200 characters."""


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("Hello, world 42!", {"latin": 10, "symbols": 4}),
        ("登录ページ를 確認。", {"symbols": 1, "han": 4, "kana": 3, "hangul": 1}),  # 。 is punctuation
        ("مرحبا", {"arabic": 5}),
        ("Привет", {"cyrillic": 6}),
        ("naïve Ünïcödé", {"latin": 12}),
        ("👩‍💻 ok", {"latin": 2, "emoji": 3}),  # two signs and the joiner between them
        ("नमस्ते", {"other": 6}),
        ("  \n\t", {}),
    ],
)
def test_characters_by_script(text: str, scripts: dict[str, int]) -> None:
    assert mix(text) == scripts


@given(st.text())
def test_every_character_but_blanks_is_counted_once(text: str) -> None:
    found = mix(text)
    assert sum(found.values()) <= len(text)
    if text.isascii() and "base64" not in found:
        assert sum(found.values()) == sum(not c.isspace() and c.isprintable() for c in text)


def test_messages_have_the_kind_that_weighs() -> None:
    made = session(
        say("user", "plain English, with (code) and 123"),
        say("user", "改 the login page"),  # 1 of 13 characters
        say("user", "请修改 src/a.py"),  # 3 of 11: a quarter
        say("user", f"see {RUN}"),
        say("user", ""),
        Message(role="user", parts=(Text(text="what is this"), Image(source="x"))),
        Message(role="assistant", parts=(Reasoning(text="Привет"), ToolCall(id="1", name="run", arguments="{}"))),
    )
    assert makeup(made).groups == ("latin", "latin", "cjk", "base64", None, None, "cyrillic")
    assert makeup(made).pictured == (5,)


def test_columns_hold_each_message() -> None:
    found = makeup(session(say("user", "ab"), say("assistant", "中c")))
    assert found.columns == {"latin": (2, 1), "han": (0, 1)} and found.characters("latin") == 3
    assert found.characters("arabic") == 0


def test_a_run_is_found_where_it_stands() -> None:
    (run,) = makeup(session(say("user"), result("a", f"cat pic\ndata:image/png;base64,{RUN}\ndone"))).runs
    assert (run.message, run.part, run.start, run.characters, run.media_type) == (1, 0, 30, 1_200, "image/png")


@pytest.mark.parametrize("between", ["\n", "\r\n", "\\n", "\\r\\n"])
def test_lines_of_one_run_belong_together(between: str) -> None:
    """MIME writes 76 characters a line, PEM 64; inside JSON a line break is two characters."""
    for width in (64, 76):
        lines = textwrap.wrap(RUN, width)
        (run,) = find("-----BEGIN-----\n" + between.join(lines) + "\nnext line")
        assert run.stop - run.start >= 1_200 - width


@pytest.mark.parametrize(
    "text",
    [
        "deadbeef0123456789" * 60,  # hexadecimal
        "/usr/share/python3/dist-packages/a_rather_long_name/another_one/" * 6,
        "=" * 3_000,
        "x" * 3_000,
        "the quick brown fox " * 200,
        RUN[:200],  # too short to matter
    ],
)
def test_what_is_no_base64(text: str) -> None:
    assert find(text) == []


@given(st.binary(min_size=300, max_size=3_000), st.text(alphabet=" .,\n", max_size=5))
def test_whatever_a_data_uri_holds_is_found(data: bytes, around: str) -> None:
    encoded = base64.b64encode(data).decode()
    (run,) = find(f"{around}data:application/zip;base64,{encoded}{around}")
    assert run.stop - run.start == len(encoded) and run.media_type == "application/zip"


@settings(deadline=None, max_examples=30)
@given(sessions(max_size=12))
def test_json_and_back(made: Session) -> None:
    found = makeup(made)
    assert len(found.groups) == found.length == len(made.messages)
    assert type(found).model_validate_json(found.model_dump_json()) == found


def test_ten_megabytes_are_looked_at_in_seconds() -> None:
    text = "def handler(event, context):\n    return {'status': 200}\n" * 90
    made = session(*(say("user", text) for _ in range(2_000)))
    assert seconds(lambda: makeup(made)) < 2
