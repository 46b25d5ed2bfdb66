"""Ordinary log lines of the invented services."""

from random import Random

from compaction_core.synth.clock import stamp
from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import Words, fill, skeleton


def log_lines(project: Project, moment: float, rng: Random, count: int) -> list[str]:
    """So many lines of the scenario's service log, from ``moment`` on."""
    lines = []
    for _ in range(count):
        lines.append(f"{stamp(moment)[11:19]} {fill(rng.choice(project.scenario.log_lines), _numbers(rng))}")
        moment += rng.random() * 1.8
    return lines


def _numbers(rng: Random) -> Words:
    return {
        "tenant": rng.choice(skeleton()["tenants"]),
        "id": f"{rng.getrandbits(16):04x}",
        "ms": str(rng.randrange(3, 900)),
        "n": str(rng.randrange(10, 100)),
        "four": str(rng.randrange(1, 5)),
        "small": str(rng.randrange(1, 9)),
    }
