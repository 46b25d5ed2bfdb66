"""Masking a text, or every text of a record, in one go."""

from collections.abc import Collection, Iterator

from compaction_core.redaction.assigned import assigned
from compaction_core.redaction.keys import Found, keys
from compaction_core.redaction.people import emails, homes, mentions
from compaction_core.redaction.placeholders import ALL, Kind, Mark, Masked, Shown, named, written
from compaction_core.session import Record

_REPEATED = 8
"""A secret of at least so many characters is masked wherever it stands again."""
_ROUNDS = 6
_BETWEEN = "\n\x00\x00\x00\x00\n"
"""Stands between the texts of a record; nothing that is masked reaches over it."""


class Redacted(Record):
    """A masked text, how many values of each kind were masked, and where."""

    text: str
    counts: dict[Kind, int]
    spans: tuple[Masked, ...]


def redact(text: str, kinds: Collection[Kind] = ALL) -> Redacted:
    """Mask the kinds asked for; a value has one placeholder throughout, numbered in order of appearance.

    >>> redact("/home/anneke/x: anneke wrote to anneke@mill.example").text
    '/home/[user 1]/x: [user 1] wrote to [email 1]'
    """
    return redacted([text], kinds)[0]


def redacted(texts: list[str], kinds: Collection[Kind]) -> list[Redacted]:
    """Mask several texts as one document: numbers run on from one to the next."""
    whole = _BETWEEN.join(texts)
    spans = named(whole, _marks(whole, kinds))
    results: list[Redacted] = []
    start = at = 0
    for text in texts:
        stop = start + len(text)
        mine: list[Masked] = []
        while at < len(spans) and spans[at].start < stop:
            one = spans[at]
            mine.append(one.model_copy(update={"start": one.start - start, "stop": one.stop - start}))
            at += 1
        counts = {kind: sum(one.kind == kind for one in mine) for kind in ALL if kind in kinds}
        results.append(Redacted(text=written(text, mine), counts=counts, spans=tuple(mine)))
        start = stop + len(_BETWEEN)
    return results


def _marks(text: str, kinds: Collection[Kind]) -> list[Mark]:
    """What to mask, in order. What masking itself uncovers is looked for again, so masking twice adds nothing."""
    marks: list[Mark] = []
    for _ in range(_ROUNDS):
        shown = Shown(text, named(text, marks))
        found = _merged(marks + [shown.back(mark) for mark in _found(shown.text, kinds)])
        if found == marks:
            break
        marks = found
    return marks


def _found(text: str, kinds: Collection[Kind]) -> Iterator[Mark]:
    if "secret" in kinds:
        secrets = [*keys(text), *assigned(text)]
        yield from (Mark(*span, "secret") for span in [*secrets, *_again(text, secrets)])
    if "email" in kinds:
        yield from (Mark(*span, "email") for span in emails(text))
    if "home_path" in kinds or "user_name" in kinds:
        places = list(homes(text))
        if "home_path" in kinds:
            yield from (Mark(*span, "home_path") for span in places)
        if "user_name" in kinds:
            names = {text[start:stop] for start, stop in places}
            yield from (Mark(*span, "user_name") for span in mentions(text, names))


def _again(text: str, secrets: list[Found]) -> Iterator[Found]:
    """Every other place of the same values; one look at each character."""
    by_head: dict[str, list[str]] = {}
    for value in {text[start:stop] for start, stop in secrets}:
        if len(value) >= _REPEATED:
            by_head.setdefault(value[:_REPEATED], []).append(value)
    if not by_head:
        return
    for start in range(len(text) - _REPEATED + 1):
        for value in by_head.get(text[start : start + _REPEATED], ()):
            if text.startswith(value, start):
                yield start, start + len(value)


def _merged(marks: list[Mark]) -> list[Mark]:
    """No two overlap: what overlaps becomes one mark of the stronger kind."""
    merged: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (m.start, -m.stop, ALL.index(m.kind))):
        last = merged[-1] if merged else None
        if last is None or mark.start >= last.stop:
            merged.append(mark)
        else:
            kind = min(last.kind, mark.kind, key=ALL.index)
            merged[-1] = Mark(last.start, max(last.stop, mark.stop), kind)
    return merged
