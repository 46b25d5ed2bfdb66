"""The invented repository: files that really hold the lines the tools show, and functions that are at fault."""

from dataclasses import dataclass, field
from random import Random

from compaction_core.synth import patch
from compaction_core.synth.vocabulary import Scenario, Shape, Words, fill, shapes, skeleton

QUALIFIERS = (
    "by_owner", "for_tenant", "since", "of_week", "for_report", "in_region", "for_export", "of_month",
    "for_console", "by_source", "in_batch", "for_audit", "by_day", "for_mail", "of_partner", "for_backup",
)  # fmt: skip
FILLED = ("bad", "good", "fails", "error", "fix", "subject", "passes", "expected", "seen")
"""Parts of a shape that are words of the function."""


@dataclass
class Function:
    """A function of the repository and what is known about it so far."""

    name: str
    shape: Shape
    words: Words
    fixed: bool = False
    tested: bool = False
    reported: bool = False
    guarded: bool = False
    """Whether its guards are in the test file."""


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
        name = self._free_name(shape, words)
        known = words | {"fn": name, "limit": str(self.rng.choice((20, 25, 50, 100, 200))), "test_name": ""}
        known |= {"small": str(self.rng.choice((2, 5, 10, 15))), "handler": f"on_{name}", "shape": shape.name}
        known |= {part: fill(getattr(shape, part), known) for part in FILLED}
        test = fill(shape.test, known).strip().split("\n")
        known["test_name"] = test[0][4 : test[0].index("(")]
        function = Function(name, shape, known)
        self.functions.append(function)
        return function

    def _free_name(self, shape: Shape, words: Words) -> str:
        number = 1
        while True:
            for _ in range(6):
                verb, noun = self.rng.choice(shape.verbs), self.rng.choice((words["entity"], words["entities"]))
                tail = f"_{self.rng.choice(QUALIFIERS)}" if self.rng.random() < 0.6 or number > 1 else ""
                name = f"{verb}_{noun}{tail}" + (f"_{number}" if number > 1 else "")
                if name not in self._taken:
                    self._taken.add(name)
                    return name
            number += 1

    def code(self, function: Function) -> str:
        """The function as it stands: at fault or mended."""
        middle = function.words["good" if function.fixed else "bad"]
        return fill(function.shape.code.replace("@@", middle), function.words)

    def mended(self, function: Function) -> tuple[str, str]:
        """The faulty lines and what replaces them: the mending with its remark above it."""
        bad, good, remark = function.words["bad"], function.words["good"], function.shape.remark
        indent = good[: len(good) - len(good.lstrip())]
        return bad, f"{indent}{fill(remark, function.words)}\n{good}" if remark else good

    def handler(self, function: Function) -> str:
        """The function of the API that calls it."""
        words = function.words | {"route": f"GET /{function.words['entities']}/{function.name.replace('_', '-')}"}
        return fill(skeleton()["handler"], words).strip() + "\n" + fill(function.shape.caller, words).strip("\n")

    def test(self, function: Function, why: str = "") -> str:
        """The test that shows the fault, with a docstring if there is a reason to give."""
        head, *body = (
            fill(function.shape.test.replace("@@", function.words["fails"]), function.words).strip().split("\n")
        )
        return "\n".join([head, *([f'    """{why}"""'] if why else []), *body])

    def guards(self, function: Function) -> list[str]:
        """The tests of what must not change."""
        return [fill(guard, function.words).strip() for guard in function.shape.guards]

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
        self.append(function.words["api"], self.handler(function))
        return self.append(function.words["path"], self.code(function))

    def add_test(self, function: Function) -> int:
        """Write the test into the module's test file; returns its 1-based line."""
        function.tested = True
        return self.append(function.words["tests"], self.test(function))

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
