"""aider's chat history (``.aider.chat.history.md``): many sessions one after the other in Markdown.

A session begins with a heading, a prompt is lines that start with ``####``, aider's own output is lines that start with
``>``, and all else is the model's. aider reads it back by the same rule (0.86, ``utils.split_chat_history_markdown``).
"""

import re
from collections.abc import Iterator

from compaction_core.importers.aider.lines import Reader
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.values import first_prompt
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, Session, Warning
from compaction_core.words import count

_STARTED = re.compile(rb"^# aider chat started at (\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)[ \t\r]*$", re.MULTILINE)
_LOOKED_AT = 100_000


def detect(source: Source) -> str | None:
    """Why this is aider's: the heading that begins each of its sessions."""
    found = _STARTED.search(source.data[:_LOOKED_AT])
    return None if found is None else "it has the heading that aider begins a session with"


def read(source: Source) -> Iterator[Session]:
    """One session for each heading; those without a message are passed over by the loader."""
    starts = list(_STARTED.finditer(source.data))
    before = source.data[: starts[0].start()] if starts else source.data
    if before.strip():
        yield _session(before, "", 0)
    line, counted = 0, 0
    for at, start in enumerate(starts):
        line += source.data.count(b"\n", counted, start.start())
        counted = start.start()
        end = starts[at + 1].start() if at + 1 < len(starts) else len(source.data)
        yield _session(source.data[start.end() : end], start[1].decode(), line)


def _session(data: bytes, started: str, line: int) -> Session:
    lines = [line.decode("utf-8", "replace") for line in data.split(b"\n")]  # one by one: see cursor_specstory_md
    reader = Reader(started, line)
    reader.take([text.rstrip("\r") for text in lines])
    return Session(
        format="aider",
        title=first_prompt(reader.messages),
        version=reader.version,
        model=reader.model,
        messages=tuple(reader.messages),
        integrity=Integrity(lines=len(lines), skipped_rows=reader.own, warnings=tuple(_warnings(reader))),
    )


def _warnings(reader: Reader) -> Iterator[Warning]:
    if reader.own:
        counted = count(reader.own, "line")
        yield Warning(code="own_output", text=f"Left out {counted} of aider's own output, which it sends to no model.")


IMPORTER = importers.add(Importer(name="aider", label="aider chat history", detect=detect, read=read, order=15))
