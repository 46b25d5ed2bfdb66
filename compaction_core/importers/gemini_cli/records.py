"""The log of Gemini CLI's chat recorder (JSONL from 0.40 on), and the list of records in its older JSON files.

A row with a known id updates that message, ``$rewindTo`` takes back a message and all after it, and
``$set`` patches the session; when it holds ``messages``, the context became that list.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.gemini_cli.messages import Converter, outputs
from compaction_core.importers.shared.timeline import Timeline
from compaction_core.importers.shared.values import optional_text, seconds, whole
from compaction_core.session import Message

_ROLES = ("user", "gemini")
_ON_SCREEN = ("info", "error", "warning")
_COMPRESSED = re.compile(r"compressed from (\d+) to (\d+) tokens")
_COMPRESSION = "The chat was compressed here. The file does not hold the summary."
_REPLACEMENT = "Messages were taken out of the context here, without a summary."


@dataclass
class Records:
    """Takes records and log operations in order; each record is one slot of the timeline."""

    timeline: Timeline[str] = field(default_factory=Timeline)
    merged: int = 0
    skipped: int = 0
    rewound: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    _records: dict[str, tuple[dict[str, Any], int | None]] = field(default_factory=dict)
    _listed: dict[str, int] = field(default_factory=dict)
    """Position in the context, by id."""
    _converter: Converter = field(default_factory=Converter)

    def take(self, value: dict[str, Any], line: int | None) -> None:
        """Read one row of the log, or one entry of ``messages``."""
        target, patch = value.get("$rewindTo"), value.get("$set")
        if isinstance(target, str):
            self._rewind(target)
        elif isinstance(patch, dict):
            self._patch(patch, line)
        elif "type" in value and ("id" in value or "content" in value):
            self._record(value, line)
        else:
            self.metadata |= {key: told for key, told in value.items() if key != "messages"}
            self.skipped += 1

    def _record(self, value: dict[str, Any], line: int | None) -> None:
        kind = value.get("type")
        if kind == "model":  # as the API names it
            value, kind = {**value, "type": "gemini", "content": value.get("content", value.get("parts"))}, "gemini"
        if kind not in _ROLES:
            self.skipped += 1
            found = _COMPRESSED.search(str(value.get("content"))[:500]) if kind == "info" else None
            if found:
                self._compressed(value, line, found)
            elif kind not in _ON_SCREEN:
                self.unknown[str(kind)[:40]] += 1
            return
        identity = optional_text(value.get("id")) or f"record {len(self.timeline.slots)}"
        if identity in self._listed:
            self.merged += 1
            self._records[identity] = (value, self._records[identity][1])
            return
        self._add(identity, value, line)

    def _add(self, identity: str, value: dict[str, Any], line: int | None) -> None:
        self._records[identity] = (value, line)
        self._listed[identity] = len(self.timeline.context)
        self.timeline.add(identity)

    def _compressed(self, value: dict[str, Any], line: int | None, found: re.Match[str]) -> None:
        """The message on the screen that says a compression took place: all that an old file tells of it."""
        before, after = (whole(int(number[:15])) for number in found.groups())
        moment = seconds(value.get("timestamp"))
        note = self._note(_COMPRESSION, value, line)
        self._compact([note], [], tokens_before=before, tokens_after=after, timestamp=moment)

    def _note(self, text: str, value: dict[str, Any], line: int | None) -> str:
        identity = f"note {len(self.timeline.slots)}"
        self._records[identity] = ({**value, "type": "note", "content": text}, line)
        return identity

    def _compact(self, items: list[str], kept: list[int], **details: Any) -> None:
        self.timeline.compact(items, kept, **details)
        self._converter.summaries.add(items[0])
        self._listed = {self.timeline.slots[slot]: at for at, slot in enumerate(self.timeline.context)}

    def _rewind(self, target: str) -> None:
        """Take back a message and all after it; all of them if it is not there, as the recorder does."""
        self.skipped += 1
        position = self._listed.get(target, 0)
        for slot in self.timeline.context[position:]:
            self._listed.pop(self.timeline.slots[slot], None)
        self.rewound += len(self.timeline.rewind(position))

    def _patch(self, patch: dict[str, Any], line: int | None) -> None:
        self.skipped += 1
        self.metadata |= {key: told for key, told in patch.items() if key != "messages"}
        messages = patch.get("messages")
        if isinstance(messages, list):
            self._replace([m for m in messages if isinstance(m, dict) and m.get("type") in _ROLES], line)

    def _replace(self, messages: list[dict[str, Any]], line: int | None) -> None:
        """The context became this list: by a compression, by masking old tool outputs, or by leaving messages out."""
        named = {identity: m for m in messages if (identity := optional_text(m.get("id"))) is not None}
        new = [m for m in messages if optional_text(m.get("id")) not in self._listed]
        gone = [identity for identity in self._listed if identity not in named]
        moment = next((found for m in new if (found := seconds(m.get("timestamp"))) is not None), None)
        kept = [slot for slot in self.timeline.context if self.timeline.slots[slot] in named]
        if gone and new:
            items = [optional_text(m.get("id")) or f"new {len(self._records)}.{at}" for at, m in enumerate(new)]
            self._records |= {identity: (m, line) for identity, m in zip(items, new, strict=True)}
            self._compact(items, kept, timestamp=moment)
        elif gone:
            first = min(gone, key=lambda identity: self._listed[identity])
            if self._listed[first] + len(gone) == len(self.timeline.context):
                self._rewind(first)
            else:
                self._compact([self._note(_REPLACEMENT, {}, line)], kept)
        else:
            self._masked(named)
            for message in new:
                self._record(message, line)

    def _masked(self, named: dict[str, dict[str, Any]]) -> None:
        """Old tool outputs that were exchanged for shorter ones: the originals stay, and count as pruned."""
        changed: list[int] = []
        for slot in self.timeline.context:
            identity = self.timeline.slots[slot]
            after = outputs(named.get(identity, {}))
            before = outputs(self._records[identity][0]) if after else {}
            if any(text != before.get(call, text) for call, text in after.items()):
                changed.append(slot)
        if changed:
            self.timeline.clear(changed)

    def messages_of(self, identity: str) -> list[Message]:
        """The messages of a slot."""
        value, line = self._records[identity]
        return self._converter.messages(value, identity, line)
