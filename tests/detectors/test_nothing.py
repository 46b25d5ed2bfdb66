"""No summary at all: empty, thinking, skeleton, error, refusal, echo."""

import pytest

from tests.detectors.cases import GOOD, codes, evidence, found
from tests.extraction.sessions import ENGLISH, assistant, user


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t\u3000", "whitespace-only"),
        ("---\n***", "whitespace-only"),
        ("<summary>\n</summary>", "whitespace-only"),
    ],
)
def test_empty(text: str, code: str) -> None:
    assert codes("empty", text) == [code]


@pytest.mark.parametrize("text", ["ok", "好", "<summary>ok</summary>", "1"])
def test_a_short_summary_is_not_empty(text: str) -> None:
    assert codes("empty", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "<think>First the goals, then the state.</think>",
        "<thinking>cut in the middle of",  # never closed: all that follows is thinking
        "<analysis>The user wants a fix.</analysis>\n<summary>\n</summary>",
        "[THINK]hm[/THINK]\n",
        "<|channel|>analysis<|message|>hm",
    ],
)
def test_thinking_only(text: str) -> None:
    assert codes("thinking", text) == ["thinking-only"]


def test_thinking_beside_a_summary_is_a_warning_with_its_place() -> None:
    text = "<think>hm</think>The login works."
    (finding,) = found("thinking", text)
    assert (finding.code, finding.severity) == ("thinking-left-in", "warning")
    assert evidence(finding, text) == ["<think>hm</think>"]
    assert codes("thinking", "I was thinking about <b>bold</b> tags.") == []


@pytest.mark.parametrize(
    "text",
    [
        "## Goals\n\n## What happened\n\n## Next step\n",
        "## Goals\n- None recorded.\n\n## Errors and fixes\nN/A\n\n## Next step\n- TBD",
        "**Goals**:\n- [list the goals]\n\n**State**\n- ...",
        "Goals:\n(none)\n\nNext step:\nNone yet",
        "## 目标\n- 无记录。\n\n## 下一步\n无",
        "## 目的\n- 記録なし。",
        "## Ziele\n- Nichts festgehalten.\n## Fehler\nkeine",
        "<goals>\n</goals>\n<state>\nunknown\n</state>",
    ],
)
def test_skeleton(text: str) -> None:
    assert codes("skeleton", text) == ["skeleton"]


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "## Goals\nNone\n## State\nNone of the tests pass.",
        "Just a sentence.",
        "",
        "## Goals\n修复登录",
        "- fix the login",
    ],
)
def test_a_section_that_says_something_is_enough(text: str) -> None:
    assert codes("skeleton", text) == []


def test_a_skeleton_of_one_heading_says_so() -> None:
    assert [finding.text for finding in found("skeleton", "# Goals\n")] == [
        "The summary has 1 heading and nothing under it."
    ]


def test_the_headings_are_the_evidence() -> None:
    text = "## Goals\n\n**State**:\n- None"
    (finding,) = found("skeleton", text)
    assert evidence(finding, text) == ["## Goals", "**State**:"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Error generating summary: Connection refused", "error-text"),  # users: langchain 38867
        ("Summary unavailable due to context limits", "error-text"),  # users: openclaw 5224
        ('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "error-text"),
        ('{"error": {"message": "context length exceeded", "code": 400}}', "error-text"),
        ("API Error: 429 rate limit reached, try again in 20s", "error-text"),
        ("This model's maximum context length is 8192 tokens.", "error-text"),
        ("litellm.RateLimitError: too many requests", "error-text"),
        ("Traceback (most recent call last):\n  File x", "error-text"),
        ("<html><head><title>502 Bad Gateway</title></head></html>", "error-text"),
        ("I'm sorry, but I can't help with that.", "refusal"),
        ("I cannot summarize this conversation.", "refusal"),
        ("As an AI language model, I have no access to it.", "refusal"),
        ("抱歉，我无法总结这段对话。", "refusal"),
        ("申し訳ありませんが、要約できません。", "refusal"),
        ("Es tut mir leid, das kann ich nicht.", "refusal"),
        ("Je suis désolé, je ne peux pas vous aider.", "refusal"),
        ("Lo siento, no puedo ayudar con eso.", "refusal"),
        ("No prior history.", "nothing-to-summarize"),  # users: openclaw 120663
        ("There is no conversation to summarize.", "nothing-to-summarize"),
        ("Please provide the conversation you would like me to summarize.", "nothing-to-summarize"),
    ],
)
def test_error_text_and_refusals(text: str, code: str) -> None:
    (finding,) = found("error-text", text)
    assert (finding.code, finding.severity) == (code, "error")
    assert text.startswith(evidence(finding, text)[0])


@pytest.mark.parametrize(
    "text",
    [
        "The first call failed with “context length exceeded”; after that I sent less.",
        "Errors and fixes: the API error 429 went away after a pause.",
        "I can't reproduce the failure on this machine.",
        "We rate limited the login: five tries a minute.",
        "No new dependencies were added. The login works.",
        "Sorry state of the docs: half of the pages are out of date.",
        "I could not find a deploy script.",
    ],
)
def test_summaries_that_tell_of_errors_are_summaries(text: str) -> None:
    assert codes("error-text", text) == []


def test_a_long_text_is_no_error_message_and_a_refusal_may_stand_in_the_stop_reason() -> None:
    assert codes("error-text", "Error handling of the login:\n" + "We changed how the token is read. " * 40) == []
    assert codes("error-text", GOOD, stop_reason="content_filter") == ["stopped-by-provider"]
    assert codes("error-text", "No prior history.", messages=[]) == []  # then it is true


def test_the_last_reply_over_again() -> None:
    last = "There is no such target. Next I will look for a deploy script."  # the English session's last message
    (finding,) = found("echo", last)
    assert finding.messages == (len(ENGLISH) - 1,)
    assert codes("echo", last + " The login works.") == []
    assert codes("echo", "hi", [user("say hi"), assistant("hi")]) == []  # there was nothing else to tell
