"""Files for the tests, with a time of their own."""

import json
import os
from pathlib import Path


def put(path: Path, text: str, modified: int = 1_000) -> Path:
    """Write a file that was last changed then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (modified, modified))
    return path


def row(cwd: str) -> str:
    """A row that names the folder the agent works in."""
    return json.dumps({"type": "user", "cwd": cwd}, separators=(",", ":")) + "\n"
