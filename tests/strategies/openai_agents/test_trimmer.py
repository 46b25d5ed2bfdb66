"""ToolOutputTrimmer, by agents.md §3c and the released code (openai-agents 0.24.0)."""

import pytest

from compaction_core.compaction import compact
from compaction_core.session import Image, Message, ToolResult
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.openai_agents.trimming import Limits, trimmed
from compaction_core.strategies.released import Released
from compaction_core.tokens import measure
from tests.make import call, result, say, session

DEFAULT = Limits(500, 200)
FOUND = session(
    say("user"), call("a"), result("a", "x" * 501), call("b"), result("b", "y" * 500), say("assistant"),
    say("user"), call("c"), result("c", "z" * 9000), say("user"),
)  # fmt: skip


def test_only_long_outputs_before_the_last_two_user_messages_are_cut() -> None:
    made = plan(FOUND, "openai-agents-trimmer")
    assert made.indexes("truncate") == (2,) and made.cut == 0 and len(made.indexes("keep")) == 9
    text = compact(FOUND, made).view[2].message.text
    assert text == "[Cut: run gave 501 characters, the first 200 follow]\n" + "x" * 200 + "..."
    assert plan(FOUND, "openai-agents-trimmer", recent_turns=1).indexes("truncate") == (2, 8)


def test_fewer_turns_than_are_protected_leave_all_whole() -> None:
    """Three user messages: the third from the end is the first item, and index 0 stands for no boundary."""
    for turns in (3, 4):
        made = plan(FOUND, "openai-agents-trimmer", recent_turns=turns)
        assert made.cut is None and set(made.fates) == {"keep"}


@pytest.mark.parametrize(("preview", "cut"), [(444, True), (445, False)])
def test_what_would_not_be_shorter_stays(preview: int, cut: bool) -> None:
    """The released header around name, length and preview has 47 characters: 47 + 3 + 3 + 3 + 444 = 500 < 501."""
    assert (trimmed(result("a", "x" * 501), "run", Limits(300, preview)) is not None) is cut


def test_a_list_of_tools_lets_others_stay() -> None:
    assert plan(FOUND, "openai-agents-trimmer", trimmable_tools="search, run").indexes("truncate") == (2,)
    assert plan(FOUND, "openai-agents-trimmer", trimmable_tools="search").cut is None
    orphan = session(result("q", "x" * 900), say("user"), say("user"))
    assert "unknown_tool" in compact(orphan, plan(orphan, "openai-agents-trimmer")).view[0].message.text
    assert plan(orphan, "openai-agents-trimmer", trimmable_tools="run").cut is None


@pytest.mark.parametrize("most", [1, 8, 9, 20, 40, 80, 500])
def test_an_output_with_images_fits_the_limit(most: int) -> None:
    parts = (ToolResult(call_id="a", text="t" * 300), Image(source="data:" + "A" * 5000))
    text = trimmed(Message(role="tool", parts=parts), "run", Limits(most, 200))
    assert text is not None and len(text) <= most
    assert most < 500 or ("5305 characters" in text and "1 image left out" in text)


def test_images_go_with_a_trimmed_output() -> None:
    shown = Message(role="tool", parts=(ToolResult(call_id="a", text=""), Image(source="data:" + "A" * 5000)))
    found = session(say("user"), call("a"), shown, say("user"), say("user"))
    view = compact(found, plan(found, "openai-agents-trimmer")).view
    assert all(part.kind != "image" for part in view[2].message.parts)


def test_it_fires_once_an_output_is_old_enough() -> None:
    strategy = strategies.get("openai-agents-trimmer")
    context = context_of(FOUND, measure(FOUND), None, strategy.parameters())
    assert strategy.watched(context) == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    fires = strategy.fires(context, strategy.watched(context), strategy.looks(context))
    assert [i for i, yes in enumerate(fires) if yes] == [9]


def test_the_filter_to_paste() -> None:
    strategy = strategies.get("openai-agents-trimmer")
    assert isinstance(strategy, Released)
    found = strategy.snippet(strategy.parameters(preview_chars=100, trimmable_tools="b, a"), None)
    assert found is not None
    assert found.text.endswith("ToolOutputTrimmer(\n    preview_chars=100,\n    trimmable_tools=['a', 'b'],\n)")
