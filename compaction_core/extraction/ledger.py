"""The identifiers worth carrying over: those used often, lately, and by people rather than logs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from compaction_core.extraction.budget import Item
from compaction_core.extraction.identifiers import Identifier, Kind, identifiers
from compaction_core.extraction.paths import path
from compaction_core.extraction.reading import Reading

CAPS: dict[Kind, int] = {
    "path": 16, "url": 6, "issue": 8, "ticket": 8, "sha": 4, "version": 5, "env": 6, "error": 5, "host": 4, "id": 3,
    "symbol": 12,
}  # fmt: skip
"""Most identifiers of a class."""
WEIGHTS = {"user": 3.0, "assistant": 1.0, "argument": 1.5, "content": 0.3, "result": 0.15, "earlier": 2.5}
"""What one message's use counts for, by who wrote it; file contents and logs count little."""
CLASS_WEIGHTS: dict[Kind, float] = {"symbol": 0.35, "version": 0.7, "id": 0.5, "sha": 0.8, "host": 0.7}
_MESSAGES = re.compile(r"#\d+–#\d+")
"""Message ranges of an earlier summary, which are no issue numbers."""
_COMMON = frozenset(("/dev/null", "./..."))
HALF_LIFE = 0.5
"""Share of the stretch after which a use counts half."""


def items(reading: Reading, listed: frozenset[str] = frozenset()) -> list[Item]:
    """The identifiers in order of weight, at most ``CAPS`` of each class, without those ``listed`` elsewhere."""
    taken: defaultdict[Kind, int] = defaultdict(int)
    found: list[Item] = []
    for one in ranked(reading):
        if one.text in listed:
            continue
        taken[one.kind] += 1
        if taken[one.kind] <= CAPS[one.kind]:
            found.append(Item(text=one.text, group=reading.labels[one.kind], unless_said=one.text))
    return found


def ranked(reading: Reading) -> list[Identifier]:
    """Every identifier, the weightiest first; of a path written in two lengths only the weightier form."""
    scores: defaultdict[Identifier, float] = defaultdict(float)
    spoken: set[Identifier] = set()
    total = max(1, len(reading.entries))
    for age, source, texts, prose in _sources(reading):
        decay = 0.5 ** (age / total / HALF_LIFE)
        for one in {found for text in texts for found in identifiers(text, prose)}:
            scores[one] += WEIGHTS[source] * decay * _class_weight(one)
            spoken.update([one] if source not in ("result", "content") else [])
    order = sorted(scores, key=lambda one: (-round(scores[one], 9), one))
    order = _few_unspoken(order, spoken)
    tools = {done.call.name for done in reading.calls} | _COMMON
    return _once([one for one in order if len(one.text) <= 200 and one.text not in tools])


def _few_unspoken(order: list[Identifier], spoken: set[Identifier]) -> list[Identifier]:
    """Of those that stand only in logs and file contents, a third of the cap."""
    printed: Counter[Kind] = Counter()
    kept: list[Identifier] = []
    for one in order:
        printed[one.kind] += one not in spoken
        if one in spoken or 3 * printed[one.kind] <= CAPS[one.kind]:
            kept.append(one)
    return kept


def _class_weight(one: Identifier) -> float:
    """A folder counts a third of a file."""
    is_folder = one.kind == "path" and "." not in one.text.rsplit("/", 1)[-1]
    if "@" in one.text and one.kind == "id":
        return 0.1
    return 0.3 if is_folder else CLASS_WEIGHTS.get(one.kind, 1.0)


def _sources(reading: Reading) -> Iterator[tuple[int, str, list[str], bool]]:
    """(messages since, who, texts, is it prose) of everything said."""
    last = len(reading.entries) - 1
    if reading.earlier.text:
        told = [bullet.text for section in ("goals", "details") for bullet in reading.earlier.of(section)]
        yield last, "earlier", [_MESSAGES.sub(" ", text) for text in told or [reading.earlier.text]], True
        yield last, "result", [_MESSAGES.sub(" ", reading.earlier.text)], False
    for position, entry in enumerate(reading.entries):
        age = last - position
        if entry.text and entry.role in ("user", "assistant"):
            yield age, entry.role, [entry.text], True
        values = [value for number in entry.calls for value in reading.calls[number].call.values]
        short = [value for value in values if len(value) <= 200]
        yield age, "argument", short, False
        yield age, "content", [value for value in values if len(value) > 200], False
        if entry.result:
            yield age, "result", [entry.result], False


def _once(order: list[Identifier]) -> list[Identifier]:
    """Drop a path that ends in, or is the end of, a weightier one."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    kept: list[Identifier] = []
    for one in order:
        if one.kind == "path" and path(one.text):
            name = one.text.replace("\\", "/").rsplit("/", 1)[-1]
            tails = [other for other in by_name[name] if _same_end(other, one.text)]
            by_name[name].append(one.text)
            if tails:
                continue
        kept.append(one)
    return kept


def _same_end(a: str, b: str) -> bool:
    short, long = sorted((a.removeprefix("./"), b.removeprefix("./")), key=len)
    return long == short or long.endswith(f"/{short}")
