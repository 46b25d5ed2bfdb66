"""The summary of an earlier compaction: its sections and bullets, whoever wrote it."""

import re
from functools import cache

from pydantic import Field

from compaction_core.extraction.cleaning import clean
from compaction_core.extraction.language import phrase_tables, section_key
from compaction_core.extraction.sentences import sentences
from compaction_core.extraction.words import one_line
from compaction_core.session import Record

_MARKER = re.compile(r"^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s|\*\*|\d{1,2}[.)]\s|.{1,60}[:：]\s*$)")
_ONE_QUOTE = re.compile(r"^([^“”]{1,60}?)\s?[:：]\s?“([^“”]*)”$")


class Bullet(Record):
    """One line of an earlier summary; ``label`` is our own label where it has one, ``text`` what it labels."""

    label: str | None
    text: str


class Earlier(Record):
    """What earlier summaries hold, by section key; lines under no known heading are under ``""``."""

    text: str = ""
    sections: dict[str, tuple[Bullet, ...]] = Field(default_factory=dict)

    def of(self, section: str) -> tuple[Bullet, ...]:
        """The lines of one section."""
        return self.sections.get(section, ())


def read_earlier(texts: list[str]) -> Earlier:
    """Read summaries, the most recent first."""
    found: dict[str, list[Bullet]] = {}
    cleaned = [clean(text) for text in texts]
    for text in cleaned:
        section = ""
        for line in text.split("\n"):
            key = section_key(line) if _HEADING.match(line) else None
            if key is not None:
                section = key
            elif any(c.isalnum() for c in line) and not _is_none(line):
                found.setdefault(section, []).append(_bullet(line))
    sections = {key: tuple(bullets) for key, bullets in found.items()}
    return Earlier(text="\n".join(cleaned), sections=sections)


def goals(earlier: Earlier) -> list[str]:
    """What the earlier summary calls goals; without such a section its first two sentences."""
    stated = [bullet.text for bullet in earlier.of("goals")]
    return stated or sentences(earlier.text)[:2]


def _bullet(line: str) -> Bullet:
    """Our own ``label: “text”`` is taken apart, so that nothing is quoted twice."""
    text = one_line(_MARKER.sub("", line))
    match = _ONE_QUOTE.match(text)
    if match:
        key = _labels().get(match[1])
        if key is not None:
            return Bullet(label=key, text=match[2])
    label, separator, rest = text.partition(": ")
    key = _labels().get(label) if separator else None
    return Bullet(label=key, text=rest) if key else Bullet(label=None, text=text)


@cache
def _labels() -> dict[str, str]:
    return {word: key for table in phrase_tables().values() for key, word in table.items()}


def _is_none(line: str) -> bool:
    return _MARKER.sub("", line).strip().lower() in _none_words()


@cache
def _none_words() -> frozenset[str]:
    return frozenset(("none", "none.", "n/a", "无", "なし", *(t["none"].lower() for t in phrase_tables().values())))
