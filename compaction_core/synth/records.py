"""Log lines and query results: outputs that can be as long as one likes."""

from random import Random

from compaction_core.synth.clock import stamp
from compaction_core.synth.functions import Function
from compaction_core.synth.logs import log_lines
from compaction_core.synth.project import Project
from compaction_core.synth.vocabulary import fill, skeleton

STATES = ("open", "done", "waiting", "failed", "expired")


def log(project: Project, function: Function, now: float, rng: Random, room: int) -> tuple[str, int, int]:
    """The end of a service log in which the function's error shows up: text, number of lines, of errors."""
    count = max(12, room // 82)
    moment = now - count * 0.9
    lines: list[str] = []
    errors = 0
    while len(lines) < count:
        moment += rng.random() * 1.8
        if (rng.random() < 0.04 or (not errors and len(lines) > count // 2)) and len(lines) + 4 <= count:
            lines += _error(project, function, moment)
            errors += 1
        else:
            lines += log_lines(project, moment, rng, 1)
    return "\n".join(lines), len(lines), errors


def _error(project: Project, function: Function, moment: float) -> list[str]:
    words, at = function.words, project.crash_line(function)
    source = project.files[words["path"]][at - 1].strip()
    error = "unexpected result" if words["error"].startswith(("Assertion", "Failed")) else words["error"]
    return [
        f"{stamp(moment)[11:19]} ERROR {words['pkg']}.{words['module']}: {error}",
        f'    File "{words["path"]}", line {at}, in {function.name}',
        f"      {source}",
    ]


def sql(function: Function) -> str:
    """The query that finds the rows a fault hits."""
    words = function.words
    return (
        f"SELECT id, tenant, {words['field']}, status, created_at, note FROM {words['entities']} "  # noqa: S608
        f"WHERE {fill(function.shape.where or 'true', words)} ORDER BY id"
    )


def rows(function: Function, now: float, rng: Random, room: int) -> tuple[str, int]:
    """A table of the rows that a fault hits, and how many there are in all."""
    words, shown = function.words, max(6, room // 78)
    total, ident, lines = shown + rng.randrange(40, 900), rng.randrange(1_000, 50_000), []
    for _ in range(shown):
        ident += rng.randrange(1, 40)
        value = "NULL" if function.shape.name == "none_strip" else f"{words['field'][:4]}-{rng.randrange(1, 60)}"
        row = (str(ident), rng.choice(skeleton()["tenants"]), value, rng.choice(STATES))
        when = stamp(now - rng.randrange(86_400 * 20))[:10]
        lines.append(" | ".join((*(f"{cell:<9}" for cell in row), when, rng.choice(skeleton()["notes"]))))
    head = " | ".join(f"{name:<9}" for name in ("id", "tenant", words["field"][:9], "status", "created_at", "note"))
    return "\n".join([head, "-" * len(head), *lines, f"({shown} of {total} rows shown)"]), total
