"""What a tool call does and to what: its kind, its argument values, the one worth showing, the files it names."""

import re
from functools import cached_property
from typing import Any, Literal

import orjson

from compaction_core.extraction.cleaning import GAP, clean, strings
from compaction_core.extraction.commands import program, runs_tests, shows_text, undirected
from compaction_core.extraction.paths import path
from compaction_core.extraction.words import inner, one_line, shorten, word_set
from compaction_core.session import Record, ToolCall

Kind = Literal["plan", "shell", "edit", "read", "search", "other"]
Manner = Literal["shell", "shows", "other"]
"""A command, a command that shows foreign text, any other tool."""
Effect = Literal["edit", "read", "none"]

_KINDS: tuple[tuple[Kind, frozenset[str]], ...] = (
    ("plan", word_set("todo todos todowrite plan")),
    ("shell", word_set("bash shell exec execute run command terminal powershell cmd stdin test tests python")),
    ("read", word_set("read view cat open")),
    ("edit", word_set("edit write create patch replace insert append delete multiedit editor update rename")),
    ("search", word_set("grep glob search find list ls fetch web lookup query")),
)
_COMMAND_KEYS = ("command", "cmd", "script", "code")
_PATH_KEYS = (
    "file_path",
    "filePath",
    "path",
    "file",
    "filename",
    "target_file",
    "notebook_path",
    "AbsolutePath",
    "uri",
)
_OTHER_KEYS = ("query", "pattern", "url", "q", "title", "subject", "prompt", "description", "name", "id")
_CHANGED_FILE = re.compile(r"^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ b/)(\S+)", re.MULTILINE)
_REDIRECTION = re.compile(r"\s(?:2>&1|\||>|2>)")
_SHOWING = word_set("cat sed head tail nl less bat more")
VALUE_LIMIT = 4000
SHOWN_WORDS = 9


class Call(Record):
    """A tool call, read. Keys of arguments serve to choose values and are never shown."""

    name: str
    kind: Kind
    argument: str
    """The value that says what the call is about, on one line and whole."""
    values: tuple[str, ...]
    files: tuple[str, ...]
    """Paths that the call reads or changes."""
    effect: Effect = "none"
    plan: tuple[tuple[str, str], ...] = ()
    """(text, status) of each item of a to-do list."""

    @cached_property
    def shown(self) -> str:
        """``name(argument)`` with a long argument shortened between words."""
        argument = inner(shorten(undirected(self.argument), SHOWN_WORDS))
        return f"{self.name}({argument})" if argument else self.name

    @cached_property
    def key(self) -> tuple[str, str]:
        """What "the same call" means: the tool and its argument without ``cd``, redirections, pipes and flags."""
        command = undirected(self.argument)
        if self.kind == "shell":
            command = _REDIRECTION.split(command)[0]
            command = " ".join(word for word in command.split() if not word.startswith("-"))
        return self.name, command

    @cached_property
    def manner(self) -> Manner:
        """What its result is read by."""
        return "other" if self.kind != "shell" else "shows" if shows_text(self.argument) else "shell"

    @cached_property
    def is_test(self) -> bool:
        """Whether it runs tests."""
        return self.manner == "shell" and runs_tests(self.argument, self.name)


def read_call(call: ToolCall) -> Call:
    """Read one call; arguments that are no JSON are one value."""
    parsed = _parse(call.arguments)
    values = tuple(text for value in strings(parsed) if (text := clean(value, VALUE_LIMIT, 0)))
    chosen = parsed if isinstance(parsed, dict) else {}
    kind = _kind(call.name, chosen)
    effect, files = _files(chosen, values, kind)
    return Call(
        name=inner(shorten(clean(call.name, 60, 0), 4)) or "?",
        kind=kind,
        argument=_argument(chosen, values, kind),
        values=values,
        files=files,
        effect=effect,
        plan=_plan(parsed) if kind == "plan" else (),
    )


def _kind(name: str, arguments: dict[str, Any]) -> Kind:
    words = set(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace("-", "_").replace(".", "_").split("_"))
    if arguments.get("command") == "view":
        return "read"
    return next((kind for kind, names in _KINDS if words & names), "other")


def _parse(arguments: str) -> Any:
    """The arguments as JSON; of broken JSON the strings after a colon, so that no key is taken for a value."""
    try:
        return orjson.loads(arguments)
    except orjson.JSONDecodeError:
        if arguments.lstrip()[:1] in ("{", "["):
            return re.findall(r":\s{0,5}\"((?:[^\"\\]|\\.){1,4000})", arguments[:40_000])
        return [arguments]


def _argument(arguments: dict[str, Any], values: tuple[str, ...], kind: Kind) -> str:
    if kind == "plan":
        return ""
    first, second = (_COMMAND_KEYS, _PATH_KEYS) if kind == "shell" else (_PATH_KEYS, _COMMAND_KEYS)
    for key in (*first, *second, *_OTHER_KEYS):
        value = arguments.get(key)
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            value = value[-1] if len(value) == 3 and value[1] in ("-c", "-lc") else " ".join(value)
        if isinstance(value, str) and value.strip():
            return one_line(clean(value, VALUE_LIMIT, 0))
    changed = next((m[1] for value in values if (m := _CHANGED_FILE.search(value))), None)
    return changed or next((one_line(v) for v in values if len(v) <= VALUE_LIMIT), "")


def _files(arguments: dict[str, Any], values: tuple[str, ...], kind: Kind) -> tuple[Effect, tuple[str, ...]]:
    """The paths of a call's path argument, else of the patch it holds, else of its shell command."""
    patched = [found for value in values for found in _CHANGED_FILE.findall(value)]
    if kind in ("edit", "read"):
        named = [clean(arguments[key]) for key in _PATH_KEYS if isinstance(arguments.get(key), str)]
        named = named or patched or [value for value in values[:1] if path(value)]
        fits = (name for name in named if 0 < len(name) <= 250 and "\n" not in name and GAP not in name)
        return ("edit" if kind == "edit" else "read"), tuple(dict.fromkeys(fits))[:20]
    if kind == "shell" and patched:
        return "edit", tuple(dict.fromkeys(patched))[:20]
    return _shell_files(_argument(arguments, values, kind)) if kind == "shell" else ("none", ())


def _shell_files(command: str) -> tuple[Effect, tuple[str, ...]]:
    """The files that ``cat``, ``sed -n`` and the like show, or that ``sed -i`` and ``>`` change."""
    target = re.search(r"(?<![0-9&])>{1,2} ?([\w./~-]{3,200})(?=\s|$)", command)
    if target and path(target[1]):
        return "edit", (target[1],)
    if program(command) not in _SHOWING:
        return "none", ()
    words = re.split(r"\s(?:\||&&|;|2>)", undirected(command))[0].split()[1:]
    named = tuple(word.strip("'\"") for word in words if path(word.strip("'\"")))
    return ("edit" if "-i" in words and program(command) == "sed" else "read"), named[:5]


def _plan(parsed: Any) -> tuple[tuple[str, str], ...]:
    items: list[tuple[str, str]] = []
    stack = [parsed]
    while stack and len(items) < 40:
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            text = next((value[k] for k in ("content", "step", "text", "title") if isinstance(value.get(k), str)), None)
            if text is not None and isinstance(value.get("status"), str):
                items.append((clean(text, 1000, 0), value["status"].lower()))
            else:
                stack.extend(reversed(value.values()))
    return tuple(items)
