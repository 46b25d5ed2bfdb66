"""``context.jsonl`` of Kimi CLI: the messages that the model is sent (``kimi_cli/soul/context.py``).

Between them stand ``_system_prompt``, ``_usage`` (the size of the context, not told apart by input and output) and
``_checkpoint``. A compaction begins the file anew with its output (``soul/compaction.py``), the old one is put aside
under another name, so what was compacted is not in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from compaction_core.importers.kimi.contents import answered, said
from compaction_core.importers.rows import Row
from compaction_core.importers.shared.apis.call_ids import CallIds
from compaction_core.importers.shared.recorded import prompts_before
from compaction_core.importers.shared.values import optional_text
from compaction_core.session import Flag, Message, Part, RecordedCompaction, Role, Text

MARKS = ("_system_prompt", "_usage", "_checkpoint")
_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_COMPACTED = "<system>Previous context has been compacted."
_OWN = ("<system>", "<system-reminder>")


@dataclass
class Context:
    """Takes the rows in order."""

    messages: list[Message] = field(default_factory=list)
    compactions: list[RecordedCompaction] = field(default_factory=list)
    skipped: int = 0
    _ids: CallIds = field(default_factory=CallIds)

    def take(self, rows: Iterable[Row]) -> None:
        """Add the messages of the rows."""
        for row in rows:
            value, role = row.value, _ROLES.get(str(row.value.get("role")))
            if value.get("role") == "_system_prompt":
                role = "system"
            if role is None:
                self.skipped += 1
                continue
            made = self._message(value, role, row.line)
            if made.summary is not None:
                index = len(self.messages)
                self.compactions.append(RecordedCompaction(index=index, kept=prompts_before(self.messages, index)))
            self.messages.append(made)

    def _message(self, value: dict[str, Any], role: Role, line: int) -> Message:
        content = value.get("content")
        if role == "tool":
            parts = answered(content, value.get("tool_call_id"), self._ids)
        else:
            parts = said(content, value.get("tool_calls"), self._ids)
        summary = _summary(parts) if role == "user" else None
        return Message(
            role=role,
            parts=parts,
            name=optional_text(value.get("name")),
            summary=summary,
            flags=_flags(parts) if role == "user" and summary is None else (),
            line=line,
        )


def _summary(parts: tuple[Part, ...]) -> str | None:
    texts = [part.text for part in parts if isinstance(part, Text)]
    return "\n".join(texts[1:]) if texts and texts[0].startswith(_COMPACTED) else None


def _flags(parts: tuple[Part, ...]) -> tuple[Flag, ...]:
    """Checkpoints and reminders, which the tool puts into the user's role."""
    own = bool(parts) and all(isinstance(part, Text) and part.text.lstrip().startswith(_OWN) for part in parts)
    return ("meta",) if own else ()
