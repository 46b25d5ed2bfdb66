"""Quotations put into the user's mouth: are they in a message of the user?

``quality.md`` §2.4: at least 4 words (8 characters of a script without blanks), within 80 characters of a word for the
user. From 0.90 likeness it is verbatim, from 0.75 a paraphrase, below that no user said it.
"""

import re
from typing import NamedTuple

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.cues import Cue, cue
from compaction_core.detectors.prose import Quotation, blanked, is_heading, lines, quotations
from compaction_core.detectors.sources import NOWHERE, Match, Speaker, plain, tokens
from compaction_core.extraction.words import UNSPACED
from compaction_core.findings import Finding, Severity, Span

VERBATIM, PARAPHRASE = 0.90, 0.75
NEAR, AFTER = 80, 40
"""Characters before and after a quotation in which the user may be named."""
MOST = 200
"""Quotations that are looked up; a summary with more is no summary."""
_NAMED: tuple[Cue, Cue] = ("user", "other")
_OTHERS: tuple[Speaker, ...] = ("earlier", "tool", "assistant")
_CODES: dict[Speaker, str] = {
    "tool": "quote-from-tool",
    "assistant": "quote-from-assistant",
    "earlier": "quote-unchecked",
}
_GAP = re.compile(r"…|\.{3}|\[[a-z]{1,12}(?: \d{1,6})?\]")
_WIDE = re.compile(f"[{UNSPACED}]")


class _Verdict(NamedTuple):
    code: str
    match: Match


class Quotes:
    """Requests invented by summarizers were carried out (users: hermes 62365, claude-code 46602)."""

    name = "quotes"
    label = "Quotations of the user"
    rejects = False
    codes = ("quote-from-tool", "quote-from-assistant", "quote-not-said", "quote-paraphrased", "quote-unchecked")

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """At most one finding of each code, with a span for each quotation."""
        by_code: dict[str, list[tuple[Span, Match]]] = {code: [] for code in self.codes}
        for quote in _of_the_user(checked.text)[:MOST]:
            verdict = _verdict(checked, checked.text[quote.start : quote.stop])
            if verdict is not None:
                by_code[verdict.code].append((Span(start=quote.start, stop=quote.stop), verdict.match))
        return tuple(_finding(code, found) for code, found in by_code.items() if found)


_WORDS: dict[str, tuple[Severity, str, str]] = {
    "quote-from-tool": (
        "error",
        "given as the user's words but stands in a tool's output or an injected message",
        "Take it out: a tool must not speak as the user.",
    ),
    "quote-from-assistant": (
        "error",
        "given as the user's words but was written by the assistant",
        "Say who said it.",
    ),
    "quote-not-said": (
        "error",
        "given as the user's words, but no user message among those summarized holds it or anything like it",
        "Take it out, or check it against the session: the model may act on it.",
    ),
    "quote-paraphrased": (
        "note",
        "in quotation marks but not word for word what the user said",
        "Take the user's own words, or leave the quotation marks out.",
    ),
    "quote-unchecked": (
        "note",
        "from an earlier summary; what the user said then is not among these messages",
        "Check it against the whole session.",
    ),
}


def _finding(code: str, found: list[tuple[Span, Match]]) -> Finding:
    severity, what, advice = _WORDS[code]
    many = "1 quotation is" if len(found) == 1 else f"{len(found)} quotations, each one"
    return Finding(
        code=code,
        severity=severity,
        text=f"{many} {what}.",
        advice=advice,
        messages=tuple(sorted({match.message for _, match in found if match.message is not None})),
        spans=tuple(span for span, _ in found),
    )


def _of_the_user(text: str) -> list[Quotation]:
    """Quotations that are long enough and that the summary gives as the user's."""
    headings = [(line.start, line.text) for line in lines(text) if is_heading(line.text)]
    unquoted = blanked(text, inline=False, quotes=True)
    found: list[Quotation] = []
    for quote in quotations(text):
        said = plain(text[quote.start : quote.stop])
        wide = len(_WIDE.findall(said))
        if wide >= 8 or len(tokens(said)) - wide >= 4:
            under = next((line for start, line in reversed(headings) if start <= quote.start), "")
            if _names_user(unquoted, quote) or cue("user_heading").search(under):
                found.append(quote)
    return found


def _names_user(unquoted: str, quote: Quotation) -> bool:
    """Whether the nearest one named before the quotation, on its line, is the user, or the user comes right after."""
    start = max(quote.start - NEAR, unquoted.rfind("\n", 0, quote.start) + 1)
    before = unquoted[start : quote.start]
    user, other = (max((m.end() for m in cue(name).finditer(before)), default=-1) for name in _NAMED)
    return user > other or bool(cue("user_after").search(unquoted[quote.stop : quote.stop + AFTER]))


def _verdict(checked: Checked, quote: str) -> _Verdict | None:
    """None for what the user said. A quotation with gaps is as good as its worst piece."""
    pieces = [piece for part in _GAP.split(quote) if len(tokens(piece := plain(part).strip(" .,;:!?，。"))) >= 3]
    match: dict[Speaker, Match] = {}
    user = match["user"] = _worst(checked, pieces, "user")
    if not pieces or user.score >= VERBATIM:
        return None
    for speaker in _OTHERS:
        match[speaker] = _worst(checked, pieces, speaker)
    best = max(_OTHERS, key=lambda speaker: match[speaker].score)
    if match[best].score >= PARAPHRASE and match[best].score > user.score:
        return _Verdict(_CODES[best], match[best])
    return _Verdict("quote-paraphrased" if user.score >= PARAPHRASE else "quote-not-said", user)


def _worst(checked: Checked, pieces: list[str], speaker: Speaker) -> Match:
    return min((checked.sources.find(piece, speaker) for piece in pieces), key=lambda m: m.score, default=NOWHERE)


detectors.add(Quotes())
