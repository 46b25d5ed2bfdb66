"""What to mask, as one value that travels; and what was masked, in words."""

from collections.abc import Mapping
from typing import Any, TypeVar

from compaction_core.redaction.placeholders import ALL, RANKS, Kind
from compaction_core.redaction.records import redact_record
from compaction_core.session import Record

V = TypeVar("V")

NOUNS: dict[Kind, tuple[str, str]] = {
    "secret": ("secret", "secrets"),
    "email": ("e-mail address", "e-mail addresses"),
    "home_path": ("home folder", "home folders"),
    "user_name": ("user name", "user names"),
    "word": ("own word", "own words"),
}


class Masking(Record):
    """Which kinds are masked, and which words of one's own; the words are masked whatever the kinds."""

    kinds: tuple[Kind, ...] = ALL
    words: tuple[str, ...] = ()

    @property
    def on(self) -> bool:
        """Whether anything is masked at all."""
        return bool(self.kinds or self.words)

    def applied(self, value: V, beside: Any = ()) -> tuple[V, dict[Kind, int]]:
        """A record, or a list or dict with records and texts, masked as one document; and how many of each kind.

        What stands ``beside`` is looked at, too, for the secrets and names in it.
        """
        return redact_record(value, self.kinds, words=self.words, beside=beside) if self.on else (value, {})


NO_MASKING = Masking(kinds=())


def found_words(counts: Mapping[Kind, int]) -> str:
    """What was masked, as a list in words; ``nothing`` where that is so.

    >>> found_words({"secret": 1, "email": 12, "user_name": 0}), found_words({})
    ('1 secret and 12 e-mail addresses', 'nothing')
    """
    found = [f"{counts[kind]:,} {NOUNS[kind][counts[kind] != 1]}" for kind in RANKS if counts.get(kind)]
    return " and ".join(filter(None, (", ".join(found[:-1]), found[-1]))) if found else "nothing"


def told(counts: Mapping[Kind, int]) -> str:
    """What an export says of its masking.

    >>> told({"secret": 0})
    'Looked for secrets and personal data to mask: nothing found.'
    """
    if not any(counts.values()):
        return "Looked for secrets and personal data to mask: nothing found."
    return (
        f"Masked in these texts: {found_words(counts)}. Counts of tokens, message numbers and the digest are those of "
        "the texts as they were."
    )
