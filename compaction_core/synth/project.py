"""The invented repository: files that really hold the lines the tools show, and functions that are at fault."""

from dataclasses import dataclass, field
from random import Random

from compaction_core.synth import patch
from compaction_core.synth.functions import Function, make
from compaction_core.synth.vocabulary import Scenario, Shape, Words, fill, shapes, skeleton


@dataclass
class Project:
    """Files as lists of lines, functions, commits and their diffs. Mutable on purpose: it is the story's state."""

    scenario: Scenario
    rng: Random
    files: dict[str, list[str]] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    commits: list[tuple[str, str]] = field(default_factory=list)
    """(hash, subject), oldest first."""
    hunks: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    """Current value of each setting."""
    protected: str = ""
    _taken: set[str] = field(default_factory=set)
    _texts: dict[str, str] = field(default_factory=dict)
    """Files as one string each, as long as they have not changed: searching those is quick."""

    def __post_init__(self) -> None:
        self.entities = [self._entity(entry) for entry in self.scenario.entities]
        for words in self.entities:
            self._module(words)
        self._settings()
        for path, text in skeleton()["parts"].items():
            self.files[fill(path, self.entities[0])] = fill(text, self.entities[0]).strip().split("\n")
        words = self.entities[0]
        self.protected = f"migrations/0007_{words['entity']}_{words['field']}.py"
        self.files[self.protected] = fill(skeleton()["protected"], words | {"rev": self.hash()}).strip().split("\n")

    def _entity(self, entry: str) -> Words:
        one, many, attribute = entry.split()
        words = {"entity": one, "entities": many, "field": attribute, "module": many, "Title": many.capitalize()}
        words |= {"Entity": "".join(part.capitalize() for part in one.split("_"))}
        words |= {"pkg": self.scenario.pkg, "PKG": self.scenario.pkg.upper(), "project": self.scenario.project}
        words |= {"path": f"{self.scenario.pkg}/{many}.py", "api": f"{self.scenario.pkg}/api/{many}.py"}
        return words | {"tests": f"tests/test_{many}.py"}

    def _module(self, words: Words) -> None:
        self.files[words["path"]] = fill(skeleton()["module"], words).strip().split("\n")
        self.files[words["tests"]] = fill(skeleton()["tests"], words).strip().split("\n")
        self.files[words["api"]] = fill(skeleton()["api"], words).strip().split("\n")
        helpers = list(skeleton()["helpers"])
        self.rng.shuffle(helpers)
        for name in self.scenario.shapes:
            if helpers and self.rng.random() < 0.8:
                self.append(words["path"], fill(helpers.pop(), words))
            if self.rng.random() < 0.7:
                function = self.new_function(shapes()[name], words)
                function.fixed = function.tested = self.rng.random() < 0.4
                self.add_code(function)
                if function.tested:
                    self.add_test(function)

    def _settings(self) -> None:
        lines = fill(skeleton()["settings"], self.entities[0]).strip().split("\n")
        for setting in self.scenario.settings:
            self.values[setting.name] = setting.values[0]
            lines.append(f"{setting.name} = {setting.values[0]}")
        self.files[self.settings_path] = lines

    @property
    def settings_path(self) -> str:
        """Where the settings stand."""
        return f"{self.scenario.pkg}/settings.py"

    def hash(self) -> str:
        """A new short commit hash."""
        return f"{self.rng.getrandbits(28):07x}"

    def new_function(self, shape: Shape, words: Words) -> Function:
        """A function of this shape about this entity, under a name that is still free."""
        function = make(shape, words, self.rng, self._taken)
        self.functions.append(function)
        return function

    def append(self, path: str, code: str) -> int:
        """Put code at the end of a file, two empty lines above it; returns the 1-based line of its start."""
        lines = self.files[path]
        self._texts.pop(path, None)
        lines += ["", "", *code.strip("\n").split("\n")]
        return len(lines) - code.strip("\n").count("\n")

    def text(self, path: str) -> str:
        """A file as one string that begins with an empty line."""
        if path not in self._texts:
            self._texts[path] = "\n".join(["", *self.files[path]])
        return self._texts[path]

    def put(self, path: str, lines: list[str]) -> None:
        """Write a whole file."""
        self._texts.pop(path, None)
        self.files[path] = lines

    def add_code(self, function: Function) -> int:
        """Write the function into its module, and what calls it into the API; returns its 1-based line."""
        self.append(function.words["api"], function.handler())
        return self.append(function.words["path"], function.code())

    def add_test(self, function: Function) -> int:
        """Write the test into the module's test file; returns its 1-based line."""
        function.tested = True
        return self.append(function.words["tests"], function.test())

    def line_of(self, path: str, text: str, after: int = 0) -> int:
        """1-based number of the first line from ``after`` that starts with the text's first line; 0 if none."""
        first = text.split("\n", 1)[0]
        if not after:
            whole = self.text(path)
            at = whole.find(f"\n{first}")
            return whole.count("\n", 0, at + 1) if at >= 0 else 0
        lines = self.files[path]
        return next((n + 1 for n in range(after, len(lines)) if lines[n].startswith(first)), 0)

    def define_line(self, function: Function) -> int:
        """1-based line of the function's ``def``."""
        return self.line_of(function.words["path"], f"def {function.name}(")

    def call_line(self, function: Function) -> int:
        """1-based line of the API that calls the function; 0 if none does."""
        path = function.words["api"]
        start = self.line_of(path, f"def {function.words['handler']}(")
        called = f".{function.name}("
        return next((n + 1 for n in range(start, len(self.files[path])) if called in self.files[path][n]), 0)

    def fault_line(self, function: Function) -> int:
        """1-based line at which the fault (or its mending) stands."""
        start = self.define_line(function) - 1
        return self.line_of(function.words["path"], function.words["good" if function.fixed else "bad"], start)

    def crash_line(self, function: Function) -> int:
        """1-based line of the function that raises; the line of its fault where nothing raises."""
        if function.shape.crash is None:
            return self.fault_line(function)
        text = fill(function.shape.crash, function.words)
        return self.line_of(function.words["path"], text, self.define_line(function) - 1)

    def replace(self, path: str, at: int, old: str, new: str) -> str:
        """Replace the lines ``old`` that start at 1-based line ``at`` by ``new``; returns the diff."""
        self._texts.pop(path, None)
        before, after = old.split("\n") if old else [], new.split("\n") if new else []
        return patch.replace(self.files[path], path, at - 1, before, after)
