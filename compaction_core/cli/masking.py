"""The one door: what a command prints of a transcript is masked on its way out, unless --no-redact."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from compaction_core.redaction import NO_MASKING, Kind, Masking, found_words, told
from compaction_core.redaction.own import from_file
from compaction_core.session import Session


@dataclass
class _Door:
    masking: Masking
    beside: list[Session] = field(default_factory=list)
    """What the command read: secrets and names in it are known, wherever they are printed."""
    counts: Counter[Kind] = field(default_factory=Counter)


_DOOR: ContextVar[_Door | None] = ContextVar("door", default=None)
"""None: the command shows no transcript."""


@contextmanager
def masked(asked: Namespace) -> Iterator[None]:
    """While a command runs; afterwards a line on stderr says what was masked. Raises BadParameter for its words."""
    if not hasattr(asked, "redact"):
        yield
        return
    door = _Door(Masking(kinds=asked.redact, words=from_file(asked.redact_words)))
    before = _DOOR.set(door)
    try:
        yield
        sys.stdout.flush()
        if any(door.counts.values()):
            print(f"compaction-explorer: masked {found_words(door.counts)}; --no-redact leaves them.", file=sys.stderr)
    finally:
        _DOOR.reset(before)


def masking() -> Masking:
    """What this run masks."""
    door = _DOOR.get()
    return NO_MASKING if door is None else door.masking


def known(session: Session) -> None:
    """Say which transcript the command is about."""
    door = _DOOR.get()
    if door is not None:
        door.beside.append(session)


def masked_json(value: dict[str, Any]) -> dict[str, Any]:
    """The object with its texts masked, and ``redacted``: how many of each kind, null with --no-redact."""
    door = _DOOR.get()
    if door is None:
        return value
    shown, counts = door.masking.applied(value, door.beside)
    door.counts.update(counts)
    note: dict[str, Any] = {"redacted": counts if door.masking.on else None}
    if any(counts.values()):
        note["redaction"] = told(counts)
    if "$schema" in shown:  # a format of others: only its bag of properties is ours
        return {**shown, "properties": {**shown.get("properties", {}), **note}}
    return {**shown, **note}


def masked_text(text: str) -> str:
    """The text masked."""
    door = _DOOR.get()
    if door is None:
        return text
    (shown,), counts = door.masking.applied([text], door.beside)
    door.counts.update(counts)
    return shown
