"""What may reach a summary: nothing invisible, no secret, no endless run, no JSON key."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.extraction import secrets
from compaction_core.extraction.cleaning import GAP, RUN_LIMIT, cap, clean, clean_result, strings
from compaction_core.extraction.secrets import MASK, mask

# Made-up values in the shapes of well-known keys, put together here so that no scanner takes them for real ones.
SECRETS = [
    "sk-" + "ant-api03-" + "Ab1" * 12,
    "ghp" + "_" + "a1B2" * 9,
    "AKIA" + "IOSFODNN7EXAMPLE",
    "xoxb" + "-123456789012-abcdefABCDEF",
    "eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxIn0." + "c2lnbmF0dXJl",
    "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEabc123\n-----END RSA " + "PRIVATE KEY-----",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_keys_are_masked(secret: str) -> None:
    assert mask(f"use {secret} now") == f"use {MASK} now"


def test_the_name_of_a_secret_stays() -> None:
    assert mask("DB_PASSWORD=hunter2hunter2") == f"DB_PASSWORD={MASK}"
    assert mask("the token count is 12") == "the token count is 12"


PIECES = st.sampled_from(
    [*SECRETS, "PassWord", "api_key", "to\u212aen", "\u017fecret", "credent\u0131als", "密码", " = ", ": ", "：", "是",
     '"', "hunter2x9", "abcdefgh", "Bearer ", "Basic ", "Zm9vOmJhcjEyMzQ1Njc4", "https://", "me:pass1234", "@",
     "host/x", "\n", " ", "sk-", "x", "7"]
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=8).map("".join))
def test_looking_for_marks_first_masks_no_less(text: str) -> None:
    """``mask`` runs a pattern only where its mark stands; all patterns on every text must give the same."""
    whole = secrets._SHAPES.sub(MASK, text)
    whole = secrets._ASSIGNED.sub(rf"\1{MASK}", whole)
    whole = secrets._BEARER.sub(rf"\1{MASK}", whole)
    assert mask(text) == secrets._USERINFO.sub(rf"\1{MASK}", whole)


def test_invisible_characters_go() -> None:
    assert clean("a\u200bb\u202ec\x00d\x1b[31me\U000e0041f\r\ng") == "abcdef\ng"


def test_a_long_run_is_blanked_and_chinese_prose_is_not() -> None:
    assert clean(f"x {'a.' * RUN_LIMIT} y") == f"x {GAP} y"
    assert clean("登录" * RUN_LIMIT) == "登录" * RUN_LIMIT
    url = f"https://a.example/{'b' * RUN_LIMIT}"
    assert clean(url) == url


def test_values_and_never_keys() -> None:
    assert strings({"file_path": "a.py", "edits": [{"old_string": "x"}, 3, True, None]}) == ["a.py", "x", "3"]
    assert clean_result('{"key":["' + '","'.join(["value"] * 80) + '"]}') == "\n".join(["value"] * 80)


@given(st.text(alphabet="ab \n", max_size=300), st.integers(1, 40), st.integers(1, 40))
def test_a_capped_text_holds_whole_words_only(text: str, head: int, tail: int) -> None:
    assert set(cap(text, head, tail).split()) <= {*text.split(), GAP}
