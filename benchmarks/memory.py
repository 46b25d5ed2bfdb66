"""Memory of loading a transcript, as multiples of its bytes: while it is read, and held afterwards.

Each file is loaded twice in fresh processes: once as it is (the process's resident peak), once under ``tracemalloc``
(exact, and ten times as slow). The floor beside them is what orjson's rows of the same file take, all held at once.
Without FILEs three are generated: an agent at work, one whose rows are short, and bare one-line chat messages. A
message costs some 300 bytes beside its text, and its parsed row as much while the file is read, so the multiple grows
as the messages of a file get shorter; the target holds from about 200 bytes of file a message.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import tracemalloc
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import orjson

from benchmarks import loading
from compaction_core import load_all

TARGET = 6.0
WORDS = ("yes", "go", "on", "fix", "it", "ok", "the", "test", "next")


class Memory(NamedTuple):
    """Bytes: of the file, resident at the peak, and by tracemalloc at the peak, afterwards, and of the parsed rows."""

    size: int
    messages: int
    resident: int
    peak: int
    kept: int
    rows: int

    def times(self, number: int) -> float:
        """A number of bytes as a multiple of the file's."""
        return number / self.size


def memory(path: Path) -> Memory:
    """Measure one file in fresh processes; raises CalledProcessError where it cannot be loaded."""
    resident, messages = _child("resident", path)
    peak, kept, rows = _child("traced", path)
    return Memory(path.stat().st_size, messages, resident, peak, kept, rows)


def resident(path: Path) -> tuple[int, int]:
    """Growth of the peak of resident memory, and the number of messages."""
    before = _high_water(reset=True)
    found = load_all(path)
    return _high_water() - before, sum(len(session.messages) for session in found)


def traced(path: Path) -> tuple[int, int, int]:
    """Allocated at the peak, held by the sessions, and held by the rows alone."""
    load_all([{"role": "user", "content": "imports everything that is imported once"}])
    tracemalloc.start()
    found = load_all(path)
    kept, peak = tracemalloc.get_traced_memory()
    del found
    before = tracemalloc.get_traced_memory()[0]
    rows = [_row(line) for line in path.read_bytes().splitlines()]
    alone = tracemalloc.get_traced_memory()[0] - before if rows else 0
    tracemalloc.stop()
    return peak, kept, alone


def _row(line: bytes) -> object:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def _high_water(reset: bool = False) -> int:
    """Most bytes resident so far; on Linux ``reset`` begins anew at what is resident now."""
    status, clear = Path("/proc/self/status"), Path("/proc/self/clear_refs")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # macOS: bytes
    if reset:
        clear.write_text("5", encoding="ascii")
    line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def _child(what: str, path: Path) -> list[int]:
    script = (
        f"import json; from pathlib import Path; from benchmarks.memory import {what} as run, load_all\n"
        f"load_all([{{'role': 'user', 'content': 'hi'}}]); print(json.dumps(run(Path({str(path)!r}))))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    found: list[int] = json.loads(ran.stdout)
    return found


def short_rows(path: Path, megabytes: float) -> None:
    """A Claude Code file of three words a message, with the ids and folders of real ones; about 500 bytes a row."""
    rows = ({
        "parentUuid": _uuid(n - 1) if n else None, "isSidechain": False, "userType": "external", "cwd": "/home/me/app",
        "sessionId": _uuid(-1), "version": "2.1.0", "gitBranch": "main", "type": ("user", "assistant")[n % 2],
        "message": {"id": f"msg_{n:024}", "role": ("user", "assistant")[n % 2], "content": said},
        "uuid": _uuid(n), "timestamp": "2026-01-01T00:00:00.000Z",
    } for n, said in enumerate(_said()))  # fmt: skip
    _write(path, megabytes, rows)


def one_liners(path: Path, megabytes: float) -> None:
    """Bare chat messages, about 45 bytes a row."""
    _write(path, megabytes, ({"role": ("user", "assistant")[n % 2], "content": s} for n, s in enumerate(_said())))


def _uuid(number: int) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, str(number)))


def _said() -> Iterator[str]:
    dice = random.Random(1)
    while True:
        yield " ".join(dice.choices(WORDS, k=3))


def _write(path: Path, megabytes: float, rows: Iterator[dict[str, object]]) -> None:
    size = 0
    with path.open("w", encoding="utf-8") as out:
        while size < megabytes * 1_000_000:
            size += out.write(json.dumps(next(rows)) + "\n")


MADE: dict[str, Callable[[Path, int], None]] = {
    "agent at work": loading.write, "short rows": short_rows, "one-line chat": one_liners,
}  # fmt: skip


def main() -> None:
    """One line a file."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options.add_argument("--megabytes", type=int, default=20, help="size of the generated files (default: 20)")
    asked = options.parse_args()
    print(f"{'':32}     MB  messages  bytes each   resident   peak   kept  of a message   rows alone")
    with tempfile.TemporaryDirectory() as folder:
        for path in asked.files or _made(Path(folder), asked.megabytes):
            _print(path.stem, memory(path))


def _made(folder: Path, megabytes: int) -> Iterator[Path]:
    for name, write in MADE.items():
        path = folder / f"{name}.jsonl"
        write(path, megabytes)
        yield path


def _print(name: str, found: Memory) -> None:
    each = max(1, found.messages)
    mark = "" if found.times(found.peak) <= TARGET else f"  over {TARGET:.0f} ×"
    print(
        f"{name[:32]:32} {found.size / 1e6:6.1f} {found.messages:9,} {found.size // each:11,}"
        f" {found.times(found.resident):8.1f} × {found.times(found.peak):4.1f} × {found.times(found.kept):4.1f} ×"
        f" {found.kept // each:11,} B {found.times(found.rows):10.1f} ×{mark}"
    )


if __name__ == "__main__":
    main()
