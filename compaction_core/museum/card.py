"""An exhibit: a public report as a small session, the setting in which it fails, and the one change that mends it.

Each is one file of ``sample_sessions/museum``: a sketch (``importers.sketch``) with its card under ``card``. A card
may name another transcript as ``file``, where the format is part of the fault; it then has no messages of its own.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, model_validator

from compaction_core.errors import BadInput, UnknownName
from compaction_core.importers import load
from compaction_core.samples import folder
from compaction_core.session import Record, Session
from compaction_core.structure.checkup import Where

PREFIX = "museum/"
"""Before an exhibit's name, wherever a session is named: in a link, on the command line."""
Class = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I"]
CLASSES: dict[Class, tuple[str, str]] = {
    "D": ("The cut breaks the list", "The provider refuses every later request: the session is over."),
    "B": ("It cannot get under the line", "It compacts again and again, and pays each time."),
    "A": ("The trigger fires at the wrong moment", "Too early, too late, or never; the cause is a hidden number."),
    "F": ("A bad summary is taken", "Empty, cut off or an error message: what it replaced is gone in silence."),
    "E": ("The summary cannot be made", "The summarizer has a window of its own."),
    "G": ("What was needed is lost", "A rule, a goal, a request that still waits."),
    "C": ("The tokens are counted wrongly", "The same session, another counter, another cut."),
    "H": ("The summary is misread", "Taken for an order, for the user's words, or in another language."),
    "I": ("It decays from pass to pass", "Only the whole life of a session shows it."),
}
"""Each class's title and what it costs, the worst first."""


class Round(Record):
    """A later compaction of the same session."""

    at: int = Field(ge=1)
    """Messages of the session that were said by then."""
    parameters: dict[str, Any] = Field(default_factory=dict)
    """What this round has other than the first."""
    summary: str | None = None


class Setting(Record):
    """Everything that decides what happens; None: as the session, the strategy or the app has it."""

    strategy: str = "letta-code"
    window: int | None = None
    parameters: dict[str, Any] = Field(default_factory=dict)
    at: int | None = None
    """Messages in the list; None: when the trigger first fires, else all."""
    overhead: int | None = None
    """Tokens of system prompt and tools, typed in."""
    estimator: str | None = None
    counter: str = "o200k_base"
    protect: tuple[int, ...] = ()
    output: int | None = None
    """Longest answer asked for, in tokens."""
    summarizer_window: int | None = None
    provider: str | None = None
    summary: str | None = None
    """What the summarizer answered in the report; None: the offline summary."""
    stop_reason: str | None = None
    """The provider's word for why that answer ended."""
    wrapper: dict[str, Any] = Field(default_factory=dict)
    """Changes of the strategy's wrapper."""
    rounds: tuple[Round, ...] = ()
    """Compactions after the first."""


class Fix(Setting):
    """The one change that mends it: its fields replace the setting's, ``parameters`` one by one."""

    says: str
    """What is changed and why that helps, in a sentence or two."""


class Expected(Record):
    """The finding that tells the fault."""

    code: str
    where: Where
    messages: tuple[int, ...] | None = None
    """The messages it must name; None: whichever."""


class Exhibit(Record):
    """A card."""

    name: str
    number: int = Field(ge=1)
    """Its place in the museum."""
    kind: Class
    title: str
    reports: tuple[str, ...]
    """Public reports, as ``owner/repository#number``; empty where the shape was found by reading and running code."""
    symptom: str
    """What people saw."""
    lesson: str
    """Why it happens."""
    setting: Setting
    finding: Expected
    fix: Fix
    file: str | None = None
    """The transcript beside the card, where it is not a sketch."""

    @model_validator(mode="after")
    def _one_change(self) -> "Exhibit":
        if len(changed(self)) != 1:
            raise ValueError(f"the fix of {self.name} changes {changed(self)}: it must change one setting")
        return self

    @property
    def session_name(self) -> str:
        """How a link and the command line name it."""
        return PREFIX + self.name

    def links(self) -> tuple[tuple[str, str], ...]:
        """Each report with its address."""
        return tuple((report, _address(report)) for report in self.reports)


def changed(exhibit: Exhibit) -> tuple[str, ...]:
    """The names of the settings that the fix changes."""
    before, after = exhibit.setting, mended(exhibit)
    fields = [name for name in Setting.model_fields if getattr(before, name) != getattr(after, name)]
    if "parameters" in fields and before.strategy == after.strategy:
        old, new = before.parameters, after.parameters
        fields.remove("parameters")
        fields += [name for name in sorted({*old, *new}) if old.get(name) != new.get(name)]
    elif "parameters" in fields:  # another strategy has its own
        fields.remove("parameters")
    return tuple(fields)


def mended(exhibit: Exhibit) -> Setting:
    """The setting with the fix in it. Another strategy starts with its own parameters."""
    fix, before = exhibit.fix, exhibit.setting
    change = {name: getattr(fix, name) for name in fix.model_fields_set if name in Setting.model_fields}
    if "strategy" not in change and "parameters" in change:
        change["parameters"] = {**before.parameters, **change["parameters"]}
    elif "strategy" in change:
        change.setdefault("parameters", {})
    return before.model_copy(update=change)


def _address(report: str) -> str:
    """The public address of a report.

    >>> _address("owner/name#12")
    'https://github.com/owner/name/issues/12'
    """
    repository, _, number = report.partition("#")
    return f"https://github.com/{repository}/issues/{number}"


def place() -> Path:
    """The folder of the museum."""
    return folder() / "museum"


@cache
def exhibits() -> tuple[Exhibit, ...]:
    """Every exhibit, in the museum's order."""
    found = [_read(path) for path in sorted(place().glob("*.yaml"))]
    return tuple(sorted(found, key=lambda exhibit: exhibit.number))


def find_exhibit(name: str) -> Exhibit:
    """The exhibit of that name, with or without PREFIX; UnknownName lists those there are."""
    known = {exhibit.name: exhibit for exhibit in exhibits()}
    plain = name.removeprefix(PREFIX)
    if plain not in known:
        raise UnknownName("exhibit", plain, known)
    return known[plain]


def transcript(exhibit: Exhibit) -> Path:
    """The file that holds an exhibit's session."""
    return place() / (exhibit.file or f"{exhibit.name}.yaml")


@cache
def open_exhibit(name: str) -> Session:
    """An exhibit's session, under its title; UnknownName for one that there is not."""
    exhibit = find_exhibit(name)
    return load(transcript(exhibit)).model_copy(update={"title": exhibit.title})


def _read(path: Path) -> Exhibit:
    try:
        value = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Exhibit(name=re.sub(r"\.yaml$", "", path.name), **value["card"])
    except (OSError, KeyError, TypeError, ValueError, yaml.YAMLError) as error:
        raise BadInput(f"The exhibit {path.name} cannot be read: {error}. Install it again.") from error
