"""What one message says, whatever stands around it: read once, used by every range that holds the message."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from compaction_core.extraction.cleaning import clean, clean_result
from compaction_core.extraction.cues import has, rule_strength, suspicious
from compaction_core.extraction.git import git_state
from compaction_core.extraction.identifiers import Mentions, Runs, identifiers, mentions
from compaction_core.extraction.outcomes import Outcome, names_error, outcome
from compaction_core.extraction.sentences import sentences
from compaction_core.extraction.terms import terms
from compaction_core.extraction.tools import Call, Manner, read_call
from compaction_core.extraction.typed import typed
from compaction_core.extraction.words import cost, one_line, quote
from compaction_core.session import File, Message, Text, ToolCall, ToolResult

Source = Literal["user", "assistant", "argument", "content", "result", "earlier"]
"""Who wrote an identifier: ``argument`` is a short value of a call, ``content`` a long one."""
Told = tuple[tuple[Source, Mentions], ...]

SHORT = 200
"""Longest value of a call, in characters, that counts as its argument and not as content."""
_NOT_TYPED = re.compile(r"/[\w:-]+|\[[^\]]*\]")
_BOX = re.compile(r"^\s*[-*+] \[ \] (.+)$", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Result:
    """A tool result, cleaned. No pydantic record: there are ten thousand of them, from values already checked."""

    call_id: str
    text: str
    is_error: bool
    _ends: dict[Manner, Outcome] = field(default_factory=dict, repr=False)

    def ends(self, call: Call) -> Outcome:
        """How the call ended whose result this is; it depends on no more of the call than its manner."""
        found = self._ends.get(call.manner)
        if found is None:
            found = self._ends[call.manner] = outcome(call, self.text, self.is_error)
        return found


@dataclass(frozen=True, eq=False)
class Note:
    """One message, read: its cleaned words, calls and results, and what the sections look for in them."""

    role: str
    """The message's, or ``injected`` for a user message that an importer marked as such."""
    text: str
    calls: tuple[tuple[str, Call], ...]
    """(call id, call)."""
    results: tuple[Result, ...]
    runs: Runs = field(repr=False)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the text, code left out."""
        return tuple(sentences(self.text))

    @cached_property
    def prose(self) -> str:
        """The sentences on one line, with ``…`` where something between them is left out."""
        whole, end, told = one_line(self.text), 0, ""
        for sentence in self.sentences:
            start = whole.find(sentence, end)
            gap = whole[end:start]
            told += (gap if gap in ("", " ") else " … ") + sentence if told else sentence
            end = start + len(sentence)
        return told

    @cached_property
    def _quotes(self) -> dict[tuple[str, int], str]:
        return {}

    def quoted(self, text: str, words: int) -> str:
        """``quote`` of a piece of the note, remembered: shortening costs more than all else when a range comes back."""
        found = self._quotes.get((text, words))
        if found is None:
            found = self._quotes[text, words] = quote(text, words)
        return found

    @cached_property
    def is_ask(self) -> bool:
        """A person wrote it: no injected message, no bare slash command, no note in brackets."""
        return self.role == "user" and any(not _NOT_TYPED.fullmatch(s) for s in self.sentences)

    @cached_property
    def rules(self) -> tuple[tuple[str, int], ...]:
        """Sentences that set a rule, with its strength."""
        found = [(s, rule_strength(s)) for s in self.sentences if 4 <= len(s) <= 500]
        return tuple([rule for rule in found if rule[1]])

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """Sentences that change the goal."""
        return tuple([s for s in self.sentences if has("changed", s)])

    @cached_property
    def reports(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Lines that are error messages, and sentences about something that went wrong."""
        pasted = [line.strip() for line in self.text.split("\n") if names_error(line)]
        return tuple(pasted), tuple([s for s in self.sentences if has("report", s) or names_error(s)])

    @cached_property
    def told(self) -> tuple[str, str]:
        """The last sentence that is neither question nor announcement, and the last of four words or more."""
        told = [s for s in reversed(self.sentences) if s.rstrip("*_")[-1:] not in ":：?？" and not suspicious(s)]
        return (told[0] if told else ""), next((s for s in told if cost(s) >= 8), "")

    @cached_property
    def boxes(self) -> tuple[str, ...]:
        """The open check boxes of the assistant."""
        return tuple(_BOX.findall(self.text)) if self.role == "assistant" and "[ ]" in self.text else ()

    @cached_property
    def git(self) -> tuple[tuple[str, str], ...]:
        """What git printed, the last of each kind."""
        found: dict[str, str] = {}
        for result in self.results:
            found.update(git_state(result.text))
        return tuple(found.items())

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The words by which it can be found again."""
        if self.role not in ("user", "assistant"):
            return ()
        return tuple(terms(" ".join(self.sentences), self.is_ask, self.runs))

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths of its text, repeats included."""
        return tuple([one.text for one in identifiers(self.text, False, self.runs) if one.kind == "path"])

    @cached_property
    def mentions(self) -> Told:
        """The different identifiers by who wrote them."""
        values = [value for _, call in self.calls for value in call.values]
        texts: tuple[tuple[Source, list[str]], ...] = (
            ("user", [self.text] if self.role == "user" else []),
            ("assistant", [self.text] if self.role == "assistant" else []),
            ("argument", [value for value in values if len(value) <= SHORT]),
            ("content", [value for value in values if len(value) > SHORT]),
            ("result", [result.text for result in self.results]),
        )
        found = [(source, mentions(said, source in ("user", "assistant"), self.runs)) for source, said in texts if said]
        return tuple([pair for pair in found if pair[1][0]])

    @cached_property
    def size(self) -> int:
        """Characters that it keeps, and what was drawn from them taken as a thousand."""
        values = sum(len(value) for _, call in self.calls for value in call.values)
        return 1000 + len(self.text) + values + sum(len(result.text) for result in self.results)


def take(message: Message, runs: Runs) -> Note:
    """Read one message; ``runs`` as ``identifiers`` takes it."""
    is_marked = "error" in message.flags
    calls = [(part.id, read_call(part)) for part in message.parts if isinstance(part, ToolCall)]
    results = [
        Result(part.call_id, clean_result(part.text), part.is_error or is_marked)
        for part in message.parts
        if isinstance(part, ToolResult)
    ]
    return Note(_role(message), _text(message), tuple(calls), tuple(results), runs)


def _role(message: Message) -> str:
    injected = message.role == "user" and ("meta" in message.flags or "synthetic" in message.flags)
    return "injected" if injected else message.role


def _text(message: Message) -> str:
    texts = [part.text for part in message.parts if isinstance(part, Text | File) and part.text]
    return typed(clean("\n\n".join(texts)))
