"""Characters that no one sees and a model reads."""

import re

from compaction_core.detectors.base import Checked, detectors
from compaction_core.findings import Finding, Span

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef]"
)
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_JOINED = re.compile("[\u0590-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1800-\u18af]")
_DIRECTION_MARKS = "\u200e\u200f\u061c\u2066\u2067\u2068\u2069"
# A flag such as Scotland's: a black flag, tag letters, an end tag.
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{1,12}\U000e007f")


class Hidden:
    """Zero-width, direction, tag and control characters, where script or emoji does not need them."""

    name = "hidden"
    label = "Hidden characters"
    rejects = False
    codes = ("hidden-characters",)

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """One warning with a span for each run."""
        text = checked.text
        flags = {place for flag in _FLAG.finditer(text) for place in range(*flag.span())}
        has_rtl = bool(_RIGHT_TO_LEFT.search(text))
        spans: list[Span] = []
        count = 0
        for match in _HIDDEN.finditer(text):
            place = match.start()
            if place in flags or _belongs(text, place, has_rtl):
                continue
            count += 1
            if spans and spans[-1].stop == place:
                spans[-1] = Span(start=spans[-1].start, stop=place + 1)
            else:
                spans.append(Span(start=place, stop=place + 1))
        if not spans:
            return ()
        codes = sorted({f"U+{ord(text[span.start]):04X}" for span in spans})[:5]
        return (
            Finding(
                code="hidden-characters",
                severity="warning",
                text=f"{count} invisible character{'s' if count > 1 else ''} ({', '.join(codes)}): a model reads them.",
                advice="Take them out, and look at what they hide.",
                spans=tuple(spans),
            ),
        )


def _belongs(text: str, place: int, has_rtl: bool) -> bool:
    """Whether the character is part of an emoji or of a script that joins its letters."""
    mark, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if mark in _DIRECTION_MARKS:
        return has_rtl
    if "\ufe00" <= mark <= "\ufe0f":  # chooses how the sign before it looks
        return bool(before) and not before.isalpha() and not before.isspace() and not _HIDDEN.match(before)
    if mark == "\u200d":
        joins_emoji = bool(before) and bool(after) and not before.isascii() and not after.isascii()
        return joins_emoji and not (before.isalpha() and not _JOINED.match(before))
    if mark == "\u200c":
        return bool(_JOINED.match(before))
    return "\ufe00" > mark >= "\u180b" and bool(_JOINED.match(before)) and mark <= "\u180d"


detectors.add(Hidden())
