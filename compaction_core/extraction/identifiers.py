"""Identifiers in a text, exactly as written, by class.

A text is cut into runs at blanks, CJK letters and typographic marks, a run into pieces at brackets and quotes; each
piece is one identifier or none. So ``测试tests/a.py通过`` yields its path, and no pattern ever scans a long run.
"""

import re
from itertools import chain
from typing import NamedTuple

from compaction_core.extraction.classes import Kind, class_weight, classify, without_line
from compaction_core.extraction.cleaning import URL_LIMIT
from compaction_core.extraction.paths import path
from compaction_core.extraction.words import UNSPACED


class Identifier(NamedTuple):
    """One identifier and its class."""

    kind: Kind
    text: str


Mentions = tuple[tuple[Identifier, ...], tuple[float, ...]]
"""Different identifiers and how much the class of each tells."""
Runs = dict[str, tuple[Identifier, ...]]
"""What runs of a session held; the same runs come back all the time. It belongs to whoever owns the session."""
MOST_RUNS = 50_000

_RUN = re.compile(rf"[^\s{UNSPACED}“”‘’«»„‚…—–•→←·‹›]+")
_URL = re.compile(r"https?://[^\s<>\"'`\\\[\]{}|^]+")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]{2,60})\}?")
# A Windows path; elsewhere a backslash is an escape in quoted text.
_WINDOWS = re.compile(r"(?:[A-Za-z]:\\|\.{1,2}\\)?\w[\w. -]+(?:\\{1,2}[\w.-]{2,})*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://\S*")
_ESCAPED = re.compile(r"\\+[ntr\"'/]?")
_AROUND = ",;:!?()[]\"'`*"
"""What may stand around a plain word; a dot only behind it, for ``.gitignore`` is a file."""
_PIECE = re.compile(r"[^\s()\[\]{}<>\"'`,;|=*?!&^]+")
_MAY_PIN = re.compile(r"(?:[=>~]=|@\^?)v?\d")
_PINNED = re.compile(r"(?<![\w.-])@?[A-Za-z][\w./-]{0,60}(?:==|>=|~=|@\^?)v?\d+(?:\.\d+)+[\w.+-]{0,20}")

# ``docs/说明.md``: a folder or name wholly of such letters; ``目录下的tests/a.py`` is prose and a path.
_CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_CJK_FOLDER = re.compile(rf"[A-Za-z0-9_]/{_CJK}{{1,20}}[/.]")
_CJK_PATH = re.compile(
    rf"(?<![A-Za-z0-9_./~-])(?:[A-Za-z0-9_.~-]{{1,60}}/){{1,12}}(?:(?:{_CJK}{{1,20}}|[A-Za-z0-9_.-]{{1,60}})/){{0,6}}"
    rf"(?:{_CJK}{{1,20}}|[A-Za-z0-9_-]{{1,60}})\.[A-Za-z0-9]{{1,6}}(?![A-Za-z0-9_/])"
)


def _word(*words: str) -> str:
    """Whole words. The look back stands behind the first letter, so that the search jumps from letter to letter."""
    return "|".join(f"{word[0]}(?<![A-Za-z0-9_]{word[0]}){word[1:]}" for word in words)


# Those that need the word before them, and what stands in every one: cheaper to look for than to match.
_REQUESTS = ("issue", "Issue", "PR", "MR", "pull request", "Pull request")
_EITHER = ("python", "node", "java", "go", "ruby", "rust", "redis", "django", "rails", "react")
_VERSIONED = (*_EITHER, *map(str.capitalize, _EITHER), "PHP", "Postgre(?:s|SQL)", "MySQL")
_NUMBER = re.compile(r" [#v]?\d")
_PHRASES: tuple[tuple[Kind, re.Pattern[str], re.Pattern[str]], ...] = (
    (
        "issue",
        re.compile(r"issue |Issue |PR |MR |ull request "),
        re.compile(rf"(?:{_word(*_REQUESTS)}) #?\d{{1,6}}(?![\w.-])"),
    ),
    (
        "error",
        re.compile(r"HTTP |status "),
        re.compile(rf"(?:{_word('HTTP', 'status(?: code)?')}) [1-5]\d\d(?![\w.])"),
    ),
    ("host", re.compile("port "), re.compile(rf"{_word('port')} \d{{2,5}}(?![\w.])")),
    (
        "version",
        re.compile(r" v?\d+\.\d"),
        re.compile(rf"(?:{_word(*_VERSIONED)}) v?\d+(?:\.\d+)+(?![\w])"),
    ),
)


def identifiers(text: str, prose: bool = True, runs: Runs | None = None) -> list[Identifier]:
    """Every identifier of a clean text, in order of class then place, repeats included.

    ``prose=False`` (logs, file contents) leaves out bare names and ``#n``, which mean something else there.
    ``runs`` remembers from one text to the next; None starts anew.

    >>> [i.text for i in identifiers("看看tests/a.py和 PR 12 (GATE-7), v1.2.0")]
    ['PR 12', 'tests/a.py', 'GATE-7', 'v1.2.0']
    """
    found: list[Identifier] = []
    if not text.isascii() and _CJK_FOLDER.search(text):
        found += [Identifier("path", mixed) for mixed in _CJK_PATH.findall(text) if path(mixed)]
        text = _CJK_PATH.sub(" ", text)
    if _NUMBER.search(text):
        for kind, mark, pattern in _PHRASES:
            if mark.search(text):
                found += [Identifier(kind, phrase) for phrase in pattern.findall(text)]
    inner = chain.from_iterable(filter(None, _of_runs(text, {} if runs is None else runs)))
    if prose:
        return [*found, *inner]
    return found + [one for one in inner if one.kind != "symbol" and one.text[0] not in "#!"]


def mentions(texts: list[str], prose: bool, runs: Runs | None = None) -> Mentions:
    """The different identifiers of some texts, and the weights of their classes."""
    found = tuple({one for text in texts for one in identifiers(text, prose, runs)})
    return found, tuple([class_weight(one.kind, one.text) for one in found])


def _of_runs(text: str, runs: Runs) -> list[tuple[Identifier, ...]]:
    """What each run of the text holds, in order."""
    cut = text.split() if text.isascii() else _RUN.findall(text)
    held = list(map(runs.get, cut))
    return [found if found is not None else _remembered(run, runs) for run, found in zip(cut, held, strict=True)]


def _remembered(run: str, runs: Runs) -> tuple[Identifier, ...]:
    found = runs.get(run)
    if found is None:
        if len(runs) >= MOST_RUNS:
            runs.clear()
        found = runs[run] = _of_run(run)
    return found


def _of_run(run: str) -> tuple[Identifier, ...]:
    word = run.strip(_AROUND).rstrip(".")
    if not 2 < len(run) <= URL_LIMIT or (word.isalpha() and (word.islower() or (word == run and word.istitle()))):
        return ()
    found: list[Identifier] = []
    if "://" in run:
        found += [Identifier("url", url) for url in map(_trimmed_url, _URL.findall(run)) if len(url) > 10]
        run = _SCHEME.sub(" ", run)
    if "&#" in run:
        run = re.sub(r"&#\w{1,7};?", " ", run)
    if "$" in run:
        found += [Identifier("env", name) for name in _VARIABLE.findall(run) if name.isupper()]
        run = _VARIABLE.sub(" ", run)
    if ("=" in run or "@" in run) and _MAY_PIN.search(run):
        found += [Identifier("version", pin) for pin in _PINNED.findall(run)]
        run = _PINNED.sub(" ", run)
    if len(run) > 300:
        return tuple(found)
    if "\\" in run and not _WINDOWS.fullmatch(run.strip("\"'`(),;:")):
        run = _ESCAPED.sub(" ", run)
    for piece in _PIECE.findall(run):
        piece = piece.strip(":").rstrip(".:!\\-").lstrip("+-")
        kind = classify(piece)
        if kind is not None:
            found.append(Identifier(kind, without_line(piece) if kind == "path" else piece))
    return tuple(found)


def _trimmed_url(url: str) -> str:
    url = url.rstrip(".,;:!?*_'")
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(".,;:!?*_'")
    return re.split(rf"[{UNSPACED}“”’…]", url)[0]
