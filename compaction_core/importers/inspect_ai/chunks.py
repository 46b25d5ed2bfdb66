"""Samples that a log stores in chunks: a shell, and its messages, events and attachments as numbered lists beside it.

Inspect AI 0.3.285 writes them (``log/_recorders/chunked``), and its own ``read_eval_log`` does not read them.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import chain
from typing import Any

from compaction_core.errors import BadInput
from compaction_core.importers.inspect_ai.events import ranges
from compaction_core.importers.shared.files.lenient_json import parse

_CHUNK = re.compile(r"(.*/(?:messages|events|attachments))/(\d{1,9})\.json", re.S)


class Chunks:
    """Reads the chunked samples of a log."""

    shell = "/sample.json"
    """How the path of a sample's shell ends; what belongs to it lies beside it."""

    def __init__(self, members: Mapping[str, bytes]) -> None:
        self._members = members
        self._starts: dict[str, dict[int, str]] = defaultdict(dict)
        for name in members:
            if found := _CHUNK.fullmatch(name):
                self._starts[found[1]][int(found[2])] = name

    def whole(self, name: str, value: dict[str, Any]) -> dict[str, Any]:
        """The sample as a log without chunks holds it, from its shell; BadInput where a part is missing."""
        folder = name.removesuffix(self.shell)
        pool = self._sequence(f"{folder}/messages")
        refs = ranges(value.get("message_refs"), len(pool))
        return {
            **value,
            "messages": list(chain.from_iterable(pool[start:end] for start, end in refs)),
            "events": self._sequence(f"{folder}/events"),
            "events_data": {"messages": pool},
            "attachments": {str(number): text for number, text in enumerate(self._sequence(f"{folder}/attachments"))},
        }

    def _sequence(self, folder: str) -> list[Any]:
        """All entries in order; each file is named after the number of its first."""
        entries: list[Any] = []
        for start, name in sorted(self._starts[folder].items()):
            if start != len(entries):
                raise BadInput(f"{folder[-80:]!r} in the log lacks its part {len(entries)}; copy the log again.")
            found = parse(self._members[name])
            entries += found if isinstance(found, list) else []
        return entries
