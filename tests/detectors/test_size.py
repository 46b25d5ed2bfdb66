"""Cut off, larger than what it replaces, over the limit."""

import pytest

from tests.detectors.cases import GOOD, codes, evidence, found
from tests.extraction.sessions import ENGLISH, assistant, user


@pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS", "max_output_tokens"])
def test_a_stop_at_the_cap(reason: str) -> None:
    (finding,) = found("cut-off", GOOD, stop_reason=reason)
    assert (finding.code, finding.severity) == ("cut-at-cap", "error")


@pytest.mark.parametrize("reason", ["stop", "end_turn", "tool_use", None])
def test_a_natural_stop(reason: str | None) -> None:
    assert codes("cut-off", GOOD, stop_reason=reason) == []


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("The login works. We changed the compa", "mid-word", "compa"),  # “comparison” stands in message #6
        ("- Fixed the compa", "mid-word", "compa"),
        ("We fixed the login and then the", "mid-sentence", "We fixed the login and then the"),
        ("We fixed the login, the tests,", "mid-sentence", "We fixed the login, the tests,"),
        ("We fixed the login (see src/auth.py", "mid-sentence", "We fixed the login (see src/auth.py"),
        ("Wir haben den Fehler behoben und", "mid-sentence", "Wir haben den Fehler behoben und"),
        ("我们修好了登录，", "mid-sentence", "我们修好了登录，"),
        ("The fix:\n```python\ntoken.expires >", "open-fence", "```python\ntoken.expires >"),
        ("<summary>\nThe login works.", "open-tag", "<summary>"),
    ],
)
def test_evidence_in_the_text(text: str, code: str, where: str) -> None:
    (finding,) = found("cut-off", text)
    assert (finding.code, finding.severity, evidence(finding, text)) == (code, "error", [where])
    (finding,) = found("cut-off", text, stop_reason="stop")
    assert finding.severity == "warning"  # the provider says that the model had finished


def test_a_sentence_without_an_end_mark_is_a_warning() -> None:
    (finding,) = found("cut-off", "The login works again and both of its tests are green")
    assert (finding.code, finding.severity) == ("mid-sentence", "warning")


def test_a_clip_that_says_so_is_a_warning() -> None:
    text = "The login works and th... [120 characters clipped]"
    (finding,) = found("cut-off", text)
    assert (finding.code, finding.severity) == ("clipped", "warning")
    assert evidence(finding, text) == ["... [120 characters clipped]"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- src/auth.py",
        "Commit: 3f9c2ab",
        "The tests pass.\n\n```\nx = 1\n```",
        "~~~\n```\n~~~",  # a fence of another kind inside
        "登录已修复，测试全部通过。",
        "- 登录已修复",
        "Use `a` and `b`",
        "It is done (at last)",
        "| a | b |",
        "- refresh tokens",  # one word longer than in the session is no half word
        "<b>bold</b> text stays.",
        "It said “done”",
    ],
)
def test_texts_that_end_where_they_should(text: str) -> None:
    assert codes("cut-off", text) == []


def test_larger_than_the_messages() -> None:
    short = [user("hi"), assistant("hello")]
    (finding,) = found("larger", GOOD, short)
    assert finding.severity == "error" and finding.messages == (0, 1)
    assert codes("larger", GOOD) == []
    assert codes("larger", GOOD, replaced_tokens=20) == ["larger"]  # given, so not counted
    assert codes("larger", "", []) == []


@pytest.mark.parametrize(("replaced", "expected"), [(5, []), (4, ["larger"]), (3, ["larger"])])
def test_as_large_is_too_large(replaced: int, expected: list[str]) -> None:
    # characters / 4, rounded up: 16 characters are 4 tokens
    assert codes("larger", "x" * 16, counter="chars4_ceil", replaced_tokens=replaced) == expected


@pytest.mark.parametrize(("words", "expected"), [(100, []), (120, []), (121, ["over-limit"]), (300, ["over-limit"])])
def test_a_fifth_over_the_limit_is_allowed(words: int, expected: list[str]) -> None:
    assert codes("limit", "word " * words, word_limit=100) == expected
    assert codes("limit", "word " * words) == []  # no limit was asked for


def test_two_chinese_characters_are_a_word() -> None:
    assert codes("limit", "字" * 240, ENGLISH, word_limit=100) == []
    assert codes("limit", "字" * 242, ENGLISH, word_limit=100) == ["over-limit"]
