"""Sketches: a conversation in a few lines of YAML, with sizes instead of texts, to show a shape or report a fault.

    sketch: 1
    messages:
      - user: Read both files.
      - assistant:
        calls: [a, b]
      - {tool: contents, of: a, filler: 3000}
      - {tool: contents, of: b}
      - times: 10
        messages: [{user: And then, filler: 50}, {assistant: Like this, filler: 80}]

``filler`` appends that many words, each one token of o200k and cl100k. The format is our own.
"""

import re
from collections.abc import Iterator

import orjson
import yaml
from pydantic import ValidationError

from compaction_core.errors import BadInput
from compaction_core.importers.base import Importer, importers
from compaction_core.importers.shared.files.lenient_json import without_surrogates
from compaction_core.importers.sketch.messages import filler, message, own_text
from compaction_core.importers.sketch.rows import MOST_CHARACTERS, MOST_MESSAGES, Again, Call, Said, Sketch
from compaction_core.importers.sketch.telling import told
from compaction_core.importers.source import Source
from compaction_core.session import Integrity, RecordedCompaction, Session

LONGEST = 1_000_000
"""Bytes of a sketch."""
_FIRST = re.compile(rb"(?:\s|#[^\n]*\n|---[ \t]*\r?\n)*+sketch\s*:\s*\d")


def detect(source: Source) -> str | None:
    """Why this is a sketch: the first key is ``sketch``."""
    return "the first key is sketch" if _FIRST.match(source.data[:4000]) else None


def read(source: Source) -> Iterator[Session]:
    """One session. Raises BadInput with the place of what a sketch cannot have."""
    made = _parsed(source.data)
    said = list(_unfolded(made))
    messages = tuple(message(each) for each in said)
    compactions = tuple(
        RecordedCompaction(
            index=index, trigger=each.trigger, tokens_before=each.tokens_before, tokens_after=each.tokens_after,
        )
        for index, each in enumerate(said)
        if each.speaker == "summary"
    )  # fmt: skip
    schema = [{"type": "function", "function": {"name": "run", "description": filler(made.tools).strip()}}]
    yield Session(
        format="sketch",
        title=made.title,
        model=made.model,
        context_window=made.context_window,
        tools=orjson.dumps(schema).decode() if made.tools else None,
        messages=messages,
        compactions=compactions,
        integrity=Integrity(lines=len(source.data.splitlines())),
    )


def _parsed(data: bytes) -> Sketch:
    if len(data) > LONGEST:
        raise BadInput(f"A sketch has at most {LONGEST:,} bytes, this one {len(data):,}; use `times` and `filler`.")
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(data)):
            # a few references could unfold to more than any memory holds
            raise BadInput("A sketch has no references (*name); write `times` instead.")
        return Sketch.model_validate(without_surrogates(yaml.safe_load(data)))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadInput(f"This sketch cannot be read: {_cause(error)}. Mend it there.") from error


def _cause(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return told(error)
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return " ".join(str(error).replace('in "<byte string>", ', "at ").split())[:300]


def _unfolded(made: Sketch) -> Iterator[Said]:
    """Every message, the repeated ones written out; BadInput where that is too much."""
    messages = characters = 0
    for row in made.messages:
        group = row.messages if isinstance(row, Again) else [row]
        for turn in range(row.times if isinstance(row, Again) else 1):
            for each in group:
                messages, characters = messages + 1, characters + _size(each)
                if messages > MOST_MESSAGES or characters > MOST_CHARACTERS:
                    raise BadInput(
                        f"This sketch unfolds to more than {MOST_MESSAGES:,} messages or {MOST_CHARACTERS:,} "
                        "characters; make it smaller."
                    )
                yield each if not isinstance(row, Again) or row.times == 1 else _numbered(each, turn)


def _size(said: Said) -> int:
    return len(own_text(said)) * said.repeated + 6 * said.filler + said.base64 + 4 * said.image // 3


def _numbered(said: Said, turn: int) -> Said:
    """The message with the ids of its calls as those of this turn."""

    def own(call: str | Call) -> str | Call:
        if isinstance(call, str):
            return f"{call}-{turn}"
        return call.model_copy(update={"id": f"{call.id}-{turn}"})

    parts = [part if part.call is None else part.model_copy(update={"call": own(part.call)}) for part in said.parts]
    of = None if said.of is None else f"{said.of}-{turn}"
    return said.model_copy(update={"calls": [own(call) for call in said.calls], "parts": parts, "of": of})


IMPORTER = importers.add(Importer(name="sketch", label="Sketches (YAML)", detect=detect, read=read, order=45))
