"""Codex's own compaction as a whole: agents.md §2, selection, rendering, placement, failure ladder."""

import pytest

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Image, Message, Text, Usage
from compaction_core.strategies import context_of, plan, strategies
from compaction_core.strategies.codex.keeping import PREFIX
from compaction_core.tokens import measure
from tests.make import call, dialogue, result, say, session

TURNS = session(
    say("system", "You are a worker."),
    say("user", "first " + "a" * 194),  # 200 characters, 50 tokens
    call("c1"),
    result("c1"),
    say("assistant", "done"),
    say("user", "second " + "b" * 113),  # 120 characters, 30 tokens
    call("c2"),
    result("c2"),
)


def test_only_the_users_words_stay() -> None:
    made = plan(TURNS, "codex", 1000)
    assert made.fates == ("keep", "keep", "summarize", "summarize", "summarize", "keep", "summarize", "summarize")
    assert made.cut == 8 and made.summary_at == 8 and made.mode_used == "compact"


def test_the_summary_stands_last_as_a_user_message() -> None:
    made = plan(TURNS, "codex", 1000)
    view = compact(TURNS, made, text="the note").view
    assert [entry.index for entry in view] == [0, 1, 5, None]
    last = view[-1].message
    assert last.role == "user" and last.text == f"{PREFIX}\nthe note" and last.summary == "the note"


def test_a_blank_summary_is_named() -> None:
    assert compact(TURNS, plan(TURNS, "codex", 1000), text="").view[-1].message.text.endswith("wrote no summary)")


def test_the_message_that_does_not_fit_is_cut_in_the_middle() -> None:
    """Budget 40: the second message takes 30, 10 tokens (40 bytes) of the first are left, 40 of its 50 go."""
    made = plan(TURNS, "codex", 1000, compact_user_message_max_tokens=40)
    assert made.fates[1] == "truncate" and made.fates[5] == "keep"
    assert compact(TURNS, made, text="note").view[1].message.text == (
        "first " + "a" * 14 + "[40 tokens left out]" + "a" * 20
    )
    assert not made.as_released


def test_a_user_message_that_is_last_stays_behind_what_goes() -> None:
    found = session(*TURNS.messages, say("user", "third"))
    made = plan(found, "codex", 1000)
    assert made.cut == 8 and made.summary_at == 9
    assert [entry.index for entry in compact(found, made, text="note").view] == [0, 1, 5, 8, None]


def test_older_messages_go_when_nothing_is_left() -> None:
    made = plan(TURNS, "codex", 1000, compact_user_message_max_tokens=30)
    assert made.fates[1] == "summarize" and made.fates[5] == "keep"


def test_a_kept_message_loses_its_images() -> None:
    shown = Message(role="user", parts=(Text(text="see"), Image(source="data:")))
    found = session(shown, say("assistant"))
    made = plan(found, "codex", 1000)
    assert made.fates == ("truncate", "summarize")
    assert compact(found, made, text="note").view[0].message.parts == (Text(text="see"),)


def test_users_alone_leave_nothing_to_summarize() -> None:
    made = plan(session(say("user"), say("user")), "codex", 1000)
    assert made.cut is None and made.error is None and set(made.fates) == {"keep"}
    assert plan(session(), "codex", 1000).cut is None


def test_the_summarizer_reads_everything_uncut() -> None:
    request = summary_request(TURNS, plan(TURNS, "codex", 1000))
    assert [line.index for line in request.lines] == [1, 2, 3, 4, 5, 6, 7]
    assert request.indexes == (2, 3, 4, 6, 7)
    assert summary_request(TURNS, plan(TURNS, "codex", 1000, compact_prompt="Mine.")).instructions == "Mine."


def test_an_overflow_drops_the_oldest_message_until_one_is_left() -> None:
    codex = strategies.get("codex")
    sent = list(codex.rungs(summary_request(TURNS, plan(TURNS, "codex", 1000)), codex.parameters()))
    assert [[line.index for line in request.lines] for request in sent] == [
        list(range(start, 8)) for start in range(1, 8)
    ]
    assert sent[-1].transcript == sent[0].lines[-1].text


def test_a_long_history_is_left_out_in_at_most_a_hundred_steps() -> None:
    found = dialogue(1001)
    codex = strategies.get("codex")
    request = summary_request(found, plan(found, "codex", 1000))
    assert len(list(codex.rungs(request, codex.parameters()))) <= 101


@pytest.mark.parametrize(
    ("window", "configured", "line"), [(200_000, None, 179_999), (200_000, 195_000, 179_999), (None, 100, 99)]
)
def test_the_line_is_one_below_the_limit(window: int | None, configured: int | None, line: int) -> None:
    codex = strategies.get("codex")
    assert codex.threshold(window, codex.parameters(model_auto_compact_token_limit=configured)) == line


def test_it_looks_before_a_call_and_not_after_the_last_answer() -> None:
    found = session(*TURNS.messages, say("assistant", "all done"))
    context = context_of(found, measure(found, "codex"), 1000, strategies.get("codex").parameters())
    assert strategies.get("codex").looks(context) == (False, True, False, True, False, True, False, True, False)


def test_95_percent_of_the_window_fires_whatever_the_limit_counts() -> None:
    """A prefix of 60 tokens that the limit of 90 does not count: 94 are 34 of the body, 95 are 95% of the window."""
    codex = strategies.get("codex")
    settings = codex.parameters(model_auto_compact_token_limit_scope="body_after_prefix")
    for total, fires in ((94, False), (95, True)):
        found = session(say("assistant", usage=Usage(input=total)), say("user", ""))
        context = context_of(found, measure(found, "codex"), 100, settings, overhead=60)
        assert codex.watched(context)[-1] == total - 60
        assert codex.fires(context, codex.watched(context), codex.looks(context))[-1] is fires
