"""What comes of a compression once the summarizer's answers and the size of the new list are known.

A plan ends where a model is asked; this is the rest, as one pure function (chatCompressionService.js, 0.61.0). Whatever
fails, the old list stays.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from compaction_core.strategies.gemini_cli.contents import Content
from compaction_core.strategies.gemini_cli.shortening import Shortened
from compaction_core.strategies.gemini_cli.split import split_point

Status = Literal["compressed", "noop", "failed_inflated", "failed_empty_summary", "content_truncated"]
ADDED_ROLES = ("user", "model")
"""The snapshot and its acknowledgement, in front of what is kept."""


class Outcome(NamedTuple):
    """How it ended. ``kept``, ``length`` and ``roles`` are of the new list, None where the old one stays."""

    status: Status
    calls: tuple[int, ...] = ()
    """Contents of each request to the summarizer."""
    kept: int | None = None
    length: int | None = None
    roles: tuple[str, ...] | None = None
    shortened: tuple[int, ...] = ()
    """Messages of the new list whose output the pre-pass shortened."""


def over(count: int, limit: int, threshold: float) -> bool:
    """Whether a list of so many tokens is compressed: at the threshold or above it."""
    return count >= threshold * limit


def final_snapshot(first: str, second: str) -> str:
    """The second answer, or the first where the second is blank; trimmed, so "" where both are."""
    return second.strip() or first.strip()


def outcome(
    found: Sequence[Content],
    sizes: Sequence[int],
    shortened: Shortened,
    *,
    counts: tuple[int, int, int],
    limit: int,
    threshold: float,
    fraction: float,
    force: bool,
    failed_before: bool,
    replies: tuple[str, str],
) -> Outcome:
    """Compress the contents, whose JSON has ``sizes`` after the pre-pass.

    ``counts`` are the tokens of the list as last reported, as estimated after the pre-pass, and of the new list;
    ``replies`` the summarizer's two answers.
    """
    original, estimated, new = counts
    if not found or not (force or over(original, limit, threshold)):
        return Outcome("noop")
    if failed_before and not force:
        if estimated >= original:
            return Outcome("noop")
        return Outcome("content_truncated", length=len(found), shortened=tuple(sorted(shortened.texts)))
    at = split_point(found, sizes, fraction).at
    if not at:
        return Outcome("noop")
    calls = (at + 1, at + 2)
    if not final_snapshot(*replies):
        return Outcome("failed_empty_summary", calls)
    if new > original:
        return Outcome("failed_inflated", calls)
    kept = found[at:]
    stay = tuple(row for content in kept for row in content.rows if row in shortened.texts)
    return Outcome("compressed", calls, len(kept), len(kept) + len(ADDED_ROLES), ADDED_ROLES, stay)
