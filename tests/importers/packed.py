"""Files in a zip file and in a folder."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

CHAT = json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]).encode()


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def folder(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def both(root: Path, files: dict[str, bytes]) -> list[Any]:
    """The same files as a zip file and as a folder."""
    return [zipped(files), folder(root, files)]
