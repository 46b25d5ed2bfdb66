"""The identifiers worth carrying over: those used often, lately, and by people rather than logs."""

import re
from collections import defaultdict
from heapq import nlargest

from compaction_core.extraction.budget import Item
from compaction_core.extraction.classes import Kind
from compaction_core.extraction.identifiers import Identifier, mentions
from compaction_core.extraction.notes import Source, Told
from compaction_core.extraction.paths import path
from compaction_core.extraction.reading import Reading

CAPS: dict[Kind, int] = {
    "path": 16, "url": 6, "issue": 8, "ticket": 8, "sha": 4, "version": 5, "env": 6, "error": 5, "host": 4, "id": 3,
    "symbol": 12,
}  # fmt: skip
"""Most identifiers of a class."""
WEIGHTS: dict[Source, float] = {
    "user": 3.0,
    "assistant": 1.0,
    "argument": 1.5,
    "content": 0.3,
    "result": 0.15,
    "earlier": 2.5,
}
"""What one message's use counts for, by who wrote it; file contents and logs count little."""
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
    """The identifiers, the weightiest first; of a path written in two lengths only the weightier form.

    Of those that stand only in logs and file contents, a third of their class's cap.
    """
    scores: defaultdict[Identifier, float] = defaultdict(float)
    spoken: set[Identifier] = set()
    total = max(1, len(reading.notes))
    last = len(reading.notes) - 1
    told = [(last, _carried(reading)), *[(last - at, note.mentions) for at, note in enumerate(reading.notes)]]
    for age, by_source in told:
        decay = 0.5 ** (age / total / HALF_LIFE)
        for source, (found, shares) in by_source:
            weight = WEIGHTS[source] * decay
            for one, share in zip(found, shares):  # noqa: B905 - equally long, and this runs for every mention
                scores[one] += weight * share
            if source not in ("result", "content"):
                spoken.update(found)
    places = {one: (-round(scores[one], 9), one) for one in [*spoken, *_best_unspoken(scores, spoken)]}
    order = sorted(places, key=places.__getitem__)
    tools = {done.call.name for done in reading.calls} | _COMMON
    return _once([one for one in order if len(one.text) <= 200 and one.text not in tools])


def _best_unspoken(scores: dict[Identifier, float], spoken: set[Identifier]) -> list[Identifier]:
    """There may be very many, so only those near the limit are put in order."""
    by_kind: defaultdict[Kind, list[Identifier]] = defaultdict(list)
    for one in scores.keys() - spoken:
        by_kind[one.kind].append(one)
    best: list[Identifier] = []
    for kind, found in by_kind.items():
        most = CAPS[kind] // 3
        least = nlargest(most, [scores[one] for one in found])[-1] - 1e-8
        near = [one for one in found if scores[one] >= least]
        best += sorted(near, key=lambda one: (-round(scores[one], 9), one))[:most]
    return best


def _carried(reading: Reading) -> Told:
    """What the earlier summary mentions: what it tells counts as spoken, the rest like a log."""
    earlier = reading.earlier
    if not earlier.text:
        return ()
    told = [bullet.text for section in ("goals", "details") for bullet in earlier.of(section)] or [earlier.text]
    spoken = mentions([_MESSAGES.sub(" ", text) for text in told], True)
    return ("earlier", spoken), ("result", mentions([_MESSAGES.sub(" ", earlier.text)], False))


def _once(order: list[Identifier]) -> list[Identifier]:
    """Drop a path that ends in, or is the end of, a weightier one."""
    seen: set[str] = set()
    ends_of_seen: set[str] = set()
    kept: list[Identifier] = []
    for one in order:
        if one.kind == "path" and path(one.text):
            file = one.text.removeprefix("./")
            ends = _ends(file)
            said = file in ends_of_seen or not seen.isdisjoint(ends)
            seen.add(file)
            ends_of_seen.update(ends)
            if said:
                continue
        kept.append(one)
    return kept


def _ends(file: str) -> list[str]:
    """The path, and what is left of it behind each slash.

    >>> _ends("src/app/main.py")
    ['src/app/main.py', 'app/main.py', 'main.py']
    """
    ends = [file]
    while "/" in file:
        file = file.split("/", 1)[1]
        ends.append(file)
    return ends
