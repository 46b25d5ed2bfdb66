"""Which files a stretch of messages reads and changes, from the paths in its tool calls, as pi tracks them.

pi 0.73.1 (utils.js) takes the argument ``path`` of its own tools read, write and edit; here the usual spellings of
other agents count too. Shell commands do not count, and neither does whether a call succeeded.
"""

import re
from collections.abc import Iterable

import orjson

from compaction_core.extraction.words import word_set
from compaction_core.session import Message, Record, ToolCall

_READ = word_set("read readfile readtextfile fileread view viewfile open openfile notebookread readnotebook")
_CHANGE = word_set(
    """
    write writefile writetofile filewrite create createfile createnewfile edit editfile fileedit multiedit
    editexistingfile updatefile strreplace searchreplace replace replaceinfile insert insertcontent applydiff patch
    applypatch notebookedit editnotebook
    """
)
_EDITOR = word_set("strreplaceeditor strreplacebasededittool texteditor texteditorcodeexecution")
"""Tools whose argument ``command`` says whether they show a file or change it."""
_SHOWS = frozenset(("view", "read", "open"))
_PATHS = (
    "path", "file_path", "filePath", "filepath", "filename", "file_name", "absolute_path", "AbsolutePath",
    "target_file", "notebook_path", "file",
)  # fmt: skip
_PATCHED = re.compile(r"^\s{0,3}(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ b/)(\S.*?)\s*$", re.M)
LONGEST, MOST = 400, 100
"""Characters of a path; a longer one is none. Paths listed of each kind."""


class Files(Record):
    """Paths as the calls write them, sorted by UTF-16 code units, each once."""

    read: tuple[str, ...] = ()
    """Read and never changed."""
    modified: tuple[str, ...] = ()


def collect(messages: Iterable[Message]) -> Files:
    """The files that the calls of ``messages`` name.

    >>> call = ToolCall(id="1", name="read_file", arguments='{"path": "a.py"}')
    >>> collect([Message(role="assistant", parts=(call,))]).read
    ('a.py',)
    """
    found: dict[bool, set[str]] = {False: set(), True: set()}
    for message in messages:
        for call in message.calls:
            changes = _changes(call)
            if changes is not None:
                found[changes].update(_paths(call, changes))
    return Files(read=_sorted(found[False] - found[True]), modified=_sorted(found[True]))


def listed(files: Files) -> str:
    """Both lists as text; empty where there are none. After ``MOST`` paths a list says how many more there are."""
    parts = [_list("Files read:", files.read), _list("Files modified:", files.modified)]
    return "\n\n".join(part for part in parts if part)


def _changes(call: ToolCall) -> bool | None:
    """Whether the call changes files, or only reads them (False); None: it does neither."""
    name = re.sub(r"^.*(?:__|[.:/])|_\d{8}$", "", call.name)  # a server's name in front, a date behind
    name = re.sub(r"[^a-z]", "", name.lower())
    if name in _EDITOR:
        return _arguments(call).get("command") not in _SHOWS
    return True if name in _CHANGE else False if name in _READ else None


def _arguments(call: ToolCall) -> dict[str, object]:
    """The arguments by name; those that are no JSON object are one value without a name."""
    try:
        parsed = orjson.loads(call.arguments)
    except orjson.JSONDecodeError:
        parsed = call.arguments
    return parsed if isinstance(parsed, dict) else {"": parsed}


def _paths(call: ToolCall, changes: bool) -> Iterable[str]:
    """The path argument, else the paths of the patch that the call holds."""
    arguments = _arguments(call)
    named = [value for key in _PATHS if isinstance(value := arguments.get(key), str)][:1]
    if not named and changes:
        named = [path for value in arguments.values() if isinstance(value, str) for path in _PATCHED.findall(value)]
    return (path for path in named if path.strip() and len(path) <= LONGEST and path.isprintable())


def _sorted(paths: Iterable[str]) -> tuple[str, ...]:
    """As JavaScript sorts."""
    return tuple(sorted(paths, key=lambda path: path.encode("utf-16-be", "surrogatepass")))


def _list(heading: str, paths: tuple[str, ...]) -> str:
    lines = [f"- {path}" for path in paths[:MOST]]
    more = [f"- and {len(paths) - MOST:,} more"] if len(paths) > MOST else []
    return "\n".join([heading, *lines, *more]) if lines else ""
