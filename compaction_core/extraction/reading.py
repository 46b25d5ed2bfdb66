"""The messages to summarize, read once: what each person and tool said, in turns."""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from functools import cached_property

from compaction_core.extraction.cleaning import GAP, clean, clean_result
from compaction_core.extraction.earlier import Earlier, read_earlier
from compaction_core.extraction.language import Words, detect, phrases
from compaction_core.extraction.outcomes import NO_RESULT, Outcome, outcome
from compaction_core.extraction.sentences import sentences
from compaction_core.extraction.tools import Call, read_call
from compaction_core.extraction.words import one_line
from compaction_core.session import File, Message, Record, Text, ToolCall, ToolResult

_NOT_TYPED = re.compile(r"/[\w:-]+|\[[^\]]*\]")
_LEFT_OUT = f"\n\n{GAP}\n\n"
# Tags with - or _ in their names, and a few more, hold what a harness added …
_INJECTED_TAG = re.compile(r"<([a-z]+[-_][\w-]{1,40}|INSTRUCTIONS|context|attachments?|reminder)\b[^<>]{0,200}>")
# … and these what a person typed.
_TYPED_TAG = re.compile(r"</?(?:command-args|command-name|user_query|user-prompt|user_message)>")


class Entry(Record):
    """One message: its cleaned words, the calls it makes, the result it holds."""

    index: int
    role: str
    text: str = ""
    calls: tuple[int, ...] = ()
    """Positions in ``Reading.calls``."""
    result: str = ""

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of the text, code left out."""
        return sentences(self.text)

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
    def is_ask(self) -> bool:
        """A person wrote it: no injected message, no bare slash command, no note in brackets."""
        return self.role == "user" and any(not _NOT_TYPED.fullmatch(s) for s in self.sentences)


class Done(Record):
    """A call and how it ended."""

    call: Call
    outcome: Outcome


class Turn(Record):
    """A user message (None before the first) and everything until the next."""

    ask: Entry | None
    entries: tuple[Entry, ...]
    """Without the ask."""


class Reading(Record):
    """Everything the section modules look at."""

    entries: tuple[Entry, ...]
    calls: tuple[Done, ...]
    earlier: Earlier

    @cached_property
    def asks(self) -> tuple[Entry, ...]:
        """The messages a person wrote."""
        return tuple(entry for entry in self.entries if entry.is_ask)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The entries by turn."""
        groups: list[tuple[Entry | None, list[Entry]]] = [(None, [])]
        for entry in self.entries:
            if entry.is_ask:
                groups.append((entry, []))
            else:
                groups[-1][1].append(entry)
        return tuple(Turn(ask=ask, entries=tuple(rest)) for ask, rest in groups if ask or rest)

    @cached_property
    def root(self) -> str:
        """The deepest folder that holds three of five absolute paths the calls work on, with its slash; else ``""``."""
        files = {file for done in self.calls for file in done.call.files if re.match(r"/|[A-Za-z]:[/\\]", file)}
        holds: Counter[str] = Counter()
        for file in files:
            ends = [m.end() for m in re.finditer(r"[/\\]", file)]
            holds.update(file[:end] for end in ends[2:])
        enough = [folder for folder, n in holds.items() if n > 1 and 5 * n >= 3 * len(files)]
        return max(enough, key=lambda folder: (len(folder), folder), default="")

    def short(self, text: str) -> str:
        """A path, or a call's argument, without the folder that most paths share."""
        return text.replace(self.root, "") or text if self.root else text

    @cached_property
    def labels(self) -> Words:
        """The fixed words in the language of the user's prose (the assistant's, if the user hardly wrote)."""
        prose = " ".join(s for entry in self.asks for s in entry.sentences)[:20_000]
        if sum(map(str.isalpha, prose)) < 20:
            replies = [s for entry in self.entries if entry.role == "assistant" for s in entry.sentences]
            prose = " ".join([prose, *replies])[:20_000]
        return phrases(detect(prose))


def read(indexes: Sequence[int], messages: Sequence[Message], previous_summary: str | None = None) -> Reading:
    """Read messages with their numbers; messages that an importer marked as injected are no user asks."""
    entries: list[Entry] = []
    done: list[Done] = []
    waiting: defaultdict[str, deque[int]] = defaultdict(deque)
    earlier = [previous_summary] if previous_summary else []
    for index, message in zip(indexes, messages, strict=True):
        if message.summary is not None:
            earlier += [message.summary] if message.summary not in earlier else []
            continue
        calls = _open(index, message, done, waiting)
        result = _close(message, done, waiting)
        entries.append(Entry(index=index, role=_role(message), text=_text(message), calls=tuple(calls), result=result))
    return Reading(entries=tuple(entries), calls=tuple(done), earlier=read_earlier(earlier))


def _open(index: int, message: Message, done: list[Done], waiting: defaultdict[str, deque[int]]) -> list[int]:
    opened: list[int] = []
    for part in message.parts:
        if isinstance(part, ToolCall):
            waiting[part.id].append(len(done))
            opened.append(len(done))
            done.append(Done(call=read_call(index, part), outcome=NO_RESULT))
    return opened


def _close(message: Message, done: list[Done], waiting: defaultdict[str, deque[int]]) -> str:
    """The texts of the message's results; each ends the oldest open call of its id."""
    texts: list[str] = []
    for part in message.parts:
        if isinstance(part, ToolResult):
            texts.append(clean_result(part.text))
            if waiting[part.call_id]:
                position = waiting[part.call_id].popleft()
                call = done[position].call
                is_error = part.is_error or "error" in message.flags
                done[position] = Done(call=call, outcome=outcome(call, texts[-1], is_error))
    return "\n".join(texts)


def _role(message: Message) -> str:
    injected = message.role == "user" and ("meta" in message.flags or "synthetic" in message.flags)
    return "injected" if injected else message.role


def _text(message: Message) -> str:
    texts = [part.text for part in message.parts if isinstance(part, Text | File) and part.text]
    return _without_injected(clean("\n\n".join(texts)))


def _without_injected(text: str) -> str:
    """The text without the tagged blocks that harnesses put into user messages; linear in the text."""
    text = _TYPED_TAG.sub(_LEFT_OUT, text) if "</" in text else text
    pieces: list[str] = []
    start = 0
    for tag in _INJECTED_TAG.finditer(text) if "</" in text else ():
        closing = f"</{tag[1]}>"
        end = text.find(closing, tag.end()) if tag.start() >= start else -1
        if end >= 0:
            pieces.append(text[start : tag.start()])
            start = end + len(closing)
    return _LEFT_OUT.join([*pieces, text[start:]])
