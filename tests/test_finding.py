"""Search and filters."""

import pytest

from compaction_core.finding import find, kept_goal, preview
from compaction_core.session import Message, Reasoning, Text
from compaction_core.strategies import plan
from tests.make import call, dialogue, result, say, session


def test_text_calls_and_reasoning_are_searched_in_any_case() -> None:
    found = session(
        say("user", "Straße"), call("a"), Message(role="assistant", parts=(Reasoning(text="HMM"),)), result("a", "hmm")
    )
    assert find(found, "STRASSE") == (0,)
    assert find(found, '"command"') == (1,)
    assert find(found, "hmm") == (2, 3)
    assert find(found, "hmm", roles=["tool"]) == (3,)


def test_fates_filter_only_the_planned_range() -> None:
    talk = dialogue(20)
    made = plan(talk, "letta-code", 150, at=18)
    assert find(talk, fates=["keep"], plan=made) == tuple(range(made.cut or 0, 18))
    assert find(talk, fates=["keep", "summarize"], plan=made) == tuple(range(18))


def test_a_preview_is_one_short_line() -> None:
    shown = preview(Message(role="user", parts=(Text(text="a\n\n  b " + "c" * 500),)))
    assert shown.startswith("a b ccc") and len(shown) == 140 and "\n" not in shown
    assert preview(call("a")) == 'run({"command":"ls"})'


@pytest.mark.parametrize(
    ("strategy", "found"),
    [
        ("letta-code", ("under ", 70.0)),  # the first cut strictly under (1 - 0.3) x 100
        ("pi", ("", 20_000)),  # at least so many stay
        ("anthropic-sdk", None),  # 100,000 is its trigger: nothing is kept
        ("openai-agents", None),  # its 10 are items
        ("keep-all", None),
    ],
)
def test_only_what_the_kept_part_is_held_against_is_a_goal(strategy: str, found: tuple[str, float] | None) -> None:
    assert kept_goal(plan(dialogue(20), strategy, 100)) == found
