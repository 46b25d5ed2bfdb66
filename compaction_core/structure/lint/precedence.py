"""Which lint speaks where several tell the same: the cause, or the one that names the message; the others are quiet."""

from collections.abc import Sequence
from typing import NamedTuple

from compaction_core.findings import Finding


class Rule(NamedTuple):
    """``code`` is not told where one of ``by`` is."""

    code: str
    by: tuple[str, ...]
    share: bool = False
    """Only where both are about one message."""


RULES = (
    # why an estimate is off, before that it is
    Rule("estimate-off", ("script-undercount", "script-overcount", "base64-as-text"), share=True),
    Rule("estimate-off", ("image-as-text", "image-uncounted"), share=True),
    Rule("estimate-off", ("counts-disagree",)),
    # it never gets below the line: what stands in the way, before what comes of it
    Rule("loop", ("floor-over-line",)),
    Rule("several-passes", ("floor-over-line",)),
    # a pass that brings little: told once
    Rule("no-gain", ("loop", "several-passes")),
    Rule("small-gain", ("loop", "several-passes", "little-evictable", "floor-over-line")),
    Rule("little-evictable", ("no-gain",)),
    # the window is full: that it is, before that it may be
    Rule("overshoot", ("overflow-before-trigger",), share=True),
    Rule("counts-not-tokens", ("overflow-before-trigger",), share=True),
    # every look compacts: what such a pass finds says nothing more
    *(
        Rule(code, ("reserve-over-window", "fires-when-empty"))
        for code in ("nothing-to-do", "no-gain", "small-gain", "no-valid-cut", "too-few-messages", "several-passes")
    ),
    Rule("early-line", ("effective-window",)),
)


def spoken(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """What is left to tell, in the order given. Rule after rule: one that is quiet silences nothing."""
    left = tuple(found)
    for rule in RULES:
        louder = [each for each in left if each.code in rule.by]
        left = tuple(each for each in left if each.code != rule.code or not any(_told(each, rule, o) for o in louder))
    return left


def _told(each: Finding, rule: Rule, other: Finding) -> bool:
    return not rule.share or bool(set(each.messages) & set(other.messages))
