"""``python -m tests.conformance.table FOLDER``: write the README's table of systems from registry and recorded cases.

FOLDER holds the full files of cases; every case is answered anew and counted.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from compaction_core.strategies import Strategy, strategies
from tests.conformance.select import BUILT
from tests.conformance.test_vectors import wrong

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- systems: python -m tests.conformance.table FOLDER -->", "<!-- /systems -->"
EVIDENCE = {
    "vectors": "recorded cases",
    "specification": "its source, read",
    "documentation": "its documentation",
    "article": "an article's words",
    "baseline": "copies nobody",
}


def system_of(strategy: Strategy) -> str | None:
    """The file of recorded cases that a strategy is proven on."""
    fits = [name for name in BUILT if strategy.name == name or strategy.name.startswith(f"{name}-")]
    return max(fits, key=len, default=None) if strategy.evidence == "vectors" else None


def rows(passed: dict[str, tuple[int, int]]) -> Iterable[str]:
    """The lines of the table; ``passed`` are (passed, all) by system."""
    yield "| system | strategies | version | date | what it is checked against |"
    yield "|---|---|---|---|---|"
    groups: dict[tuple[str, str, str, str], list[Strategy]] = {}
    for strategy in sorted(strategies, key=lambda s: (s.family.casefold(), s.name)):
        found = system_of(strategy)
        proof = EVIDENCE[strategy.evidence]
        if found is not None:
            done, total = passed[found]
            proof = f"{found}: {done:,} of {total:,} recorded cases"
        groups.setdefault((strategy.family, strategy.version, strategy.date, proof), []).append(strategy)
    for (family, version, date, proof), members in groups.items():
        names = ", ".join(f"`{strategy.name}`" for strategy in members)
        yield f"| {family} | {names} | {version} | {date} | {proof} |"


def counted(folder: Path) -> dict[str, tuple[int, int]]:
    """(passed, all) of every system, from its full file of cases."""
    found = {}
    for system in BUILT:
        file = folder / f"{system}.json"
        total = len(json.loads(file.read_text(encoding="utf-8"))["cases"])
        found[system] = (total - len(wrong(file)), total)
    return found


def written(readme: str, passed: dict[str, tuple[int, int]]) -> str:
    """The README with the table made anew."""
    head, _, rest = readme.partition(BEGIN)
    _, _, tail = rest.partition(END)
    table = "\n".join(rows(passed))
    return f"{head}{BEGIN}\n{table}\n{END}{tail}"


if __name__ == "__main__":
    README.write_text(
        written(README.read_text(encoding="utf-8"), counted(Path(sys.argv[1]))), encoding="utf-8"
    )  # fmt: skip
