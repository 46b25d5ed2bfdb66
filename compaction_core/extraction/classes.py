"""The class of one identifier: path, link, issue, version …, told by its shape alone."""

import errno
import re
import signal
from typing import Literal

from compaction_core.extraction.paths import PRODUCTS, path

Kind = Literal["path", "url", "issue", "ticket", "sha", "version", "env", "error", "host", "id", "symbol"]

_WEIGHTS: dict[Kind, float] = {"symbol": 0.35, "version": 0.7, "id": 0.5, "sha": 0.8, "host": 0.7}
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
_CLASSES: tuple[tuple[Kind | None, re.Pattern[str]], ...] = (
    (None, _DATE),
    ("id", _UUID),
    ("ticket", _CVE),
    ("issue", _ISSUE),
    ("id", _EMAIL),
    ("host", _HOST),
    ("version", _VERSION),
    ("error", _CODE),
    ("sha", _SHA),
)


def _any_of(without: tuple[re.Pattern[str], ...] = ()) -> re.Pattern[str]:
    """All classes in one pass; the first that fits the whole piece counts."""
    return re.compile("|".join(f"(?P<k{n}>{p.pattern})" for n, (_, p) in enumerate(_CLASSES) if p not in without))


_ANY, _ANY_UNMARKED = _any_of(), _any_of(without=(_ISSUE, _EMAIL))
"""The second for a piece that holds none of ``@#!``, as most do."""
_NAME = re.compile(
    rf"(?P<ticket>{_TICKET.pattern})|(?P<error>{_ERROR_CLASS.pattern})|(?P<env>{_ENV.pattern})"
    rf"|(?P<symbol>{_SYMBOL.pattern})"
)
_GREP_LINE = re.compile(r"(\.[A-Za-z]\w{0,6})-\d{1,6}(?:-.*)?$")
_LINE = re.compile(r"(?:::.*|(?::\d+){1,2}(?:-\d+)?|#L\d+(?:-L?\d+)?)$")


def classify(piece: str) -> Kind | None:
    """The class of one piece, None if it is no identifier; the order matters."""
    if not 2 < len(piece) <= 200 or piece.startswith("--"):
        return "issue" if _ISSUE.fullmatch(piece) else None
    if piece.isdecimal() or (piece.islower() and piece.isalpha()):
        return None
    marked = "@" in piece or "#" in piece or "!" in piece
    known = (_ANY if marked else _ANY_UNMARKED).fullmatch(piece)
    if known:
        return _CLASSES[int((known.lastgroup or "")[1:])][0]
    if path(without_line(piece)):
        return "path"
    name = _NAME.fullmatch(piece)
    return _named(piece, name.lastgroup) if name else None


def _named(piece: str, kind: str | None) -> Kind | None:
    """The class of a name, None for those that only look like one."""
    if kind == "ticket":
        return None if piece.split("-")[0] in _NO_TICKET else "ticket"
    if kind == "error":
        return "error" if piece in _SYSTEM_CODES or not piece.isupper() else None
    if kind == "env":
        return "env"
    return "symbol" if len(piece) > 4 and piece not in _NO_SYMBOL and piece.lower() not in PRODUCTS else None


def class_weight(kind: Kind, piece: str) -> float:
    """How much an identifier of this class tells, 1 being a file; a folder counts a third of it.

    >>> class_weight("path", "src/a.py"), class_weight("path", "src"), class_weight("symbol", "a_name")
    (1.0, 0.3, 0.35)
    """
    if kind == "path":
        return 1.0 if "." in piece.rsplit("/", 1)[-1] else 0.3
    if kind == "id" and "@" in piece:
        return 0.1
    return _WEIGHTS.get(kind, 1.0)


def without_line(piece: str) -> str:
    """``src/a.py:12:3`` and grep's ``src/a.py-12-`` without line and column, ``src/a.py::test_x`` without the test."""
    if "-" in piece and "." in piece:
        piece = _GREP_LINE.sub(r"\1", piece)
    return _LINE.sub("", piece) if ":" in piece or "#L" in piece else piece
