"""Which arc comes next: as often as the scenario says, and only what makes sense and comes to its end."""

from collections.abc import Callable

from compaction_core.synth.arcs import explain, merge, opening, remind, review, setting, status, suite, where
from compaction_core.synth.bugfix import bugfix
from compaction_core.synth.building import feature, module
from compaction_core.synth.closing import LEAST
from compaction_core.synth.stage import Arc, Stage
from compaction_core.synth.vocabulary import modules

ARCS: dict[str, Callable[[Stage], Arc]] = {
    "bugfix": bugfix,
    "feature": feature,
    "module": module,
    "explain": explain,
    "setting": setting,
    "where": where,
    "suite": suite,
    "review": review,
    "status": status,
    "remind": remind,
}
NEEDS_WORK = ("review", "status", "remind", "suite", "explain")
"""Arcs that make no sense before something was done, nor twice in a row."""
LENGTHS = {"bugfix": 34, "feature": 12, "module": 14, "setting": 8, "where": 4, "suite": 4, "review": 4}
"""Messages of an arc at most; those not named have two."""


def story(stage: Stage) -> Arc:
    """Arcs one after the other, until none would come to its end any more."""
    yield from opening(stage)
    last = ""
    while True:
        if len(stage.latent()) < 4:
            yield from merge(stage)
        weights = _possible(stage, last)
        if not weights:
            return
        last = stage.weighted(weights)
        yield from ARCS[last](stage)


def _possible(stage: Stage, last: str) -> dict[str, int]:
    """The arcs that make sense now, with their weights. The first ticket may be cut off by the end."""
    weights = stage.scenario.arcs | {"module": 0}
    fresh = len(stage.written) < len(modules())
    room = stage.budget.room("calls")
    if room > 2_000:
        weights["module"] = stage.scenario.arcs["module"] * (5 if fresh and room > 3_000 else 1)
    if not stage.done:
        return weights | dict.fromkeys(NEEDS_WORK, 0)
    idle = NEEDS_WORK if len(stage.finished) < 3 or last in NEEDS_WORK else ()
    return {
        name: weight
        for name, weight in weights.items()
        if weight and name not in idle and LENGTHS.get(name, 2) <= stage.left - LEAST
    }
