"""Untrusted text in the places where Streamlit reads Markdown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.words import escape

ACTIVE = "\\`*_{}[]()<>#+!|~$"


@given(st.text())
def test_no_sign_of_markdown_stands_without_a_backslash(text: str) -> None:
    assert not re.search(r"[" + re.escape(ACTIVE) + "]", re.sub(r"\\.", "", escape(text)))


@pytest.mark.parametrize(
    "text", [":material/delete:", ":smile:", ":red[x]", "https://example.invalid", "a@example.invalid", "www.example"]
)
def test_icons_emoji_and_addresses_are_parted(text: str) -> None:
    """Streamlit looks for these after Markdown took the backslashes away."""
    assert text not in escape(text).replace("\\", "")
    assert escape(text).replace("\\", "").replace("\u2060", "") == text


def test_what_acts_on_the_screen_is_shown_as_its_code_point() -> None:
    assert escape("a\u202eb\x1b[2J").replace("\\", "") == "a<U+202E>b<U+001B>[2J"
