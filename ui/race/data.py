"""From plans to the JSON of the race: one strip, and per strategy what each step does to it."""

import hashlib
import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from compaction_core.comparison import Outcome
from compaction_core.figures import theme
from compaction_core.figures.blocks import Shown
from compaction_core.session import Session
from compaction_core.strategies.staying import kept_before
from compaction_core.strategies.step import FATES, Step
from compaction_core.tokens import CATEGORIES, Measured
from compaction_core.words import count
from ui.player.strip import strip

MOST_COLUMNS = 1_000
"""Places an effect can begin at; more messages share one."""
LONGEST = 400
"""Characters sent of a step's sentence."""


def payload(session: Session, measured: Measured, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What the race needs, as JSON.

    A place is a message kept from before the list (there are ``front`` of them), or ``size`` messages of it in a row.
    ``columns`` are the tokens before each place, ``gap`` tokens of them between the two; an effect is
    ``[fate, first place, place behind the last]``. The outcomes are of the same moment.
    """
    row = _row(measured, outcomes)
    packed = strip(session, row)
    front, size = len(row.front), max(1, -(-(row.end - row.start) // MOST_COLUMNS))
    body: dict[str, Any] = {
        "start": row.start,
        "end": row.end,
        "size": size,
        "front": front,
        "gap": packed["gap"],
        "kept": f"In front of the gap, {kept_before(row.retained)}." if row.retained else None,
        "strip": packed,
        "columns": [
            *(row.left(number) for number in row.front),
            *(row.left(min(row.end, i)) for i in range(row.start, row.end + size, size)),
        ],
        "colours": [theme.COLORS[name] for name in CATEGORIES],
        "fates": list(FATES),
        "words": [theme.FATE_WORDS[fate] for fate in FATES],
        "lanes": [
            {
                "label": o.label,
                "facts": count(len(o.plan.steps), "step"),
                "steps": [_step(step, row, size) for step in o.plan.steps],
            }
            for o in outcomes
        ],
    }
    return {"race": hashlib.blake2b(json.dumps(body).encode(), digest_size=8).hexdigest(), **body}


def _row(measured: Measured, outcomes: Sequence[Outcome]) -> Shown:
    start = min((o.plan.start for o in outcomes), default=0)
    end = max((o.plan.end for o in outcomes), default=0)
    return Shown(measured, start, end, outcomes[0].plan.retained if outcomes else ())


def _step(step: Step, row: Shown, size: int) -> dict[str, Any]:
    text = step.text if len(step.text) <= LONGEST else step.text[: LONGEST - 1] + "…"
    found: list[list[int]] = []
    for effect in step.effects:
        fate = FATES.index(effect.fate)
        for first, stop in _places(effect.start, effect.stop, row, size):
            if found and found[-1][0] == fate and found[-1][2] == first:
                found[-1][2] = stop
            else:
                found.append([fate, first, stop])
    entry: dict[str, Any] = {"text": text}
    if found:
        entry["effects"] = found
    if step.candidate is not None:
        entry["mark"] = _place(step.candidate, row, size)
        entry["ok"] = step.valid is not False
    return entry


def _places(start: int, stop: int, row: Shown, size: int) -> Iterator[tuple[int, int]]:
    """The places of messages[start:stop]: those kept from before, and those of the list.

    A place shared by several messages takes the fate of the last effect that covers its first message.
    """
    behind = len(row.front)
    kept = bisect_left(row.front, start), bisect_left(row.front, stop)
    listed = [behind + max(0, -(-(end - row.start) // size)) for end in (start, stop)]
    for first, last in (kept, (listed[0], listed[1])):
        if first < last:
            yield first, last


def _place(number: int, row: Shown, size: int) -> int:
    if number < row.start:
        return bisect_left(row.front, number)
    return len(row.front) + (number - row.start) // size
