"""Inspect AI evaluation logs: ``.json``, and ``.eval`` (a zip file of JSON members; versions 0.3.50 to 0.3.285)."""

from collections.abc import Iterator

from compaction_core.errors import BadInput
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.inspect_ai.sample import session_of
from compaction_core.importers.shared.lenient_json import parse
from compaction_core.importers.source import Source
from compaction_core.session import Session

_HEADERS = ("header.json", "_journal/start.json")
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
    names = [name for name in source.members if name.startswith("samples/") and name.endswith(".json")]
    whole = [name for name in names if name.count("/") == 1]
    if names and not whole:
        raise BadInput(
            "The samples of this log are stored in chunks, which is not read here; "
            "write it again with `inspect log convert --to json` and load that."
        )
    header = next((parse(source.members[name]) for name in _HEADERS if name in source.members), None)
    for name in whole:
        sample = parse(source.members[name])
        if isinstance(sample, dict):
            yield session_of(sample, header if isinstance(header, dict) else {}, len(whole))


IMPORTER = importers.add(Importer(name="inspect_ai", label="Inspect AI log", detect=detect, read=read, order=15))
