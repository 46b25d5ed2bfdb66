"""Error texts: nothing secret in them, never long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from compaction_core.summarizers.faults import LONGEST, outcome_of, scrub, told

KEY = SecretStr("k/ey+canary=77")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("401 for k/ey+canary=77.", "401 for [secret]."),
        ("GET https://host/v1?key=abc&x=1 failed", "GET https://host/v1?… failed"),
        ("'https://me:pw@host/v1?a=b'", "'https://host/v1?…'"),
        ("k%2Fey%2Bcanary%3D77", "[secret]"),
        ("is this a question? yes", "is this a question? yes"),
        ("half \ud83d of a pair", "half   of a pair"),
        ("red\x1b[31m\u202e line\r\nnext", "red [31m  line \nnext"),
    ],
)
def test_scrubbed(text: str, expected: str) -> None:
    assert scrub(text, KEY) == expected


def test_keys_of_the_environment_go_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_PROVIDER_API_KEY", "plainwords-without-shape")
    assert scrub("wrong: plainwords-without-shape") == "wrong: [secret]"


@given(st.text(max_size=700), st.text(max_size=700))
def test_the_key_never_survives_and_length_is_bounded(before: str, after: str) -> None:
    clean = scrub(before + KEY.get_secret_value() + after, KEY)
    assert KEY.get_secret_value() not in clean and len(clean) <= LONGEST


def test_an_unknown_exception_is_an_error_and_tells_its_class() -> None:
    assert outcome_of(ValueError("odd")) == "error"
    assert told(ValueError("odd k/ey+canary=77"), KEY) == "ValueError: odd [secret]"


class Coded(Exception):
    def __init__(self, status_code: int, code: str | None = None) -> None:
        super().__init__("said")
        self.status_code, self.code = status_code, code


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (Coded(401), "auth"),
        (Coded(403), "auth"),
        (Coded(404), "error"),
        (Coded(413), "overflow"),
        (Coded(429), "rate_limit"),
        (Coded(502), "server_error"),
        (Coded(400, "context_length_exceeded"), "overflow"),
        (Coded(400, "content_filter"), "refusal"),
    ],
)
def test_codes_and_statuses(error: Coded, outcome: str) -> None:
    assert outcome_of(error) == outcome


def test_a_chain_that_goes_round_ends() -> None:
    error = ValueError("a")
    error.__context__ = other = KeyError("b")
    other.__context__ = error
    assert outcome_of(error) == "error"
