"""Identifiers in a text, exactly as written, by class.

A text is cut into runs at blanks, CJK letters and typographic marks, a run into pieces at brackets and quotes; each
piece is one identifier or none. So ``测试tests/a.py通过`` yields its path, and no pattern ever scans a long run.
"""

import errno
import re
import signal
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from compaction_core.extraction.cleaning import URL_LIMIT
from compaction_core.extraction.paths import PRODUCTS, path
from compaction_core.extraction.words import UNSPACED

Kind = Literal["path", "url", "issue", "ticket", "sha", "version", "env", "error", "host", "id", "symbol"]


class Identifier(NamedTuple):
    """One identifier and its class."""

    kind: Kind
    text: str


_RUN = re.compile(rf"[^\s{UNSPACED}“”‘’«»„‚…—–•→←·‹›]+")
_URL = re.compile(r"https?://[^\s<>\"'`\\\[\]{}|^]+")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]{2,60})\}?")
# A Windows path; elsewhere a backslash is an escape in quoted text.
_WINDOWS = re.compile(r"(?:[A-Za-z]:\\|\.{1,2}\\)?\w[\w. -]+(?:\\{1,2}[\w.-]{2,})*")
_ESCAPED = re.compile(r"\\+[ntr\"'/]?")
_PIECE = re.compile(r"[^\s()\[\]{}<>\"'`,;|=*?!&^]+")
_PINNED = re.compile(r"(?<![\w.-])@?[A-Za-z][\w./-]{0,60}(?:==|>=|~=|@\^?)v?\d+(?:\.\d+)+[\w.+-]{0,20}")

# ``docs/说明.md``: a folder or name wholly of such letters; ``目录下的tests/a.py`` is prose and a path.
_CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_CJK_FOLDER = re.compile(rf"[A-Za-z0-9_]/{_CJK}{{1,20}}[/.]")
_CJK_PATH = re.compile(
    rf"(?<![A-Za-z0-9_./~-])(?:[A-Za-z0-9_.~-]{{1,60}}/){{1,12}}(?:(?:{_CJK}{{1,20}}|[A-Za-z0-9_.-]{{1,60}})/){{0,6}}"
    rf"(?:{_CJK}{{1,20}}|[A-Za-z0-9_-]{{1,60}})\.[A-Za-z0-9]{{1,6}}(?![A-Za-z0-9_/])"
)
# Those that need the word before them.
_PHRASES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("issue", re.compile(r"(?<![A-Za-z0-9_])(?:[Ii]ssue|PR|MR|[Pp]ull request) #?\d{1,6}(?![\w.-])")),
    ("error", re.compile(r"(?<![A-Za-z0-9_])(?:HTTP|status(?: code)?) [1-5]\d\d(?![\w.])")),
    ("host", re.compile(r"(?<![A-Za-z0-9_])port \d{2,5}(?![\w.])")),
    (
        "version",
        re.compile(
            r"(?<![A-Za-z0-9_])(?:[Pp]ython|[Nn]ode|[Jj]ava|[Gg]o|[Rr]uby|[Rr]ust|PHP|Postgre(?:s|SQL)|MySQL|[Rr]edis"
            r"|[Dd]jango|[Rr]ails|[Rr]eact) v?\d+(?:\.\d+)+(?![\w])"
        ),
    ),
)

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
_CVE = re.compile(r"CVE-\d{4}-\d{4,}")
_ISSUE = re.compile(r"(?:[\w.-]+/[\w.-]+#\d{1,6}|#\d{2,6}|[!]\d{2,6})")
_DATE = re.compile(r"\d{4}[-/]\d{2}[-/]\d{2}(?:T[\d:.Z+-]*)?")
_HOST = re.compile(r"(?:(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?|localhost:\d{2,5})")
_VERSION = re.compile(r"v\d+(?:\.\d+){1,3}(?:-[\w.]+)?|\d+\.\d+\.\d+(?:\.\d+)?(?:-[A-Za-z][\w.]*)?|v\d+")
_TICKET = re.compile(r"[A-Z][A-Z0-9]{1,9}-\d{1,6}")
_SHA = re.compile(r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{7,12})")
_CODE = re.compile(r"TS\d{4,5}|E\d{4}|ORA-\d{5}|0x[0-9a-fA-F]{4,16}|SQLSTATE\d+|[A-Z]{2,6}\d{4}")
_ERROR_CLASS = re.compile(
    r"(?:[A-Za-z_][\w]*\.)*[A-Z]\w*(?:Error|Exception|Warning|Failure|Timeout|Fault)|SIG[A-Z]{2,6}|E[A-Z]{3,12}"
)
_ENV = re.compile(r"_?[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]")
_SYMBOL = re.compile(
    r"[A-Za-z_$]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+|_*[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+"
    r"|(?:[A-Z][a-z0-9]+){2,}"
)
_NO_TICKET = {
    "UTF", "SHA", "GPT", "ISO", "RFC", "COVID", "IEEE", "PEP", "ES", "HTTP", "IPV", "MP", "H", "X", "CP", "WIN",
    "AES", "RSA", "MD", "BASE", "UTC", "GMT", "US", "A", "B", "P", "V", "CVE", "ANSI", "EC", "SSE", "AVX", "ORA",
}  # fmt: skip
_NO_SYMBOL = {
    "GitHub", "JavaScript", "TypeScript", "PostgreSQL", "GitLab", "OpenAI", "LiteLLM", "YouTube", "MacOS", "macOS",
    "iOS", "DevOps", "PyPI", "NumPy", "LangChain", "WebSocket", "GraphQL", "MongoDB", "CircleCI", "DeepSeek",
}  # fmt: skip
_SYSTEM_CODES = set(errno.errorcode.values()) | {s.name for s in signal.Signals}


def identifiers(text: str, prose: bool = True) -> Iterator[Identifier]:
    """Every identifier of a clean text, in order of class then place, repeats included.

    ``prose=False`` (logs, file contents) leaves out bare names and ``#n``, which mean something else there.

    >>> [i.text for i in identifiers("看看tests/a.py和 PR 12 (GATE-7), v1.2.0")]
    ['PR 12', 'tests/a.py', 'GATE-7', 'v1.2.0']
    """
    if _CJK_FOLDER.search(text):
        for mixed in _CJK_PATH.findall(text):
            if path(mixed):
                yield Identifier("path", mixed)
        text = _CJK_PATH.sub(" ", text)
    for kind, pattern in _PHRASES:
        yield from (Identifier(kind, found) for found in pattern.findall(text))
    for run in _RUN.findall(text):
        if not (run.isalpha() and (run.islower() or run.istitle())):
            for found in _of_run(run):
                if prose or not (found.kind == "symbol" or found.text[0] in "#!"):
                    yield found


@lru_cache(maxsize=100_000)
def _of_run(run: str) -> tuple[Identifier, ...]:
    if len(run) > URL_LIMIT:
        return ()
    found: list[Identifier] = []
    if "://" in run:
        found += [Identifier("url", url) for url in map(_trimmed_url, _URL.findall(run)) if len(url) > 10]
        run = re.sub(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://\S*", " ", run)
    if "&#" in run:
        run = re.sub(r"&#\w{1,7};?", " ", run)
    if "$" in run:
        found += [Identifier("env", name) for name in _VARIABLE.findall(run) if name.isupper()]
        run = _VARIABLE.sub(" ", run)
    if "=" in run or "@" in run:
        found += [Identifier("version", pin) for pin in _PINNED.findall(run)]
        run = _PINNED.sub(" ", run)
    if len(run) > 300:
        return tuple(found)
    if "\\" in run and not _WINDOWS.fullmatch(run.strip("\"'`(),;:")):
        run = _ESCAPED.sub(" ", run)
    for piece in _PIECE.findall(run):
        piece = piece.strip().strip(":").rstrip(".:!\\-").lstrip("+-")
        kind = classify(piece)
        if kind is not None:
            found.append(Identifier(kind, _without_line(piece) if kind == "path" else piece))
    return tuple(found)


def classify(piece: str) -> Kind | None:
    """The class of one piece, None if it is no identifier; the order matters."""
    if not 2 < len(piece) <= 200 or piece.startswith("--"):
        return "issue" if _ISSUE.fullmatch(piece) else None
    if _DATE.fullmatch(piece):
        return None
    for kind, pattern in _CLASSES:
        if pattern.fullmatch(piece):
            return kind
    if path(_without_line(piece)):
        return "path"
    if _TICKET.fullmatch(piece):
        return None if piece.split("-")[0] in _NO_TICKET else "ticket"
    if _ERROR_CLASS.fullmatch(piece):
        is_code = piece in _SYSTEM_CODES or not piece.isupper()
        return "error" if is_code else None
    if _ENV.fullmatch(piece):
        return "env"
    if _SYMBOL.fullmatch(piece) and len(piece) > 4 and piece not in _NO_SYMBOL and piece.lower() not in PRODUCTS:
        return "symbol"
    return None


_CLASSES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("id", _UUID),
    ("ticket", _CVE),
    ("issue", _ISSUE),
    ("id", _EMAIL),
    ("host", _HOST),
    ("version", _VERSION),
    ("error", _CODE),
    ("sha", _SHA),
)


def _without_line(piece: str) -> str:
    """``src/a.py:12:3`` and grep's ``src/a.py-12-`` without line and column, ``src/a.py::test_x`` without the test."""
    piece = re.sub(r"(\.[A-Za-z]\w{0,6})-\d{1,6}(?:-.*)?$", r"\1", piece)
    return re.sub(r"(?:::.*|(?::\d+){1,2}(?:-\d+)?|#L\d+(?:-L?\d+)?)$", "", piece)


def _trimmed_url(url: str) -> str:
    url = url.rstrip(".,;:!?*_'")
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(".,;:!?*_'")
    return re.split(rf"[{UNSPACED}“”’…]", url)[0]
