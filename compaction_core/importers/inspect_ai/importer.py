"""Inspect AI evaluation logs: ``.json``, and ``.eval`` (a zip file of JSON members; versions 0.3.50 to 0.3.285)."""

import re
from collections.abc import Iterator

from compaction_core.importers.base import Importer, importers
from compaction_core.importers.inspect_ai.chunks import Chunks
from compaction_core.importers.inspect_ai.sample import session_of
from compaction_core.importers.shared.files.lenient_json import parse
from compaction_core.importers.source import Source
from compaction_core.session import Session

_HEADERS = ("header.json", "_journal/start.json")
# A sample's id may hold slashes.
_SAMPLE = re.compile(r"samples/(?:[^/]*|.*_epoch_\d+)\.json|samples/.*_epoch_\d+/sample\.json", re.S)
_EVENTS = ("model", "tool", "compaction", "span_begin", "sample_init", "state", "step")


def detect(source: Source) -> str | None:
    """Why this is a log of Inspect: a zip file with its header, ``eval`` beside samples, or a list of its events."""
    for name in _HEADERS:
        if name in source.members:
            return f"it is a zip file with {name}"
    document = source.document
    if not isinstance(document, dict):
        return None
    if isinstance(document.get("eval"), dict) and ("samples" in document or "plan" in document):
        return "it has eval and samples"
    events = document.get("events")
    first = [event for event in events[:8] if isinstance(event, dict)] if isinstance(events, list) else []
    named = sum(event.get("event") in _EVENTS for event in first)
    return "it has a list of Inspect events" if 2 * named > len(first) else None


def read(source: Source) -> Iterator[Session]:
    """One session for each sample and epoch."""
    document = source.document
    if not isinstance(document, dict):
        yield from _members(source)
        return
    samples = document.get("samples")
    listed = samples if isinstance(samples, list) else [document] if "events" in document else []
    for sample in listed:
        if isinstance(sample, dict):
            yield session_of(sample, document, len(listed))


def _members(source: Source) -> Iterator[Session]:
    names = [name for name in source.members if _SAMPLE.fullmatch(name)]
    header = next((parse(source.members[name]) for name in _HEADERS if name in source.members), None)
    chunks = Chunks(source.members)
    for name in names:
        sample = parse(source.members[name])
        if isinstance(sample, dict):
            whole = chunks.whole(name, sample) if name.endswith(Chunks.shell) else sample
            yield session_of(whole, header if isinstance(header, dict) else {}, len(names))


IMPORTER = importers.add(Importer(name="inspect_ai", label="Inspect AI log", detect=detect, read=read, order=15))
