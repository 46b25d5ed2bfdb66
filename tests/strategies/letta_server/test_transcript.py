"""What the server's summarizer reads, and its smaller requests: letta.md §2.9."""

from dataclasses import replace

from compaction_core.session import Image, Message, Reasoning, Text, ToolCall
from compaction_core.strategies import plan, strategies
from compaction_core.strategies.letta_server.requests import budget, rungs
from compaction_core.strategies.letta_server.transcript import limited, lines, middle_cut, note, shortened, transcript
from compaction_core.strategies.planner import settle
from tests.make import call, dialogue, result, say, session


def texts(*messages: Message) -> list[str]:
    return [line.text for line in lines(enumerate(messages))]


def test_an_empty_list_is_sixty_characters() -> None:
    assert len(transcript(())) == 60


def test_labels_are_those_the_release_prints() -> None:
    """An enum member in an f-string for users and for results with a tool's name; plain words otherwise."""
    named = replace(result("a", "out"), name="ls")
    rows = (say("system"), say("user", "q"), say("assistant", "a"), named, result("b", "out"), say("user", ""))
    assert texts(*rows) == ["[MessageRole.user] q", "[assistant] a", "[MessageRole.tool] out", "[tool] out"]


def test_reasoning_is_left_out_and_arguments_stand_as_written() -> None:
    parts = (Reasoning(text="why"), Text(text="say"), ToolCall(id="1", name="ls", arguments='{"a":  1}'))
    assert texts(Message(role="assistant", parts=parts), call("a")) == [
        '[assistant] say -> ls({"a":  1})',
        '[assistant] -> run({"command":"ls"})',
    ]
    assert texts(Message(role="assistant", parts=(Reasoning(text="why"),))) == []


def test_an_earlier_summary_stands_with_its_wrapper() -> None:
    assert texts(say("user", '{"message": "raw"}', summary="raw")) == ['[user] {"message": "raw"}']


def test_images_become_a_count() -> None:
    seen = Message(role="user", parts=(Text(text="look"), Text(text="here"), Image(source="a"), Image(source="b")))
    assert texts(seen) == ["[MessageRole.user] look\n\nhere [2 images left out]"]


def test_tool_results_are_limited_and_nothing_else() -> None:
    (tool,) = lines([(0, result("a", "x" * 11))])
    assert limited(tool, 10).text == "[tool] " + "x" * 10 + "... [1 more characters]"
    assert limited(tool, 10).dropped_chars == 1 and limited(tool, 11) is tool
    (said,) = lines([(0, say("user", "x" * 11))])
    assert limited(said, 10) is said


def test_the_middle_is_cut_by_bytes_and_the_note_shrinks_the_end() -> None:
    """3,000 bytes of three-byte characters are room for 1,000: 300 in front and behind. In 100 only 38 remain."""
    assert middle_cut(5000, 15_000, 3000, lambda _: 62) == (300, 300, 4400, 4700)
    assert middle_cut(5000, 15_000, 300, lambda _: 62) == (30, 8, 4940, 4970)  # 62 − 40 = 22 less than 30
    assert middle_cut(50, 50, 1, lambda _: 60) == (0, 0, 50, 50)
    assert middle_cut(100, 100, 100, lambda _: 62) is None and middle_cut(50, 50, -1, lambda _: 62) is None


def test_the_last_words_go_first() -> None:
    """The part behind loses its *end* to the note, and with it the order to write the summary."""
    text = shortened("a" * 1970 + "0123456789" * 3, 100)
    between = note(1940)
    assert text == "a" * 30 + between + ("0123456789" * 3)[: 30 - (len(between) - 40)]
    assert 0 < len(between) - 40 < 30 and len(text) == 100


def test_the_budget_of_the_last_request() -> None:
    assert budget(100_000, "p" * 976, False) == 240_000 - 976 - 1024
    assert budget(1000, "p" * 976, False) == 2000
    assert budget(None, "", False) == 48_000 - 1024


def test_three_requests_equal_ones_sent_again() -> None:
    server = strategies.get("letta-server")
    made = plan(dialogue(20), "letta-server", 1000)
    request = server.request(dialogue(20), settle(server, {}), made)
    assert [r.transcript == request.transcript for r in rungs(request, 1000)] == [True, True, True]
    long = request.model_copy(update={"lines": (*request.lines, *lines([(9, result("z", "r" * 9000))]))})
    first, second, third = rungs(long.model_copy(update={"transcript": transcript(long.lines)}), 1000)
    assert len(second.transcript) == len(first.transcript) - 4000 + len("... [4000 more characters]")
    assert len(third.transcript.encode()) <= (third.max_chars or 0) == 2000


def test_a_self_request_has_no_smaller_one() -> None:
    server = strategies.get("letta-server")
    made = plan(dialogue(20), "letta-server", 1000, mode="self_compact_all")
    request = server.request(dialogue(20), settle(server, {"mode": "self_compact_all"}), made)
    assert request.prompt == "letta_server_self_all" and list(server.rungs(request, server.parameters())) == [request]


def test_prompts_follow_the_mode_and_an_own_one_is_dropped_on_fallback() -> None:
    server = strategies.get("letta-server")

    def asked(found, **settings: object) -> str:
        made = plan(found, "letta-server", 1000, **settings)
        return server.request(found, settle(server, dict(settings)), made).prompt

    users = session(*[say("user")] * 12)
    tools = session(*dialogue(20).messages, tools='["' + "t" * 2996 + '"]')
    assert asked(dialogue(20)) == "letta_code_sliding_window"
    assert asked(users) == "letta_code_all"
    assert asked(dialogue(20), prompt="mine") == "own"
    assert asked(users, prompt="mine") == "letta_code_all"
    assert asked(tools) == "letta_code_sliding_window", "the second pass keeps the sliding window's prompt"
    assert asked(tools, prompt="mine") == "own"
