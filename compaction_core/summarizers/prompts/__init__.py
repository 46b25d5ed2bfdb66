"""Prompts as files: TOML front matter between ``+++`` lines, then the text with its variables."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from compaction_core.errors import BadInput, UnknownName
from compaction_core.session import Record

FOLDER = Path(__file__).parent
VARIABLES = ("words", "focus", "previous_summary", "files", "date")
"""What a prompt's text may hold in braces; any other brace is text."""
Kind = Literal["either", "first", "update", "turn_prefix", "verify"]
"""For a first summary; for the update of an earlier one; either of them by one text; for the start of a turn that was
cut; for a second request that checks a first summary."""
_VARIABLE = re.compile(r"\{(" + "|".join(VARIABLES) + r")\}")


class Prompt(Record):
    """One prompt: what it asks for, in its own words, and the limits it states."""

    name: str
    title: str
    kind: Kind
    role: Literal["system", "user"]
    words: int | None = Field(default=None, ge=1, le=1_000_000)
    """The word limit the prompt asks for; nothing enforces it."""
    limit: str = ""
    """Another limit that the system sets on the answer, in words; nothing here enforces it."""
    sections: tuple[str, ...] = ()
    source: str = ""
    text: str

    def filled(self, variables: Mapping[str, str] | None = None) -> str:
        """The text with its variables in place; one that is not given is left out, ``words`` is the limit."""
        values = {"words": str(self.words or ""), **(variables or {})}
        return _VARIABLE.sub(lambda found: values.get(found[1], ""), self.text).strip()

    def as_file(self) -> str:
        """The prompt as a file that ``read`` reads back equal."""
        fields = self.model_dump(exclude={"name", "text"}, exclude_none=True)
        matter = "\n".join(f"{name} = {_toml(value)}" for name, value in fields.items())
        return f"+++\n{matter}\n+++\n{self.text}\n"


def read(text: str, name: str) -> Prompt:
    """Read a prompt file's text; raises BadInput that says what is missing."""
    parts = text.replace("\r\n", "\n").split("+++\n", 2)
    if len(parts) != 3 or parts[0].strip():
        raise BadInput("A prompt file starts with a line +++, then TOML, then another line +++, then the text.")
    try:
        fields = tomllib.loads(parts[1])
    except (ValueError, RecursionError) as error:  # of too long a number, of too deep a list
        raise BadInput(f"The front matter of the prompt is no TOML: {error}.") from error
    try:
        return Prompt.model_validate({**fields, "name": name, "text": parts[2].strip()})
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(
            f"The front matter of the prompt: {'.'.join(map(str, first['loc']))}: {first['msg']}."
        ) from error


def prompt_file(path: str | None) -> Prompt | None:
    """The prompt of a file, with front matter or as bare text; BadInput if it cannot be read."""
    if path is None:
        return None
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"Cannot read the prompt {path!r}: {error}.") from error
    if text.startswith("+++"):
        return read(text, Path(path).stem)
    return Prompt(name="own", title=Path(path).name, kind="either", role="system", text=text.strip())


@lru_cache
def prompt(name: str) -> Prompt:
    """One of the bundled prompts; raises UnknownName with the known ones."""
    if name not in prompt_names():
        raise UnknownName("prompt", name, prompt_names())
    return read((FOLDER / f"{name}.md").read_text(encoding="utf-8"), name)


def prompt_names() -> tuple[str, ...]:
    """All bundled prompts, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


def _toml(value: object) -> str:
    """A TOML literal of a string, a number or a list of strings."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04X}", escaped) + '"'
