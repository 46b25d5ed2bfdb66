"""Masking a text, or several as one document, in one go."""

from collections.abc import Collection, Iterator, Sequence

from compaction_core.redaction.assigned import assigned
from compaction_core.redaction.keys import keys
from compaction_core.redaction.looking import Found, Look, around
from compaction_core.redaction.own import own
from compaction_core.redaction.people import emails, homes, may_stand_alone, whole_words
from compaction_core.redaction.placeholders import ALL, PLACEHOLDER, RANKS, Kind, Mark, Masked, Shown, named, written
from compaction_core.session import Record

_REPEATED = 8
"""A secret of at least so many characters is masked wherever it stands again."""
_FEW = 200
"""Values up to which each is searched for by itself."""
_ROUNDS = 6
_BETWEEN = "\n\x00\x00\x00\x00\n"
"""Stands between the texts of a record; nothing that is masked reaches over it."""


class Redacted(Record):
    """A masked text, how many values of each kind were masked, and where."""

    text: str
    counts: dict[Kind, int]
    spans: tuple[Masked, ...]


def redact(text: str, kinds: Collection[Kind] = ALL, words: Collection[str] = ()) -> Redacted:
    """Mask the kinds asked for, and own words; a value has one placeholder throughout, numbered as they appear.

    >>> redact("/home/anneke/x: anneke wrote to anneke@mill.example").text
    '/home/[user 1]/x: [user 1] wrote to [email 1]'
    >>> redact("Acme Mills pays", words=["acme mills"]).text
    '[masked 1] pays'
    """
    return redacted([text], kinds, words)[0]


def redacted(texts: Sequence[str], kinds: Collection[Kind], words: Collection[str] = ()) -> list[Redacted]:
    """Mask several texts as one document: numbers run on from one to the next. Equal texts are looked at once."""
    asked = [kind for kind in RANKS if kind in kinds or (kind == "word" and words)]
    unique = list(dict.fromkeys(texts))
    whole = _BETWEEN.join(unique)
    spans = named(whole, _marks(whole, asked, words))
    results: dict[str, Redacted] = {}
    start = at = 0
    for text in unique:
        stop = start + len(text)
        mine: list[Masked] = []
        while at < len(spans) and spans[at].start < stop:
            one = spans[at]
            mine.append(one.model_copy(update={"start": one.start - start, "stop": one.stop - start}))
            at += 1
        counts = {kind: sum(one.kind == kind for one in mine) for kind in asked}
        results[text] = Redacted(text=written(text, mine) if mine else text, counts=counts, spans=tuple(mine))
        start = stop + len(_BETWEEN)
    return [results[text] for text in texts]


def _marks(text: str, kinds: Collection[Kind], words: Collection[str]) -> list[Mark]:
    """What to mask, in order. What masking itself uncovers is looked for again, so masking twice adds nothing."""
    whole = Look.at(text)
    marks = _merged(list(_found(whole, [whole], kinds, words)))
    for _ in range(_ROUNDS if marks else 0):
        shown = Shown(text, named(text, marks))
        whole = Look.at(shown.text)
        # Only near a placeholder has anything changed.
        near = around(shown.text, shown.placeholders)
        looks = [Look(whole.text, whole.flat, *stretch) for stretch in near]
        if 2 * sum(stop - start for start, stop in near) > len(shown.text):
            looks = [whole]
        found = _merged(marks + [shown.back(mark) for mark in _found(whole, looks, kinds, words)])
        if found == marks:
            break
        marks = found
    return marks


def _found(whole: Look, looks: list[Look], kinds: Collection[Kind], words: Collection[str]) -> Iterator[Mark]:
    """What is found in the stretches, and wherever its values stand again."""
    if "secret" in kinds:
        secrets = [span for look in looks for finder in (keys, assigned) for span in finder(look)]
        yield from (Mark(*span, "secret") for span in [*secrets, *_again(whole.text, secrets)])
    if "email" in kinds:
        yield from (Mark(*span, "email") for look in looks for span in emails(look))
    if "home_path" in kinds or "user_name" in kinds:
        places = [span for look in looks for span in homes(look)]
        if "home_path" in kinds:
            yield from (Mark(*span, "home_path") for span in places)
        if "user_name" in kinds:
            names = {whole.text[start:stop].lower() for start, stop in places}
            for name in filter(may_stand_alone, names):
                yield from (Mark(*span, "user_name") for span in whole_words(whole, name) if not _given(whole, *span))
    if words:
        for look in looks:
            yield from (Mark(*span, "word") for span in own(look, words) if not _given(whole, *span))


def _given(look: Look, start: int, stop: int) -> bool:
    """Whether a word stands in a placeholder, where an earlier masking put it."""
    begin = look.text.find("[", max(0, start - 16), stop)
    while begin >= 0:
        found = PLACEHOLDER.match(look.text, begin)
        if found and found.end() > start:
            return True
        begin = look.text.find("[", begin + 1, stop)
    return False


def _again(text: str, secrets: list[Found]) -> Iterator[Found]:
    """Every other place of the same values."""
    values = {text[start:stop] for start, stop in secrets if stop - start >= _REPEATED}
    if len(values) > _FEW:
        yield from _many_again(text, values)
        return
    for value in values:
        place = text.find(value)
        while place >= 0:
            yield place, place + len(value)
            place = text.find(value, place + 1)


def _many_again(text: str, values: set[str]) -> Iterator[Found]:
    """The same with one look at each character, however many values there are."""
    by_head: dict[str, list[str]] = {}
    for value in values:
        by_head.setdefault(value[:_REPEATED], []).append(value)
    for start in range(len(text) - _REPEATED + 1):
        for value in by_head.get(text[start : start + _REPEATED], ()):
            if text.startswith(value, start):
                yield start, start + len(value)


def _merged(marks: list[Mark]) -> list[Mark]:
    """No two overlap: what overlaps becomes one mark of the stronger kind."""
    merged: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (m.start, -m.stop, RANKS.index(m.kind))):
        last = merged[-1] if merged else None
        if last is None or mark.start >= last.stop:
            merged.append(mark)
        else:
            kind = min(last.kind, mark.kind, key=RANKS.index)
            merged[-1] = Mark(last.start, max(last.stop, mark.stop), kind)
    return merged
