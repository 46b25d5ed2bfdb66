"""SummarizationMiddleware as a whole: frameworks.md 1A. A user's 40 characters are 14 tokens, an answer's 16."""

from compaction_core.compaction import compact, summary_request
from compaction_core.session import Image, Message, Text
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.langchain.strategy import UNREAD
from compaction_core.strategies.langchain.transcript import FRAME, OMITTED
from tests.make import call, dialogue, result, say, session

TOKENS = {"keep_kind": "tokens", "trigger_kind": "tokens"}


def test_one_summary_stands_in_front_of_the_newest() -> None:
    found = session(say("system"), *dialogue(30).messages)
    made = plan(found, "langchain", 1_000)
    assert made.cut == 11 and made.fates == ("keep", *["summarize"] * 10, *["keep"] * 20)
    view = compact(found, made, text="the summary").view
    assert [entry.index for entry in view] == [0, None, *range(11, 31)]
    assert view[1].message.role == "user" and view[1].message.text.endswith("\n\nthe summary")


def test_the_search_is_told_round_by_round() -> None:
    made = plan(dialogue(8), "langchain", None, keep_value=60, **TOKENS)
    assert made.cut == 4, "16 + 14 + 16 + 14 are 60"
    tries = [step for step in made.steps if step.kind == "measure" and step.attempt is not None]
    assert [(step.candidate, step.kept_tokens) for step in tries] == [(4, 60), (2, 90), (3, 76)]
    assert made.attempts == 3


def test_most_of_what_goes_is_lost_unread() -> None:
    """4,000 tokens hold 133 pairs of 30 = 3,990; the next answer would make 4,006. So 266 of 480 are read."""
    made = plan(dialogue(500), "langchain", 10_000)
    request = summary_request(dialogue(500), made)
    assert len(request.indexes) == 480 and len(request.lines) == 266 and request.lines[0].index == 214
    assert "266 of the 480 messages that go reach the summarizer" in " ".join(step.text for step in made.steps)
    everything = plan(dialogue(500), "langchain", 10_000, trim_tokens_to_summarize=None)
    assert len(summary_request(dialogue(500), everything).lines) == 480


def test_only_whole_lines_of_the_oldest_user_message_are_read() -> None:
    """200 lines of 10 characters; 100 tokens: (n + 4) / 4 + 3 <= 100 allows 384 characters, 38 lines."""
    found = session(say("user", "a\n" + "123456789\n" * 199 + "1234567890"), say("user"))
    made = plan(found, "langchain", None, keep_value=1, trim_tokens_to_summarize=100, trigger_kind="messages")
    line = summary_request(found, made).lines[0]
    assert line.text == '<message type="human">' + "123456789\n" * 37 + "1234567890" + "</message>"
    assert line.dropped_chars == len(found.messages[0].text) - 380


def test_nothing_left_to_read_asks_nobody() -> None:
    """Surprise (b): a message without line breaks over the limit."""
    found = session(say("user", "x" * 20_000), say("user"))
    made = plan(found, "langchain", None, keep_value=1, trigger_kind="messages")
    request = summary_request(found, made)
    assert request.lines == () and request.transcript == "" and request.indexes == (0,)
    assert compact(found, made, text="never asked for").view[0].message.text.endswith(UNREAD)


def test_a_transcript_that_starts_inside_a_turn_is_read_from_the_next_user_message_on() -> None:
    found = session(say("user", "x" * 20_000), call("a"), result("a"), say("user"), say("assistant"), say("user"))
    made = plan(found, "langchain", None, keep_value=1, trigger_kind="messages")
    assert [line.index for line in summary_request(found, made).lines] == [3, 4]


def test_an_earlier_summary_goes_like_any_message() -> None:
    found = session(say("user", "so far", summary="so far"), *dialogue(25).messages)
    made = plan(found, "langchain", 1_000)
    assert made.fates[0] == "summarize" and "so far" in summary_request(found, made).transcript


def test_a_fraction_without_a_window_is_refused() -> None:
    assert plan(dialogue(30), "langchain").error is not None
    assert plan(dialogue(30), "langchain", keep_kind="fraction", trigger_kind="none").error is not None
    assert plan(dialogue(30), "langchain", trigger_kind="messages").error is None


def test_what_fits_is_left_alone() -> None:
    for made in (
        plan(session(), "langchain", 100),
        plan(dialogue(20), "langchain", 100),
        plan(dialogue(3), "langchain", None, keep_value=44, **TOKENS),
        plan(session(call("a"), result("a")), "langchain", None, keep_value=1, trigger_kind="messages"),
    ):
        assert made.cut is None and made.error is None and set(made.fates) <= {"keep"}


def test_calls_are_read_with_all_their_arguments_and_images_of_the_file_are_not() -> None:
    shown = Message(role="user", parts=(Text(text="a < b"), Image(source="data:image/png;base64,AA==")))
    found = session(shown, call("c" * 70, text="so"), result("c" * 70, "done"), say("user"))
    made = plan(found, "langchain", None, keep_value=1, trigger_kind="messages")
    lines = summary_request(found, made).lines
    assert lines[0].text == '<message type="human">a &lt; b</message>' and lines[0].omitted_images == 1
    assert f'  <tool_call id="{"c" * 64}..." name="run">{{"command": "ls"}}</tool_call>' in lines[1].text


def test_an_overflow_is_answered_once_without_the_middle() -> None:
    """Half of the tokens, a quarter of that from the start: 1,000 characters are 254 tokens, 127 of them are 500."""
    strategy = strategies.get("langchain")
    base = summary_request(dialogue(30), plan(dialogue(30), "langchain", 1_000))
    request = base.model_copy(update={"transcript": FRAME[0] + "x" * 1_000 + FRAME[1]})
    first, second = strategy.rungs(request, strategy.parameters())
    assert first == request and second.transcript == FRAME[0] + "x" * 125 + OMITTED + "x" * 375 + FRAME[1]


def test_the_constructor_writes_what_differs() -> None:
    strategy = strategies.get("langchain")
    settings = strategy.parameters(trigger_kind="tokens", trigger_more="messages>=50 and fraction>=0.5", keep_value=8)
    snippet = strategy.snippet(settings, 200_000)
    assert snippet is not None and snippet.language == "python"
    assert "trigger=[('tokens', 4000), {'messages': 50, 'fraction': 0.5}]," in snippet.text
    assert "keep=('messages', 8)," in snippet.text and "max_input_tokens" in snippet.text
    compile(snippet.text, "snippet", "exec")
