"""The context of a Kimi Code session as its records build it: compactions, undone turns, blanked results."""

from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.kimi.entries import Entry, message_of, text_of, tokens_of
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.recorded import Kept
from compaction_core.importers.shared.shapes import as_list, as_object
from compaction_core.importers.shared.values import optional_whole, whole
from compaction_core.session import Message, RecordedCompaction, Text

_SMALL = 100  # tokens of a tool result that micro compaction leaves alone
_MOST = 5_000_000  # messages looked through for all compactions and undos together


@dataclass
class _Fact:
    """A recorded compaction: where in the entries it stands, and the entries that stayed."""

    at: int
    kept: list[Entry]
    more: dict[str, Any]


@dataclass
class Context:
    """Every message in file order, the context now, and what was recorded on the way."""

    undone: int = 0
    _entries: list[Entry] = field(default_factory=list)
    _live: list[Entry] = field(default_factory=list)
    _facts: list[_Fact] = field(default_factory=list)
    _spent: int = 0
    _cleared: int = 0

    def push(self, *entries: Entry) -> None:
        """Add messages."""
        self._entries += entries
        self._live += entries

    def drop(self, entry: Entry) -> None:
        """An answer of which nothing came."""
        if self._entries and self._entries[-1] is entry:
            del self._entries[-1]
        if self._live and self._live[-1] is entry:
            del self._live[-1]

    def compact(self, value: dict[str, Any], line: int, moment: float | None, trigger: str | None) -> None:
        """Put the summary in the place of what the record says it replaces."""
        kept = self._kept(value)
        raw, told = value.get("summary"), value.get("contextSummary")
        inner = "\n".join(text for block in as_list(as_object(raw).get("content")) if (text := text_of(block)))
        summary = raw if isinstance(raw, str) else inner or (told if isinstance(told, str) else "")
        content = [{"type": "text", "text": told if isinstance(told, str) else summary}]
        entry = Entry("user", line, moment, content=content, summary=summary)
        more = {
            "trigger": trigger,
            "tokens_before": optional_whole(value.get("tokensBefore")),
            "tokens_after": optional_whole(value.get("tokensAfter")),
            "timestamp": moment,
        }
        self._facts.append(_Fact(len(self._entries), kept, more))
        self._entries.append(entry)
        tail = _is_tail(value)
        self._live = [entry, *kept] if tail else [*kept, entry]
        self._cleared = 0

    def _kept(self, value: dict[str, Any]) -> list[Entry]:
        """What stays word for word. A message that was cut to fit stays only in part, so it is not among them."""
        if self._spent > _MOST:
            return []
        self._spent += len(self._live)
        if _is_tail(value):
            return self._live[whole(value.get("compactedCount", value.get("count"))) :]
        own = [entry for entry in self._live if entry.is_own]
        count, head = whole(value.get("keptUserMessageCount")), optional_whole(value.get("keptHeadUserMessageCount"))
        if head is None:  # all of them, or the newest, of which the oldest was cut
            return own if count >= len(own) else own[len(own) - count + 1 :] if count else []
        last = max(count - head, 0)
        return own[: max(head - 1, 0)] + (own[max(len(own) - last + 1, head) :] if last else [])

    def undo(self, count: int) -> None:
        """Take back turns, up to the last compaction; nothing where there are fewer."""
        cut = len(self._live)
        for at in range(len(self._live) - 1, -1, -1):
            entry = self._live[at]
            self._spent += 1
            if count <= 0 or entry.summary is not None or self._spent > _MOST:
                break
            if entry.is_own:
                count, cut = count - 1, at
                while cut and _belongs(self._live[cut - 1], entry):
                    cut -= 1
        if count > 0:
            return
        gone = self._live[cut:]
        del self._live[cut:]
        self._cleared = min(self._cleared, cut)
        for entry in gone:
            entry.undone = True
        self.undone += len(gone)

    def clear(self, moment: float | None) -> None:
        """Begin again with nothing."""
        if self._live:
            self._facts.append(_Fact(len(self._entries), [], {"trigger": "clear", "timestamp": moment}))
        self._live, self._cleared = [], 0

    def blank(self, cutoff: int, moment: float | None) -> None:
        """Blank the larger results among the first ``cutoff`` messages of the context."""
        found = False
        for entry in self._live[self._cleared : cutoff]:
            if entry.role == "tool" and tokens_of(entry.content) >= _SMALL:
                entry.blanked = found = True
        self._cleared = max(self._cleared, min(cutoff, len(self._live)))
        if found:
            self._facts.append(_Fact(len(self._entries), [], {"kind": "clear", "timestamp": moment}))

    def messages(self, system: str | None) -> list[Message]:
        """The messages that were not taken back, behind the system prompt."""
        ids = CallIds()
        front = [] if system is None else [Message(role="system", parts=(Text(text=system),))]
        return front + [message_of(entry, ids) for entry in self._entries if not entry.undone]

    def compactions(self, front: int) -> list[RecordedCompaction]:
        """The compactions by the place of their messages, behind ``front`` prompts; with nothing behind it, none."""
        before = [front]
        place: dict[int, int] = {}
        for entry in self._entries:
            place[id(entry)] = before[-1]
            before.append(before[-1] + (not entry.undone))
        room = Kept()
        made: list[RecordedCompaction] = []
        for fact in self._facts:
            if before[fact.at] == before[-1]:
                continue
            stayed = [place[id(entry)] for entry in fact.kept if not entry.undone]
            hides = fact.more.get("kind") != "clear"
            kept = room.of([*range(front), *sorted(stayed)]) if hides else ()
            made.append(RecordedCompaction.model_validate({"index": before[fact.at], "kept": kept, **fact.more}))
        return made


def _is_tail(value: dict[str, Any]) -> bool:
    """Whether all behind the compacted messages stayed, as in older files."""
    told = value.get("legacyTail")
    return told if isinstance(told, bool) else optional_whole(value.get("keptUserMessageCount")) is None


def _belongs(entry: Entry, prompt: Entry) -> bool:
    """Whether a message was injected for this prompt."""
    owner = entry.origin.get("ownerPromptId")
    return entry.origin.get("kind") == "injection" and owner is not None and owner == prompt.identity
