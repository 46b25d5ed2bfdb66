"""Who said what in the messages that a summary replaces, and where a quotation comes from."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal, NamedTuple

from compaction_core.extraction.words import UNSPACED
from compaction_core.session import File, Message, Reasoning, Record, Text, ToolCall, ToolResult
from compaction_core.summarizers.base import SummaryRequest

Speaker = Literal["user", "assistant", "tool", "earlier"]
SPEAKERS: tuple[Speaker, ...] = ("user", "assistant", "tool", "earlier")

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
_MARKS = b"*_`~#>|\"'"
_WIDE_MARKS = {**dict.fromkeys("“”„‘’‚«»‹›「」『』", ""), "–": "-", "—": "-", "\xa0": " "}
_LONGEST = 400
"""Characters of a quotation that are compared when it stands nowhere word for word."""
_TRIED = 12
_FREQUENT = 1000


class Match(NamedTuple):
    """The best place found: 1.0 is word for word, 0.0 nothing alike."""

    score: float
    message: int | None
    """Session index of the message; None for the earlier summary."""


NOWHERE = Match(0.0, None)


def plain(text: str) -> str:
    """A text for comparing: small letters, single blanks, no quotation marks and no emphasis.

    >>> plain("The “Login”\\nis **BROKEN**")
    'the login is broken'
    """
    # Every text of a request comes through here; str.translate alone would take longer than the rest of the checks.
    text = text.encode("utf-8", "surrogatepass").translate(None, _MARKS).decode("utf-8", "surrogatepass")
    if not text.isascii():
        for mark, instead in _WIDE_MARKS.items():
            text = text.replace(mark, instead)
    return " ".join(text.casefold().split())


def tokens(text: str) -> list[str]:
    """Words; a character of a script without blanks is one."""
    return _TOKEN.findall(text)


class Spoken(Record):
    """All that one speaker said, in plain form, one message a line."""

    text: str
    starts: tuple[int, ...]
    messages: tuple[int | None, ...]

    @cached_property
    def _words(self) -> list[tuple[str, int, int]]:
        return [(match[0], *match.span()) for match in _TOKEN.finditer(self.text)]

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        index: defaultdict[str, list[int]] = defaultdict(list)
        for position, (word, _, _) in enumerate(self._words):
            index[word].append(position)
        return dict(index)

    def find(self, quote: str) -> Match:
        """Where a plain quotation stands word for word, else where the text is most like it."""
        return self.exactly(quote) or self._closest(quote[:_LONGEST])

    def exactly(self, quote: str) -> Match | None:
        """Where a plain text stands word for word."""
        place = self.text.find(quote) if quote else -1
        return None if place < 0 else Match(1.0, self._message(place))

    def _message(self, place: int) -> int | None:
        return self.messages[bisect_right(self.starts, place) - 1]

    def _closest(self, quote: str) -> Match:
        wanted = tokens(quote)
        best = NOWHERE
        for position in self._candidates(wanted):
            first, last = max(0, position - len(wanted) // 2 - 2), position + len(wanted) * 3 // 2 + 2
            words = self._words[first:last]
            start, stop = words[0][1], words[-1][2]
            score = _likeness(quote, self.text[start:stop])
            if score > best.score:
                middle = self._words[min(position, len(self._words) - 1)][1]
                best = Match(score, self._message(middle))
        return best

    def _candidates(self, wanted: list[str]) -> list[int]:
        """Places where several of the quotation's rarest words stand about as far apart as in it."""
        known = [(len(self._index[word]), at, word) for at, word in enumerate(wanted) if word in self._index]
        rarest = sorted(known)[:_TRIED]
        step = max(1, len(wanted) // 2)
        votes: Counter[int] = Counter()
        for _, at, word in rarest:
            votes.update({max(0, place - at) // step for place in self._index[word][:_FREQUENT]})
        enough = max(1, len(rarest) // 3)
        ranked = sorted(votes.items(), key=lambda pair: (-pair[1], pair[0]))[:4]
        return [bucket * step for bucket, count in ranked if count >= enough]


def _likeness(quote: str, window: str) -> float:
    """2·matched/(both lengths), over the part of the window that matches; single letters in common count nothing."""
    blocks = [b for b in SequenceMatcher(None, quote, window, autojunk=False).get_matching_blocks() if b.size > 2]
    if not blocks:
        return 0.0
    length = blocks[-1].b + blocks[-1].size - blocks[0].b
    return 2 * sum(block.size for block in blocks) / (len(quote) + length)


class Sources(Record):
    """The speakers."""

    spoken: dict[Speaker, Spoken]

    def find(self, quote: str, speaker: Speaker) -> Match:
        """Where a speaker said the plain quotation, or something most like it."""
        return self.spoken[speaker].find(quote)


def read_sources(request: SummaryRequest) -> Sources:
    """Sort the texts of the request by speaker; injected messages count as tools, summaries as earlier ones."""
    said: dict[Speaker, list[tuple[int | None, str]]] = {speaker: [] for speaker in SPEAKERS}
    if request.previous_summary:
        said["earlier"].append((None, request.previous_summary))
    for index, message in request.sources:
        for speaker, text in _said(message):
            said[speaker].append((index, text))
    return Sources(spoken={speaker: _spoken(texts) for speaker, texts in said.items()})


def _said(message: Message) -> list[tuple[Speaker, str]]:
    if message.summary is not None:
        return [("earlier", message.summary)]
    injected = "meta" in message.flags or "synthetic" in message.flags
    own: Speaker = "user" if message.role == "user" and not injected else "assistant"
    own = own if message.role in ("user", "assistant") and not (message.role == "user" and injected) else "tool"
    found: list[tuple[Speaker, str]] = []
    for part in message.parts:
        match part:
            case Text():
                found.append((own, part.text))
            case Reasoning():
                found.append(("assistant", part.text))
            case ToolCall():
                found.append(("assistant", part.arguments))
            case ToolResult():
                found.append(("tool", part.text))
            case File():
                found.append(("tool", part.text or ""))
    return found


def _spoken(texts: list[tuple[int | None, str]]) -> Spoken:
    lines, starts, at = [], [], 0
    for _, text in texts:
        line = plain(text)
        lines.append(line)
        starts.append(at)
        at += len(line) + 1
    return Spoken(text="\n".join(lines), starts=tuple(starts), messages=tuple(index for index, _ in texts))
