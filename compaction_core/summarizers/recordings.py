"""Runs kept as files, so that a demo or a review replays them without network or key.

One run is one JSON file. It holds the request's digest, never the transcript and never a key; the answer is in it.
Nothing is written but by ``record``, into the folder it is given.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from compaction_core.session import Record, Warning
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.summarizers.ladder import Attempt
from compaction_core.summarizers.runs import Answer, ModelSettings

LARGEST = 5_000_000
"""Bytes of the largest file that is read."""


class Recording(Record):
    """One run."""

    version: Literal[1] = 1
    digest: str
    """Of instructions and transcript."""
    prompt: str
    instructions_chars: int
    transcript_chars: int
    recorded_at: str
    """UTC, ISO 8601."""
    settings: ModelSettings
    answer: Answer
    attempts: tuple[Attempt, ...] = ()


def digest(request: SummaryRequest) -> str:
    """32 hex digits of instructions and transcript."""
    value = hashlib.blake2b(digest_size=16)
    for text in (request.instructions, request.transcript):
        data = text.encode("utf-8", "surrogatepass")
        value.update(len(data).to_bytes(8, "big") + data)
    return value.hexdigest()


def record(
    folder: Path,
    request: SummaryRequest,
    settings: ModelSettings,
    answer: Answer,
    attempts: Iterable[Attempt] = (),
    at: datetime | None = None,
) -> Path:
    """Write one run into ``folder``, which is made if it is missing. The file is whole or not there. Raises OSError."""
    kept = Recording(
        digest=digest(request),
        prompt=request.prompt,
        instructions_chars=len(request.instructions),
        transcript_chars=len(request.transcript),
        recorded_at=(at or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="milliseconds"),
        settings=settings,
        answer=answer,
        attempts=tuple(attempts),
    )
    data = kept.model_dump_json(indent=2).encode("utf-8", "replace") + b"\n"
    model = re.sub(r"[^A-Za-z0-9.]+", "-", settings.model).strip("-.")[:60] or "model"
    name = f"{kept.digest[:16]}-{model}-{hashlib.blake2b(data, digest_size=4).hexdigest()}.json"
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(folder / name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return folder / name


def replay(
    folder: Path, request: SummaryRequest, settings: ModelSettings, warnings: list[Warning] | None = None
) -> Answer | None:
    """The newest recorded answer to this request with these settings, marked as recorded; None if there is none."""
    newest = find(folder, request, settings, warnings)
    return None if newest is None else newest.answer.model_copy(update={"origin": "recorded"})


def find(
    folder: Path, request: SummaryRequest, settings: ModelSettings, warnings: list[Warning] | None = None
) -> Recording | None:
    """The newest run of this request with these settings; None if there is none.

    Address, timeout and streaming need not be the same. What is wrong with a file goes to ``warnings``.
    """
    wanted, mark = _asked(settings), digest(request)
    fitting = [r for r in _read(folder, f"{mark[:16]}-*.json", warnings) if r.digest == mark]
    same = [r for r in fitting if _asked(r.settings) == wanted]
    return max(same, key=lambda r: r.recorded_at, default=None)


def recordings(folder: Path, warnings: list[Warning] | None = None) -> tuple[Recording, ...]:
    """Every readable run of a folder, oldest first; a missing folder holds none."""
    return tuple(sorted(_read(folder, "*.json", warnings), key=lambda r: r.recorded_at))


def _asked(settings: ModelSettings) -> tuple[object, ...]:
    """What of the settings bears on the answer."""
    return (settings.model, settings.temperature, settings.max_tokens, settings.acknowledgement, settings.fence)


def _read(folder: Path, pattern: str, warnings: list[Warning] | None) -> Iterator[Recording]:
    for path in sorted(folder.glob(pattern)):
        try:
            if path.stat().st_size > LARGEST:
                raise ValueError("it is too large")
            yield Recording.model_validate_json(path.read_bytes())
        except (OSError, ValueError) as error:
            why = "it is no recorded run" if isinstance(error, ValidationError) else str(error)
            if warnings is not None:
                warnings.append(Warning(code="broken-recording", text=f"{path.name} was skipped: {why}."))
