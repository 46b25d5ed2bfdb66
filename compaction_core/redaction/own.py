"""Words of one's own to mask: a customer's name, a project's, a host. Words and ``*``, no regular expressions."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from compaction_core.errors import BadParameter
from compaction_core.redaction.looking import Found, Look
from compaction_core.redaction.people import whole_words, word_places

MOST, LONGEST, SHORTEST, MOST_STARS = 500, 100, 2, 2
"""Bounds: words in a list, characters of one, those of it in a row without ``*``, and how many ``*`` it may have."""
_STAR = r"[\w.-]{0,64}?"
_LONGEST = LONGEST + 64 * MOST_STARS
"""Characters of the longest match."""


def own_words(text: str) -> tuple[str, ...]:
    """One word or name a line, each once; blank lines and lines that begin with ``# `` are passed over.

    ``*`` stands for letters, digits, ``_``, ``.`` and ``-``, none or up to 64 of them. Raises BadParameter.

    >>> own_words("Acme Mills\\n# hosts\\n*.mill.internal\\nAcme Mills\\n")
    ('Acme Mills', '*.mill.internal')
    """
    lines = (" ".join(line.split()) for line in text.splitlines() if not line.startswith("# "))
    found = tuple(dict.fromkeys(line for line in lines if line))
    if len(found) > MOST:
        raise BadParameter(f"At most {MOST} own words are masked, and these are {len(found):,}; leave some out.")
    for word in found:
        _checked(word)
    return found


def _checked(word: str) -> None:
    shown = word[:40]
    if len(word) > LONGEST:
        raise BadParameter(f"{shown!r}… has {len(word):,} characters; an own word may have {LONGEST}.")
    if max(map(len, word.split("*"))) < SHORTEST:
        raise BadParameter(f"{shown!r} would mask nearly everything; write at least {SHORTEST} characters in a row.")
    if word.count("*") > MOST_STARS:
        raise BadParameter(f"{shown!r} has more than {MOST_STARS} *; write it as several lines.")


def from_file(path: str | None) -> tuple[str, ...]:
    """The words of a file; none without one. Raises BadParameter for a file that cannot be read."""
    if path is None:
        return ()
    try:
        return own_words(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadParameter(f"Cannot read the words to mask in {path!r}: {error}.") from error


def own(look: Look, words: Iterable[str]) -> Iterator[Found]:
    """Where own words stand: whole words, in any case."""
    for word in words:
        yield from _spread(look, word) if "*" in word else whole_words(look, word)


def _spread(look: Look, word: str) -> Iterator[Found]:
    """Where a word with ``*`` stands: looked for around one of its pieces, from each character once."""
    pattern, pieces = _pattern(word), word.split("*")
    piece = pieces[0] if len(pieces[0]) >= SHORTEST else max(pieces, key=len)
    before = 0 if piece == pieces[0] else _LONGEST
    tried = 0
    for place in word_places(look, piece):
        for start in range(max(tried, place - before), place + 1):
            match = pattern.match(look.text, start)
            tried = match.end() if match else start + 1
            if match:
                yield match.span()
                break


def _pattern(word: str) -> re.Pattern[str]:
    # A leading * begins only where a run begins; one at the end takes the run, without the full stop of a sentence.
    open_end = word.endswith("*")
    body = _STAR.join(re.escape(piece) for piece in word.removesuffix("*").split("*"))
    before = r"(?<![\w.-])" if word[0] == "*" else r"(?<!\w)" if word[0].isalnum() else ""
    after = r"(?:[\w.-]{0,63}\w)?(?![\w-])" if open_end else r"(?!\w)" if word[-1].isalnum() else ""
    return re.compile(f"{before}{body}{after}", re.IGNORECASE)
