"""What counters make of scripts, base64 and images."""

import base64
import random

from compaction_core.counting import images, makeup, runs_weighed, shares
from compaction_core.session import Image, Message, Text
from compaction_core.tokens import counters, measure
from tests.make import result, say, session

RUN = base64.b64encode(random.Random(1).randbytes(900)).decode()
"""1,200 characters: 300 tokens by characters / 4."""


def test_each_kind_of_text_has_its_own_error() -> None:
    made = session(say("user", "the " * 50), say("assistant", "重构登录" * 50), say("user", "the " * 30))
    counts = [measure(made, name) for name in ("chars4_ceil", "cjk_weighted", "o200k_base")]
    latin, cjk = shares(makeup(made), counts)
    assert (latin.group, latin.messages, cjk.group, cjk.messages) == ("latin", (0, 2), "cjk", (1,))
    assert latin.tokens["chars4_ceil"] == 80 and cjk.tokens["chars4_ceil"] == 50
    assert cjk.tokens["cjk_weighted"] == 200
    assert latin.ratio("chars4_ceil", "o200k_base") == 80 / latin.tokens["o200k_base"]
    assert (cjk.ratio("chars4_ceil", "o200k_base") or 1) < 0.67


def test_rows_take_some_messages() -> None:
    made = session(say("user", "one"), say("user", "two"), say("user", "three"))
    (latin,) = shares(makeup(made), [measure(made)], rows=(1,))
    assert latin.messages == (1,)


def test_a_run_is_weighed_as_text_of_its_own() -> None:
    made = session(say("user"), result("a", f"data:image/png;base64,{RUN} done"), result("b", RUN + RUN))
    large, small = runs_weighed(made, makeup(made), [counters.get("chars4_ceil"), counters.get("o200k_base")])
    assert (large.message, large.characters, large.flat) == (2, 2_400, None) and "unnamed" in large.what
    assert (small.message, small.what, small.tokens["chars4_ceil"]) == (1, "image/png", 300)
    assert small.flat == 1_200  # these bytes are no picture: its size is unknown
    assert small.tokens["o200k_base"] > 600
    assert runs_weighed(made, makeup(made), [], most=1)[0].message == 2


def test_images_are_what_they_add_to_their_message() -> None:
    """opencode's JSON holds the data; pi counts images beside tool results only, 4,800 characters each."""
    data = "data:image/png;base64," + "A" * 4_000
    picture = Image(source=data, media_type="image/png", width=1_000, height=750)
    asked = Message(role="user", parts=(Text(text="what is this?"), picture))
    taken = Message(role="tool", parts=(*result("a").parts, picture, picture))
    both = [counters.get(name) for name in ("pi", "opencode", "o200k_base")]
    found = images(session(say("user"), asked, taken), both)
    assert [one.message for one in found] == [2, 1]
    one = found[1]
    assert one.what == "1 image, 1000 × 750 pixels" and one.characters == len(data) and one.flat == 1_000
    assert one.tokens["pi"] == 0 and one.tokens["o200k_base"] == 1_000 and 1_000 < one.tokens["opencode"] < 1_100
    assert found[0].tokens["pi"] == 2_400 and found[0].what == "2 images, 1000 × 750 pixels"
