"""A summary that stops before its end."""

import re

from compaction_core.detectors.base import Checked, detectors
from compaction_core.detectors.prose import ITEM, Line, blanked, fences, is_heading, lines
from compaction_core.extraction.words import word_set
from compaction_core.findings import Finding, Severity, Span

_LENGTH = word_set(
    "length max_tokens max_output_tokens model_length model_context_window_exceeded incomplete max_length"
)
_NATURAL = word_set("stop end_turn stop_sequence eos complete completed")
_CLIPPED = re.compile(r"\.{3} \[[\d,]+ characters clipped\]\s*$|\[(?:truncated|clipped)[^\]\n]{0,60}\]\s*$")
_FINISHED = re.compile(r"[.!?…。！？:：;；)\]}）】」』”’\"'»|>*_`~]\s*$")
# A text never ends on one of these.
_HANGING = word_set(
    "the a an and or but of to in on at by for with from into as that which who whose is are was were be been has "
    "have had will would should can could may might must not than then because while when where if so this these "
    "its their our your my der die das den dem des ein eine einen und oder aber mit von für auf zu im am bei dass "
    "weil wenn nicht ist sind wurde le la les des du de un une et ou mais avec pour dans sur que qui est sont el "
    "los las una y pero con por para en al es son"
)
_OPEN = {"(": ")", "[": "]", "“": "”", "「": "」", "『": "』", "（": "）", "«": "»"}
_PROSE_WORDS = 8
"""A last line of at least so many words that is no list item is a sentence, and a sentence ends in a mark."""


class CutOff:
    """Output caps cut summaries in the middle of a word (users: pi 7048, openclaw 127987, rune 103)."""

    name = "cut-off"
    label = "Cut off"
    rejects = True
    codes = ("cut-at-cap", "clipped", "open-fence", "open-tag", "mid-word", "mid-sentence")

    def check(self, checked: Checked) -> tuple[Finding, ...]:
        """The provider's stop reason first, then the evidence in the text; at most one of each code."""
        text, reason = checked.text, (checked.stop_reason or "").lower()
        found: list[Finding] = []
        if reason in _LENGTH:
            what = (
                f"The provider stopped at its cap ({checked.stop_reason}); the summary has {checked.tokens:,} tokens."
            )
            found.append(_finding("cut-at-cap", "error", what, len(text), len(text)))
        if clipped := _CLIPPED.search(text):
            what = "The end of the summary was clipped, as the note at its end says."
            return (*found, _finding("clipped", "warning", what, *clipped.span()))
        sure: Severity = "warning" if reason in _NATURAL else "error"
        evidence = [*_open_code(text, sure), *_open_tag(text, sure)]
        if not evidence and text.strip():
            evidence = _ending(checked, sure)
        return (*found, *evidence)


def _finding(code: str, severity: Severity, text: str, start: int, stop: int) -> Finding:
    advice = "Allow more output tokens or ask for a shorter summary; what came last is missing."
    return Finding(code=code, severity=severity, text=text, advice=advice, spans=(Span(start=start, stop=stop),))


def _open_code(text: str, sure: Severity) -> list[Finding]:
    blocks = fences(text)
    if not blocks or blocks[-1][1] is not None:
        return []
    return [_finding("open-fence", sure, "The last code block is never closed.", blocks[-1][0], len(text))]


def _open_tag(text: str, sure: Severity) -> list[Finding]:
    """A tag around the whole that is opened at a line's start and never closed."""
    code = blanked(text)
    for tag in re.finditer(r"^[ \t]{0,8}<([a-z][a-z_-]{2,40})>", code, re.MULTILINE):
        if f"</{tag[1]}>" not in code[tag.end() :] and not re.match(r"think|analysis|reason|scratch", tag[1]):
            return [_finding("open-tag", sure, f"<{tag[1]}> is never closed.", *tag.span())]
    return []


def _ending(checked: Checked, sure: Severity) -> list[Finding]:
    last = [line for line in lines(checked.text) if line.text.strip()][-1]
    stop = last.start + len(last.text.rstrip())
    body = last.text.rstrip()
    if re.match(r"\s*(?:</[a-z_-]+>\s*$|[|`~=_*-]{3,}\s*$)", body) or checked.text.rstrip().endswith("```"):
        return []
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", body)
    word = words[-1] if words and body.endswith(words[-1]) else ""
    if word and _is_half_a_word(word, checked):
        what = f"The summary stops inside a word: {word!r} stands nowhere in the messages, longer words with it do."
        return [_finding("mid-word", sure, what, stop - len(word), stop)]
    if reason := _hangs(body, word):
        return [_finding("mid-sentence", sure, f"The summary stops {reason}.", last.start, stop)]
    if _needs_an_end(last, words):
        what = "The last sentence has no end mark."
        return [_finding("mid-sentence", "warning", what, last.start, stop)]
    return []


def _hangs(body: str, word: str) -> str:
    if re.search(r"[,，、]$|\s[-–—&+/]$|(?<=\w)-$", body):
        return "after a comma or a dash"
    plain_end = body[-1].isalnum()
    if word.islower() and word in _HANGING and len(body.split()) > 2:
        return f"after {word!r}"
    for opening, closing in _OPEN.items():
        if plain_end and body.count(opening) > body.count(closing):
            return f"inside {opening} {closing}"
    if plain_end and body.count("`") % 2 == 1:
        return "inside a code mark"
    return ""


def _needs_an_end(last: Line, words: list[str]) -> bool:
    body = last.text.rstrip()
    if ITEM.match(body) or is_heading(body) or body.startswith(("    ", "\t", "|", ">")) or _FINISHED.search(body):
        return False
    is_label = bool(re.match(r"[^:：]{1,40}[:：]\s", body))  # Branch: fix/login
    return len(words) >= _PROSE_WORDS and body[-1].isalpha() and not is_label


def _is_half_a_word(word: str, checked: Checked) -> bool:
    """Whether messages hold longer words that start so, and never this one."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return False
    small = word.lower()
    pattern = re.compile(rf"(?<![a-z]){re.escape(small)}([a-z]{{0,40}})")
    earlier = checked.text.lower().rstrip()[: -len(word)]
    longer = 0
    for text in (earlier, *(spoken.text for spoken in checked.sources.spoken.values())):
        for match in pattern.finditer(text):
            # A plural or another form of a word is no sign.
            if len(match[1]) < 3 or match[1] in ("ing", "ers", "ness", "able", "ment", "ments", "tion"):
                return False
            longer += 1
    return longer > 0


detectors.add(CutOff())
