"""``python -m tests.conformance.select FOLDER``: write the compact selection of cases that lives in this repository.

Per sub-task the smallest cases that together stay under a size; the handed files hold far more.
"""

import json
import sys
from pathlib import Path
from typing import Any

SELECTION = Path(__file__).parent / "selection"
BYTES_PER_TASK = 24_000
BUILT = tuple(
    sorted(
        file.stem.replace("_", "-")
        for file in Path(__file__).parent.glob("*.py")
        if "\nTASKS" in file.read_text(encoding="utf-8")
    )
)
"""The systems that a module of this package answers for."""


def select(vectors: dict[str, Any]) -> dict[str, Any]:
    """The smallest cases of each sub-task."""
    chosen: list[dict[str, Any]] = []
    for task in sorted({case["strategy"] for case in vectors["cases"]}):
        room = BYTES_PER_TASK
        cases = [case for case in vectors["cases"] if case["strategy"] == task]
        for case in sorted(cases, key=lambda case: len(json.dumps(case))):
            room -= len(json.dumps(case))
            if room < 0:
                break
            chosen.append(case)
    return {**{key: vectors[key] for key in ("system", "version", "graded")}, "cases": chosen}


if __name__ == "__main__":
    SELECTION.mkdir(exist_ok=True)
    for system in BUILT:
        vectors = json.loads((Path(sys.argv[1]) / f"{system}.json").read_text(encoding="utf-8"))
        target = SELECTION / f"{system}.json"
        target.write_text(json.dumps(select(vectors), ensure_ascii=False, indent=None), encoding="utf-8")
        print(target.name, len(select(vectors)["cases"]), "cases")
