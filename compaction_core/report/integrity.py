"""What became of a transcript: a sentence on how it was read, and what was found in it, with numbers and places.

Derived from the session and from what its importer noted; nothing is read again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from compaction_core.importers import importers
from compaction_core.report.codes import ALWAYS, FLAGS, READING, Told
from compaction_core.report.words import one_line
from compaction_core.session import Flag, Message, Opaque, Record, Session
from compaction_core.words import count

_PLACES = 6


class Fact(Record):
    """One kind of thing in a transcript: how many there are, where, and what it means."""

    code: str
    what: str
    number: int
    messages: tuple[int, ...] = ()
    """Numbers of the messages it is about."""
    lines: tuple[int, ...] = ()
    """0-based lines of the file, where it is about no message."""
    size: int | None = None
    """Bytes (UTF-8), where it has a size."""
    means: str

    @property
    def where(self) -> str:
        """The first places, as text."""
        if self.messages:
            return _places([f"#{number}" for number in self.messages])
        return _places([f"line {number}" for number in self.lines])


def reading(session: Session) -> str:
    """How the transcript was read, why so, the numbers that came of it, and the model, in one or two sentences."""
    report = session.integrity
    version = f" {one_line(session.version, 40)}" if session.version else ""
    why = f", because {one_line(report.detected_by)}" if report.detected_by else ""
    numbers = [count(len(session.messages), "message")]
    if report.lines:
        numbers.insert(0, count(report.lines, "line"))
    if report.skipped_rows:
        numbers.append(f"{count(report.skipped_rows, 'row')} without a message")
    if report.unreadable:
        numbers.append(f"{count(len(report.unreadable), 'line')} unreadable")
    if session.threads:
        numbers.append(count(len(session.threads), "sub-agent thread"))
    model = f" Model: {one_line(session.model, 60)}." if session.model else ""
    return f"Read as {_label(session)}{version}{why}: {', '.join(numbers)}.{model}"


def facts(session: Session) -> tuple[Fact, ...]:
    """Everything found, also what was looked for and is 0."""
    return (*_looked_for(session), *_flags(session.messages), *_read(session), *_noted(session))


def _looked_for(session: Session) -> Iterator[Fact]:
    report = session.integrity
    noted = {warning.code: warning for warning in report.warnings if warning.count is not None}
    found: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {
        "orphan_results": _at(session.orphans),
        "unanswered_calls": _at(index for index, _ in session.unanswered),
        "repeated_call_ids": _at(_repeated(session.messages)),
        "unreadable_lines": (len(report.unreadable), (), report.unreadable),
        "broken_parents": (len(report.broken_parents), (), report.broken_parents),
    }
    for code, told in ALWAYS.items():
        if code == "opaque":
            yield from _opaque(session.messages, told)
            continue
        warning = noted.get(code)
        if code in found:
            number, messages, lines = found[code]
        else:
            number = 0 if warning is None else warning.count or 0
            messages, lines = (), () if warning is None or warning.line is None else (warning.line,)
        means = told.means if warning is None else one_line(warning.text, 300)
        yield Fact(code=code, what=told.named(number), number=number, messages=messages, lines=lines, means=means)


def _at(indexes: Iterable[int]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    places = tuple(indexes)
    return len(places), tuple(dict.fromkeys(places)), ()


def _repeated(messages: Iterable[Message]) -> Iterator[int]:
    """The message of each call whose id an earlier call had."""
    seen: set[str] = set()
    for index, message in enumerate(messages):
        for call in message.calls:
            if call.id in seen:
                yield index
            seen.add(call.id)


def _opaque(messages: Iterable[Message], told: Told) -> Iterator[Fact]:
    """Blocks kept as they are, by type, with the bytes of their JSON."""
    places: dict[str, list[int]] = {}
    sizes: Counter[str] = Counter()
    for index, message in enumerate(messages):
        for part in message.parts:
            if isinstance(part, Opaque):
                places.setdefault(part.type, []).append(index)
                sizes[part.type] += len(part.raw.encode("utf-8", "replace"))
    if not places:
        yield Fact(code="opaque", what=told.what, number=0, size=0, means=told.means)
    for kind, at in places.items():
        number, where, _ = _at(at)
        what = f"{told.named(number)}: {one_line(kind, 40)}"
        yield Fact(code="opaque", what=what, number=number, messages=where, size=sizes[kind], means=told.means)


def _flags(messages: Iterable[Message]) -> Iterator[Fact]:
    places: dict[Flag, list[int]] = {}
    for index, message in enumerate(messages):
        for flag in message.flags:
            places.setdefault(flag, []).append(index)
    for flag, told in FLAGS.items():
        if flag in places:
            number, where, _ = _at(places[flag])
            yield Fact(code=flag, what=told.named(number), number=number, messages=where, means=told.means)


def _read(session: Session) -> Iterator[Fact]:
    report, last = session.integrity, len(session.messages) - 1
    numbers = {"merged_rows": report.merged_rows, "skipped_rows": report.skipped_rows, "threads": len(session.threads)}
    for code, told in READING.items():
        at = tuple(min(mark.index, last) for mark in session.compactions if mark.kind == code)
        number = numbers.get(code, len(at))
        if number:
            yield Fact(code=code, what=told.named(number), number=number, messages=at, means=told.means)


def _noted(session: Session) -> Iterator[Fact]:
    """What the importer noted beyond all that, in its own words."""
    for warning in session.integrity.warnings:
        if warning.code in ALWAYS and warning.count is not None:
            continue
        lines = () if warning.line is None else (warning.line,)
        what = warning.code.replace("_", " ")
        number = 1 if warning.count is None else warning.count
        yield Fact(code=warning.code, what=what, number=number, lines=lines, means=one_line(warning.text, 300))


def _places(names: list[str]) -> str:
    """The first few by name, the others as a number.

    >>> _places(["#1", "#2"]), _places([f"#{i}" for i in range(9)])
    ('#1, #2', '#0, #1, #2, #3, #4, #5 and 3 more')
    """
    more = len(names) - _PLACES
    return ", ".join(names[:_PLACES]) + (f" and {more:,} more" if more > 0 else "")


def _label(session: Session) -> str:
    return importers.get(session.format).label if session.format in importers.names() else one_line(session.format, 40)
