"""The words of the generator, read from the TOML files in ``data/``."""

import json
import re
import tomllib
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, get_args

from compaction_core.errors import UnknownName
from compaction_core.session import Record
from compaction_core.synth.recipe import ScenarioName

Words = dict[str, str]


class Shape(Record):
    """A small function with one fault: its code, its mending, the test that shows it and what people say."""

    name: str
    verbs: tuple[str, ...]
    code: str
    bad: str
    good: str
    test: str
    fails: str
    """The line of the test that fails; it stands at ``@@``."""
    error: str
    crash: str | None = None
    """The line of the function that raises, None when it is the test's own assertion."""
    flaky: bool = False
    symptoms: tuple[str, ...]
    whys: tuple[str, ...]
    thinks: tuple[str, ...]
    where: str | None = None
    """The SQL condition that finds the rows it hits, None when no row shows it."""
    fix: str
    subject: str
    caller: str
    """Body of the handler that calls it."""
    passes: str
    """How the handler uses it."""
    hypotheses: tuple[str, ...]
    """Other causes, each with what speaks against it."""
    options: tuple[str, ...]
    """Other ways to mend it, each with why not."""
    risks: tuple[str, ...]
    traces: tuple[str, ...]
    """What happens, step by step, when the fault shows."""
    morals: tuple[str, ...]
    """Why nobody saw it before, or what would find the next one."""
    steps: tuple[str, ...]
    expected: str
    seen: str
    remark: str
    """The comment above the mending, may be empty."""
    guards: tuple[str, ...]
    """Tests that pass with the fault and without it."""
    beside: str = ""
    """A module of the package whose promises matter here, without its ending; empty if there is none."""
    probe: str = ""
    """A script that prints ``shows`` while the fault is there and ``mended`` afterwards; empty if there is none."""
    shows: str = ""
    mended: str = ""


class Module(Record):
    """A module that is written in one go, with its tests and what is said about it."""

    name: str
    purpose: str
    ask: str
    rules: tuple[str, ...]
    covered: tuple[str, ...]
    """The test that stands for each rule."""
    weighs: tuple[str, ...]
    tells: tuple[str, ...]
    code: str
    tests: str


class Setting(Record):
    """A constant that the user sets, and later sets otherwise."""

    name: str
    values: tuple[str, ...]
    reasons: tuple[str, ...]


class Scenario(Record):
    """One kind of work: the project, its entities, and how often what happens."""

    title: str
    project: str
    pkg: str
    tickets: str
    service: str
    entities: tuple[str, ...]
    """Each ``singular plural field``."""
    shapes: tuple[str, ...]
    evidence: dict[str, int]
    arcs: dict[str, int]
    constraints: tuple[str, ...]
    opening: tuple[str, ...]
    overview: str
    system: str
    settings: tuple[Setting, ...]
    log_lines: tuple[str, ...]
    meanings: tuple[str, ...]
    """What each of the entities is, in their order."""
    lessons: tuple[str, ...]
    surroundings: str


def fill(text: str, words: Words) -> str:
    """Put the words in place of ``$name``; a word that is missing is an error of the data files.

    >>> fill("a $entity", {"entity": "invoice"})
    'an invoice'
    """
    filled = Template(text).substitute(words)
    for key in ("entity", "Entity", "field"):
        word = words.get(key, "")
        if word[:1].lower() in tuple("aeio"):
            filled = re.sub(rf"\b([Aa]) (?={word}\b)", r"\1n ", filled)
    return filled


def _read(name: str) -> str:
    return files("compaction_core.synth").joinpath("data", name).read_text(encoding="utf-8")


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(_read(name))


def scenario_names() -> tuple[str, ...]:
    """The scenarios, sorted."""
    return tuple(sorted(get_args(ScenarioName)))


@cache
def scenario(name: str) -> Scenario:
    """The scenario of that name; UnknownName lists those there are."""
    if name not in scenario_names():
        raise UnknownName("scenario", name, scenario_names())
    return Scenario(**_toml(f"scenarios/{name}.toml"))


@cache
def shapes() -> dict[str, Shape]:
    """Every function shape by name."""
    details = _toml("details.toml")
    return {entry["name"]: Shape(**entry, **details[entry["name"]]) for entry in _toml("shapes.toml")["shape"]}


@cache
def modules() -> dict[str, Module]:
    """Every module that can be written anew, by name."""
    return {entry["name"]: Module(**entry) for entry in _toml("modules.toml")["module"]}


@cache
def phrases() -> dict[str, Any]:
    """What is said, by occasion: lists of alternatives, or one text."""
    return _toml("phrases.toml") | _toml("talk.toml")


@cache
def skeleton() -> dict[str, Any]:
    """The parts of a repository that hold no fault."""
    return _toml("skeleton.toml")


@cache
def tools() -> str:
    """The tool schemas, as one compact JSON string."""
    return json.dumps(json.loads(_read("tools.json")), ensure_ascii=False, separators=(",", ":"))


@cache
def system_template() -> str:
    """The system prompt with ``$name`` where a project differs."""
    return _read("system.md").strip()
