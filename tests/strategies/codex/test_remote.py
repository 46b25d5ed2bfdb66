"""Codex's remote compaction: agents.md §2, Remote, and §3c for what the server answers."""

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Message, Text, ToolCall
from compaction_core.strategies import plan
from compaction_core.strategies.codex.remote import fitting
from tests.make import call, result, say, session

FOUND = session(
    say("user"), call("a", text="I look."), result("a"), say("assistant", "done"), say("user"), say("assistant")
)


def test_the_models_messages_are_dropped_from_the_end_while_it_does_not_fit() -> None:
    roles = ("user", "assistant", "tool", "assistant", "tool")
    assert fitting(roles, (10,) * 5, 50) == 5
    assert fitting(roles, (10,) * 5, 49) == 4
    assert fitting(roles, (10,) * 5, 5) == 1  # a user message stops it, too large or not
    assert fitting(roles, (10,) * 5, None) == 5


def test_users_messages_and_one_item_come_back() -> None:
    made = plan(FOUND, "codex-remote", 10_000)
    assert made.fates == ("keep", "summarize", "summarize", "summarize", "keep", "summarize")
    view = compact(FOUND, made, text="sealed").view
    assert [entry.index for entry in view] == [0, 4, None]
    assert view[-1].message.summary == "sealed"


def test_assistant_texts_of_the_answer_would_stay_without_their_calls() -> None:
    made = plan(FOUND, "codex-remote", 10_000, answer_holds_assistant_messages=True)
    assert made.fates == ("keep", "truncate", "summarize", "keep", "keep", "keep")
    assert compact(FOUND, made, text="sealed").view[1].message.parts == (Text(text="I look."),)
    assert made.steps[-1].kept_tokens == made.stats["tokens_kept"] == 10 + 2 + 1 + 10 + 10


def test_what_is_dropped_is_not_sent() -> None:
    """Estimates: 10, 7 (7 + 3 + 16 bytes), 10, 1, 10, 10 = 48; a window of 40 drops the last answer."""
    made = plan(FOUND, "codex-remote", 40)
    assert made.fates[-1] == "drop" and made.cut == 6
    assert [line.index for line in summary_request(FOUND, made).lines] == [0, 1, 2, 3, 4]


def test_session_notes_and_calls_alone_go() -> None:
    bare = Message(role="assistant", parts=(ToolCall(id="a", name="run"),))
    found = session(say("user", flags=("meta",)), say("user"), bare)
    made = plan(found, "codex-remote", 1000, answer_holds_assistant_messages=True)
    assert made.fates == ("summarize", "keep", "summarize")
