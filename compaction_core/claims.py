"""What articles say about real systems, claim by claim, with a verdict and where the evidence is.

>>> {claim.verdict for claim in claims()} <= set(VERDICTS)
True
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from compaction_core.session import Record

Verdict = Literal["right", "wrong", "outdated", "incomplete", "misread"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class Article(Record):
    """One article: the strategy that does what it says, and the one that does what the release does."""

    name: str
    title: str
    described: str = ""
    """A strategy's name; empty where the article describes no algorithm of its own."""
    released: str


class Claim(Record):
    """One claim of an article."""

    article: str
    said: str
    """In our own words."""
    verdict: Verdict
    does: str
    """What the released code does."""
    evidence: str
    shows: bool = False
    """Whether the two strategies, side by side, show it."""


@cache
def _file() -> tuple[tuple[Article, ...], tuple[Claim, ...]]:
    data = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))
    return tuple(Article(**a) for a in data["article"]), tuple(Claim(**c) for c in data["claim"])


def articles() -> tuple[Article, ...]:
    """The articles, in order."""
    return _file()[0]


def claims() -> tuple[Claim, ...]:
    """Every claim, in the order of the articles."""
    return _file()[1]
