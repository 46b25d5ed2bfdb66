"""Search and filters."""

from compaction_core.finding import find, preview
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
