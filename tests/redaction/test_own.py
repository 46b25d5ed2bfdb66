"""Words of one's own: whole words in any case, ``*`` within bounds, and lists that cannot be taken."""

from pathlib import Path

import pytest

from compaction_core.errors import BadParameter
from compaction_core.redaction import own_words, redact
from compaction_core.redaction.own import from_file
from tests.timing import seconds


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("Acme Mills", "acme mills, ACME MILLS; acme millstone", "[masked 1], [masked 1]; acme millstone"),
        ("mill", "mill-7 treadmill mill", "[masked 1]-7 treadmill [masked 1]"),
        ("*.mill.internal", "db1.mill.internal, mill.internal", "[masked 1], mill.internal"),
        ("cust*", "customer-7 and cust, accust", "[masked 1] and [masked 2], accust"),
        ("pro*ct*", "project-x product.y", "[masked 1] [masked 2]"),
        ("周小明", "用户周小明说", "用户[masked 1]说"),
        ("ÅSE", "åse and Åse", "[masked 1] and [masked 1]"),
        ("(x+x)+y", "(X+X)+Y", "[masked 1]"),  # no regular expression
        ("acme", "a@acme.example acme", "[email 1] [masked 1]"),  # the whole address is the stronger mask
        ("user", "user /home/anneke/x", "[masked 1] /home/[user 1]/x"),
        ("42", "42 and [user 42]", "[masked 1] and [user 42]"),  # a placeholder stays one
    ],
)
def test_whole_words_in_any_case(word: str, text: str, expected: str) -> None:
    once = redact(text, words=own_words(word))
    assert once.text == expected
    assert redact(once.text, words=own_words(word)).text == expected


def test_own_words_are_masked_whatever_the_kinds_and_are_counted() -> None:
    done = redact("acme, a@b.example", [], ["acme"])
    assert done.text == "[masked 1], a@b.example" and done.counts == {"word": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [("x", "in a row"), ("a*b*", "in a row"), ("ab*cd*ef*", "more than 2"), ("a" * 101, "101 characters"),
     ("\n".join(f"w{n}" for n in range(501)), "At most 500")],
)  # fmt: skip
def test_a_list_that_cannot_be_taken_says_why(text: str, said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        own_words(text)


def test_a_file_of_words(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# customers\n\n  Acme   Mills \n#1 Bakery\n", encoding="utf-8")
    assert from_file(str(path)) == ("Acme Mills", "#1 Bakery")
    assert from_file(None) == ()
    with pytest.raises(BadParameter, match="Cannot read the words to mask"):
        from_file(str(tmp_path / "none.txt"))


@pytest.mark.parametrize("word", ["aa*aa*", "*aa*", "a*aa", "aa*b"])
@pytest.mark.parametrize("piece", ["a", "aa.", "aa ", "aab"])
def test_stars_are_bounded(word: str, piece: str) -> None:
    assert seconds(lambda: redact((piece * 60_000)[:60_000], [], [word])) < 8  # 1 s on a quiet machine
