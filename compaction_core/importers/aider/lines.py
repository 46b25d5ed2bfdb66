"""The lines of one aider session as messages."""

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from compaction_core.importers.shared.values import optional_text, seconds
from compaction_core.session import Message, Text, Usage

_Kind = Literal["user", "assistant", "own"]
_VERSION = re.compile(r"> Aider v(\S+)")
_MODEL = re.compile(r"> (?:Main model|Models?): (\S+)")
_TOKENS = re.compile(r"> Tokens: (.*)")
_COUNT = re.compile(r"([\d.,]+)\s?([kM]?) (sent|received|cache write|cache hit)")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_TIMES = {"": 1, "k": 1_000, "M": 1_000_000}


@dataclass
class Reader:
    """Takes the lines of one session; ``first_line`` is the 0-based line of its heading in the file."""

    started: str
    first_line: int
    messages: list[Message] = field(default_factory=list)
    own: int = 0
    """Lines of aider's own output."""
    version: str | None = None
    model: str | None = None
    _kind: _Kind = "own"
    _held: list[str] = field(default_factory=list)
    _held_from: int = 0

    def take(self, lines: list[str]) -> None:
        """Read all lines."""
        quoted = _quoted(lines)
        for number, line in enumerate(lines):
            kind: _Kind = "assistant" if number in quoted else _kind_of(line)
            if kind == "own":
                self._told(line)
            if kind != self._kind:
                self._close()
                self._kind, self._held_from = kind, number
            self._held.append(line[4:].strip() if kind == "user" else line)
            if kind == "own" and _TOKENS.match(line):
                self._count(line)
        self._close()

    def _told(self, line: str) -> None:
        self.own += 1
        version, model = _VERSION.match(line), _MODEL.match(line)
        self.version = version[1] if version else self.version
        self.model = model[1].rstrip(",") if model else self.model

    def _close(self) -> None:
        blank = next((n for n, line in enumerate(self._held) if line.strip()), 0)
        text = "\n".join(self._held[blank:]).rstrip("\n")
        self._held = []
        if self._kind == "own" or not text.strip():
            return
        moment = seconds(self.started) if not self.messages else None
        made = Message(role=self._kind, parts=(Text(text=text),), line=self.first_line + self._held_from + blank)
        model = optional_text(self.model) if self._kind == "assistant" else None
        self.messages.append(replace(made, timestamp=moment, model=model))

    def _count(self, line: str) -> None:
        """Give the answer before it the tokens that aider reports; ``sent`` includes what was cached."""
        found = {what: _number(number, unit) for number, unit, what in _COUNT.findall(line[:300])}
        read, written = found.get("cache hit", 0), found.get("cache write", 0)
        usage = Usage(
            input=max(0, found.get("sent", 0) - read - written),
            cache_read=read,
            cache_write=written,
            output=found.get("received", 0),
        )
        if self.messages and self.messages[-1].role == "assistant" and usage.total:
            self.messages[-1] = replace(self.messages[-1], usage=usage)


def _kind_of(line: str) -> _Kind:
    if line.startswith("#### ") or line.rstrip() == "####":
        return "user"
    return "own" if line.startswith("> ") or line.rstrip() == ">" else "assistant"


def _quoted(lines: list[str]) -> set[int]:
    """Lines inside code of the model that look like a prompt or like output.

    A fence counts only if it is closed before aider's next report of tokens: an answer may be cut off inside one.
    """
    found: set[int] = set()
    fence = ""
    inside: list[int] = []
    for number, line in enumerate(lines):
        if line.startswith("> Tokens: "):
            fence, inside = "", []
            continue
        mark = _FENCE.match(line)
        if not fence:
            fence, inside = (mark[1], []) if mark else ("", [])
        elif mark and mark[1] == fence and line.rstrip() == fence:
            found.update(inside)
            fence = ""
        elif _kind_of(line) != "assistant":
            inside.append(number)
    return found


def _number(number: str, unit: str) -> int:
    try:
        return min(int(float(number.replace(",", "")) * _TIMES[unit]), 10**12)
    except (ValueError, OverflowError):
        return 0
