"""What stays of an old tool output: one line with what was asked and how much came back.

Source: context_compressor.py (0.19.0): the same arguments by tool and the same lengths, in our own words.
"""

import json
import re
from typing import Any

DUPLICATE = "[Same tool output as in a later message, which still holds it]"
IMAGE = "[image taken out to save room]"

_SHOWN: dict[str, tuple[tuple[str, int | None], ...]] = {
    "terminal": (("command", 80),),
    "read_file": (("path", None), ("offset", None)),
    "write_file": (("path", None),),
    "search_files": (("pattern", None), ("path", None), ("target", None)),
    "patch": (("path", None), ("mode", None)),
    "web_search": (("query", None),),
    "web_extract": (("urls", None),),
    "delegate_task": (("goal", 60),),
    "execute_code": (("code", 60),),
    "skill_view": (("name", None),),
    "skills_list": (("name", None),),
    "skill_manage": (("name", None),),
    "vision_analyze": (("question", 50),),
    "memory": (("action", None), ("target", None)),
    "cronjob": (("action", None),),
    "process": (("action", None), ("session_id", None)),
    "todo": (),
    "clarify": (),
    "text_to_speech": (),
}
"""Arguments shown by tool, with the characters each may have; of a tool that is not named, the first two."""
_BROWSER = (("url", None), ("ref", None))
_OTHER = 40
_FOUND = {
    "terminal": (re.compile(r'"exit_code"\s*:\s*(-?\d+)'), "exit code"),
    "search_files": (re.compile(r'"total_count"\s*:\s*(\d+)'), "matches"),
}


def one_line(tool: str, arguments: str, output: str) -> str:
    """The line for an output of ``tool``.

    >>> one_line("terminal", '{"command": "make test"}', '{"exit_code": 2}')
    '[terminal: make test; 1 line, 16 characters; exit code 2]'
    """
    given = _arguments(arguments)
    if tool.startswith("browser_"):
        shown = [_cut(given[name], None) for name, _ in _BROWSER if given.get(name)][:1]
    elif tool in _SHOWN:
        shown = [_cut(given[name], limit) for name, limit in _SHOWN[tool] if name in given]
    else:
        shown = [f"{name}={_cut(value, _OTHER)}" for name, value in list(given.items())[:2]]
    lines = output.count("\n") + 1 if output.strip() else 0
    size = f"{lines:,} line{'' if lines == 1 else 's'}, {len(output):,} characters"
    told = f"[{': '.join((tool, ', '.join(shown))) if shown else tool}; {size}"
    pattern, noun = _FOUND.get(tool, (None, ""))
    found = pattern.search(output) if pattern else None
    return f"{told}; {noun} {found[1]}]" if found else f"{told}]"


def _arguments(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


def _cut(value: Any, limit: int | None) -> str:
    """A value on one line, cut to ``limit`` characters."""
    if isinstance(value, list):
        more = f" and {len(value) - 1} more" if len(value) > 1 else ""
        return (_cut(value[0], limit) if value else "") + more
    text = str(value).replace("\n", " ")
    return text if limit is None or len(text) <= limit else text[: limit - 3] + "..."
