"""What the text of a session is made of: characters by script, message by message, and runs of base64."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Literal, get_args

from compaction_core.counting.base64_runs import Found, find
from compaction_core.session import Message, Record, Session

Script = Literal["latin", "symbols", "han", "kana", "hangul", "arabic", "cyrillic", "emoji", "other", "base64"]
"""``symbols`` are digits and punctuation of any script: much of code and logs. Blanks belong to none."""
SCRIPTS: tuple[Script, ...] = get_args(Script)
Group = Literal["latin", "cjk", "arabic", "cyrillic", "emoji", "other", "base64"]
"""The kind of a message: Latin letters and symbols count together, and so do Han, Kana and Hangul."""
GROUPS: tuple[Group, ...] = get_args(Group)
_GROUP_OF: dict[Script, Group] = {
    "latin": "latin", "symbols": "latin", "han": "cjk", "kana": "cjk", "hangul": "cjk", "arabic": "arabic",
    "cyrillic": "cyrillic", "emoji": "emoji", "other": "other", "base64": "base64",
}  # fmt: skip
_BY_NAME: tuple[tuple[str, Script], ...] = (
    ("LATIN", "latin"), ("CJK", "han"), ("HIRAGANA", "kana"), ("KATAKANA", "kana"), ("HANGUL", "hangul"),
    ("ARABIC", "arabic"), ("CYRILLIC", "cyrillic"), ("FULLWIDTH LATIN", "latin"), ("HALFWIDTH KATAKANA", "kana"),
)  # fmt: skip
ENOUGH = 0.25
"""Share of its characters from which a message is of another kind than Latin: a Chinese character costs about as many
tokens as four Latin ones."""
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LETTERS_AND_BLANKS = _LETTERS + bytes(range(33)) + b"\x7f"
_JOINERS = "\u200d\ufe0f"


class Run(Record):
    """A run of base64 in the text of a message."""

    message: int
    part: int
    """Which part of the message."""
    start: int
    """Characters [start:stop) of the part's text; of a call: of its arguments."""
    stop: int
    media_type: str | None
    """As a data URI in front of it says."""

    @property
    def characters(self) -> int:
        """Length of the run."""
        return self.stop - self.start


class Makeup(Record):
    """Characters by script; entry i of a column is message i."""

    length: int
    columns: dict[Script, tuple[int, ...]]
    """Only scripts that occur."""
    runs: tuple[Run, ...]
    pictured: tuple[int, ...]
    """Messages with images, whose count tells little of their text."""

    def characters(self, script: Script) -> int:
        """Characters of one script in the whole session."""
        return sum(self.columns.get(script, ()))

    @cached_property
    def groups(self) -> tuple[Group | None, ...]:
        """The kind of each message: the largest but Latin that has a quarter of the characters, else Latin.

        None for a message without text or with images.
        """
        sums: dict[Group, list[int]] = {}
        for script, column in self.columns.items():
            group = sums.setdefault(_GROUP_OF[script], [0] * self.length)
            for i, characters in enumerate(column):
                if characters:
                    group[i] += characters
        others = [(name, column) for name, column in sums.items() if name != "latin"]
        latin: list[int] = sums.get("latin", [0] * self.length)
        found: list[Group | None] = ["latin" if characters else None for characters in latin]
        for i in range(self.length) if others else ():
            most, name = max((column[i], name) for name, column in others)
            if most and most >= ENOUGH * (latin[i] + sum(column[i] for _, column in others)):
                found[i] = name
        for i in self.pictured:
            found[i] = None
        return tuple(found)


def makeup(session: Session) -> Makeup:
    """Look at every text of a session once: texts, results, thinking, calls and files; not at images' data."""
    size = len(session.messages)
    columns: dict[Script, list[int]] = {}
    runs: list[Run] = []
    for index, message in enumerate(session.messages):
        for place, text in texts(message):
            found = find(text)
            runs += [
                Run(message=index, part=place, start=one.start, stop=one.stop, media_type=one.media_type)
                for one in found
            ]
            for script, characters in _mixed(text, found):
                if script not in columns:
                    columns[script] = [0] * size
                columns[script][index] += characters
    ordered = {script: tuple(columns[script]) for script in SCRIPTS if script in columns}
    pictured = (i for i, m in enumerate(session.messages) if any(part.kind == "image" for part in m.parts))
    return Makeup(length=size, columns=ordered, runs=tuple(runs), pictured=tuple(pictured))


def texts(message: Message) -> Iterator[tuple[int, str]]:
    """The texts of a message, each with the number of its part; of a call its arguments."""
    for place, part in enumerate(message.parts):
        if part.kind == "text" or part.kind == "tool_result" or part.kind == "reasoning":
            yield place, part.text
        elif part.kind == "tool_call":
            yield place, part.arguments
        elif part.kind == "file" and part.text:
            yield place, part.text


def mix(text: str) -> dict[Script, int]:
    """Characters of a text by script, runs of base64 apart.

    >>> mix("ok 登录 #1")
    {'latin': 2, 'symbols': 2, 'han': 2}
    """
    found = dict(_mixed(text, find(text)))
    return {script: found[script] for script in SCRIPTS if script in found}


def _mixed(text: str, runs: list[Found]) -> list[tuple[Script, int]]:
    rest, inside = text, 0
    for run in reversed(runs):
        rest = rest[: run.start] + rest[run.stop :]
        inside += run.stop - run.start
    mixed: list[tuple[Script, int]] = [("base64", inside)] if inside else []
    if rest.isascii():  # almost all text: two passes in C
        raw = rest.encode("ascii")
        letters, symbols = len(raw) - len(raw.translate(None, _LETTERS)), len(raw.translate(None, _LETTERS_AND_BLANKS))
        plain: tuple[tuple[Script, int], ...] = (("latin", letters), ("symbols", symbols))
        return mixed + [pair for pair in plain if pair[1]]
    counts: Counter[Script] = Counter()
    for character, number in Counter(rest).items():
        script = script_of(character)
        if script is not None:
            counts[script] += number
    return mixed + list(counts.items())


@lru_cache(maxsize=8192)
def script_of(character: str) -> Script | None:
    """The script of one character; None for blanks and control characters.

    >>> [script_of(c) for c in "aé7中かカ한عЖ😀€ "]
    ['latin', 'latin', 'symbols', 'han', 'kana', 'kana', 'hangul', 'arabic', 'cyrillic', 'emoji', 'symbols', None]
    """
    if character in _JOINERS or "\U0001f000" <= character <= "\U0001faff":
        return "emoji"
    category = unicodedata.category(character)
    if category[0] in "ZC":
        return None
    if category == "So" and "\u2600" <= character <= "\u27bf":
        return "emoji"
    if category[0] in "NPS":
        return "symbols"
    name = unicodedata.name(character, "")
    return next((script for prefix, script in _BY_NAME if name.startswith(prefix)), "other")
