"""From plans to the JSON of the race: one strip, and per strategy what each step does to it."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from compaction_core.comparison import Outcome
from compaction_core.figures import theme
from compaction_core.session import Session
from compaction_core.strategies.base import FATES, Step
from compaction_core.tokens import CATEGORIES, Measured
from ui.player.strip import strip

MOST_COLUMNS = 1_000
"""Places an effect can begin at; more messages share one."""
LONGEST = 400
"""Characters sent of a step's sentence."""


def payload(session: Session, measured: Measured, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What the race needs, as JSON.

    ``columns`` are the tokens before each place; an effect is ``[fate, first place, place behind the last]``.
    """
    start = min((o.plan.start for o in outcomes), default=0)
    end = max((o.plan.end for o in outcomes), default=0)
    size = max(1, -(-(end - start) // MOST_COLUMNS))
    body: dict[str, Any] = {
        "start": start,
        "end": end,
        "size": size,
        "strip": strip(session, measured, start, end),
        "columns": [measured.between(start, min(end, i)) for i in range(start, end + size, size)],
        "colours": [theme.COLORS[name] for name in CATEGORIES],
        "fates": list(FATES),
        "words": [theme.FATE_WORDS[fate] for fate in FATES],
        "lanes": [
            {
                "label": o.label,
                "facts": f"{len(o.plan.steps):,} steps",
                "steps": [_step(step, start, size) for step in o.plan.steps],
            }
            for o in outcomes
        ],
    }
    return {"race": hashlib.blake2b(json.dumps(body).encode(), digest_size=8).hexdigest(), **body}


def _step(step: Step, start: int, size: int) -> dict[str, Any]:
    text = step.text if len(step.text) <= LONGEST else step.text[: LONGEST - 1] + "…"
    found: list[list[int]] = []
    for effect in step.effects:
        # a place shared by several messages takes the fate of the last effect that covers its first message
        # what was kept from before the list has no place in the race
        first, stop = (max(0, -(-(end - start) // size)) for end in (effect.start, effect.stop))
        if first == stop:
            continue
        fate = FATES.index(effect.fate)
        if found and found[-1][0] == fate and found[-1][2] == first:
            found[-1][2] = stop
        else:
            found.append([fate, first, stop])
    entry: dict[str, Any] = {"text": text}
    if found:
        entry["effects"] = found
    if step.candidate is not None:
        entry["mark"] = max(0, step.candidate - start) // size
        entry["ok"] = step.valid is not False
    return entry
