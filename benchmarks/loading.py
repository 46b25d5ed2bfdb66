"""Load and count a 100 MB Claude Code JSONL, against parsing it and encoding the same text and nothing else.

Both run in fresh processes, in turn; CPU seconds; medians over ``--runs`` (default 3).
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = [
    "the",
    "cache",
    "key",
    "must",
    "hold",
    "the",
    "tenant",
    "id",
    "because",
    "two",
    "tenants",
    "share",
    "one",
    "worker",
    "and",
    "the",
    "test",
    "proves",
    "it",
]


def write(path: Path, megabytes: int) -> None:
    """Distinct messages: prose, calls with arguments, and results that look like code."""
    dice, size, number = random.Random(1), 0, 0
    with path.open("w", encoding="utf-8") as out:
        while size < megabytes * 1_000_000:
            for row in _turn(dice, number):
                line = json.dumps(row)
                out.write(line + "\n")
                size += len(line) + 1
            number += 1


def _turn(dice: random.Random, n: int) -> list[dict]:
    common = {"sessionId": "s", "isSidechain": False, "version": "2.1.0", "cwd": "/repo", "userType": "external"}
    stamp = f"2026-01-{1 + n // 86400 % 28:02d}T{n // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z"
    prose = " ".join(dice.choices(WORDS, k=40))
    code = "\n".join(f"    row_{dice.randrange(10**6)} = load({dice.choice(WORDS)!r}, {i})" for i in range(60))
    usage = {"input_tokens": 5, "cache_read_input_tokens": 1000, "output_tokens": 50}
    call = {"type": "tool_use", "id": f"c{n}", "name": "Read", "input": {"file_path": f"src/m{n}.py"}}
    parent = f"r{n - 1}" if n else None
    return [
        {**common, "type": "user", "uuid": f"u{n}", "parentUuid": parent, "timestamp": stamp,
         "message": {"role": "user", "content": f"{n}: {prose}"}},
        {**common, "type": "assistant", "uuid": f"a{n}", "parentUuid": f"u{n}", "timestamp": stamp,
         "message": {"id": f"m{n}", "role": "assistant", "model": "claude", "usage": usage,
                     "content": [{"type": "text", "text": prose[::-1]}, call]}},
        {**common, "type": "user", "uuid": f"r{n}", "parentUuid": f"a{n}", "timestamp": stamp,
         "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{n}", "content": code}]}},
    ]  # fmt: skip


def floor(path: Path) -> None:
    """orjson on every line, tiktoken on every text that a model would read."""
    import orjson

    from compaction_core.tokens.bpe import encoding

    encode = encoding("o200k_base").encode_ordinary
    total = 0
    for line in path.read_bytes().splitlines():
        content = orjson.loads(line)["message"]["content"]
        for block in [{"text": content}] if isinstance(content, str) else content:
            if "input" in block:
                total += len(encode(block["name"])) + len(encode(orjson.dumps(block["input"]).decode()))
            else:
                total += len(encode(block.get("text") or block.get("content") or ""))
    print(total, file=sys.stderr)


def ours(path: Path) -> None:
    """The product's own way."""
    from compaction_core import load, measure

    print(measure(load(path)).total, file=sys.stderr)


def _seconds(what: str, path: Path) -> tuple[float, str]:
    script = (
        f"import time; from pathlib import Path; from benchmarks.loading import {what} as run\n"
        f"from compaction_core import load; from compaction_core.tokens.bpe import encoding; encoding('o200k_base')\n"
        f"start = time.process_time(); run(Path({str(path)!r})); print(time.process_time() - start)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(ran.stdout), ran.stderr.strip()


def main() -> None:
    """Write the file, run both in turn, print medians and ratio."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--megabytes", type=int, default=100)
    options.add_argument("--runs", type=int, default=3)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        write(path, asked.megabytes)
        pairs = []
        for _ in range(asked.runs):
            (bare, bare_tokens), (full, tokens) = _seconds("floor", path), _seconds("ours", path)
            pairs.append((bare, full))
        print(f"tokens: floor {bare_tokens}, ours {tokens}")
        print(f"floor  {statistics.median(b for b, _ in pairs):.2f} s CPU (orjson + tiktoken)")
        print(f"ours   {statistics.median(f for _, f in pairs):.2f} s CPU (load + count)")
        print(f"ratio  {statistics.median(f / b for b, f in pairs):.2f}  (target 1.5)")


if __name__ == "__main__":
    began = time.monotonic()
    main()
    print(f"took {time.monotonic() - began:.0f} s")
