"""From untrusted text to text that is safe to match and to quote.

Control, zero-width and direction characters go; a run of more than 300 characters without a blank becomes ``…``,
because identifier patterns take quadratic time on it; what looks like a secret is masked,
and a placeholder that stands there already is one word (``redaction.words``), until the summary is written.
"""

import re
from contextlib import suppress

import orjson

from compaction_core.extraction.secrets import mask
from compaction_core.redaction.words import worded

RUN_LIMIT = 300
URL_LIMIT = 2000
RESULT_HEAD, RESULT_TAIL = 6000, 3000
PROSE_HEAD, PROSE_TAIL = 30_000, 10_000
"""Characters read from a tool result and from prose; the middle of longer ones is not read."""

GAP = "…"

_ANSI = re.compile("\x1b\\[[0-9;?]{0,20}[A-Za-z]")
_BREAKS = re.compile("[\r\x0b\x0c\x85\u2028\u2029](?:(?<=\r)\n)?")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_LONG_RUN = re.compile(f"(?<![!-~])[!-~]{{{RUN_LIMIT + 1},}}")


def clean(text: str, head: int = PROSE_HEAD, tail: int = PROSE_TAIL) -> str:
    """The readable text: at most ``head`` + ``tail`` characters, nothing invisible, no long run, no secret."""
    text = cap(worded(text), head, tail)
    if not _is_plain(text):
        text = _INVISIBLE.sub("", _ANSI.sub("", _BREAKS.sub("\n", text)))
    return mask(_LONG_RUN.sub(_blank, text) if _may_hold_run(text) else text)


def clean_result(text: str) -> str:
    """A tool result; one long line of JSON is read as its values, one a line."""
    if text[:1] in "{[" and _LONG_RUN.search(text[:RESULT_HEAD]):
        with suppress(orjson.JSONDecodeError):
            text = "\n".join(strings(orjson.loads(text)))
    return clean(text, RESULT_HEAD, RESULT_TAIL)


def strings(value: object, limit: int = 400) -> list[str]:
    """The scalar values of a parsed JSON value, never its keys, in order; at most ``limit`` of them.

    >>> strings({"file_path": "a.py", "lines": [1, 2], "deep": {"x": None}})
    ['a.py', '1', '2']
    """
    found: list[str] = []
    stack = [value]
    while stack and len(found) < limit:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(reversed(item.values()))
        elif isinstance(item, list):
            stack.extend(reversed(item))
        elif item is not None and not isinstance(item, bool):
            found.append(str(item))
    return found


def cap(text: str, head: int, tail: int) -> str:
    """Head and tail of a longer text, cut between words."""
    if len(text) <= head + tail:
        return text
    start, stop = head, len(text) - tail
    while start > 0 and not text[start - 1].isspace() and head - start < URL_LIMIT:
        start -= 1
    while stop < len(text) and not text[stop].isspace() and stop - (len(text) - tail) < URL_LIMIT:
        stop += 1
    return f"{text[:start]}\n{GAP}\n{text[stop:]}"


def _is_plain(text: str) -> bool:
    """Printable ASCII, tabs and line feeds only: nothing to strip. Many times cheaper than the patterns."""
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def _may_hold_run(text: str) -> bool:
    return len(text) > RUN_LIMIT and max(map(len, text.split("\n"))) > RUN_LIMIT


def _blank(match: re.Match[str]) -> str:
    run = match[0]
    is_url = len(run) <= URL_LIMIT and run.lstrip("(<\"'[").startswith(("http://", "https://"))
    return run if is_url else GAP
