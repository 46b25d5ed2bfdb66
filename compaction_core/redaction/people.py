"""What names a person: e-mail addresses, home folders, and the user names that stand in those."""

import re
from collections.abc import Iterable, Iterator

from compaction_core.redaction.keys import Found

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])([A-Za-z0-9._%+-]{1,64})@((?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}([A-Za-z]{2,24}))"
    r"(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"
)


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


# ``icon@2x.png`` is a file, ``user@1000.service`` a unit.
_NO_DOMAIN = _words(
    "png jpg jpeg gif svg webp ico js mjs cjs ts tsx jsx css scss py rb go rs java json yaml yml toml md txt html htm"
    " xml csv log lock sh service timer socket target slice scope mount device"
)
_NO_PERSON = frozenset({"git", "hg", "svn"})

_NAME = r"[^\W_](?:[\w.-]{0,62}[\w-])?"
# Group 1 is the name. A relative ``src/home/x`` and ``https://site.example/home/x`` are no home folders.
_HOME = (
    re.compile(
        rf"/home/(?:(?<![\w.~-]/home/)(?<!\d\]/home/)|(?<=/(?:mnt|var)/home/)|(?<=/export/home/)|(?<=/data/home/))({_NAME})"
    ),
    re.compile(
        rf"/Users/(?:(?<![\w.~-]/Users/)(?<!\d\]/Users/)|(?<=/[a-z]/Users/)|(?<=[A-Za-z]:/Users/)|(?<=/Data/Users/))({_NAME})"
    ),
    re.compile(r"[A-Za-z]:(?:\\{1,4})Users\\{1,4}([^\W_][^\\/:*?\"<>|\s\[\]]{0,62})"),
    # Claude Code's folder of a project: the path with every separator as a hyphen.
    re.compile(r"(?<=projects/)-(?:home|Users)-([^\W_]\w{0,62})(?=-)"),
)
_WITH_BLANKS = re.compile(r" [^\\/:*?\"<>|\r\n\[\]]{1,40}(?=\\)")
_NOT_A_HOME = _words("public shared default all linuxbrew lost+found")
# Accounts and words that name nobody: masked in a path, never elsewhere.
_NOBODY = _words(
    "user users username name you me root runner ubuntu debian ec2-user centos node app apps vscode code circleci"
    " jovyan coder gitpod codespace sandbox agent claude codex admin administrator dev developer test tester testuser"
    " demo example work workspace git docker vagrant build builder ci jenkins www web api data project projects home"
    " default guest local service system assistant tool site src main student steam postgres mysql redis nginx python"
    " java go may will mark art bill hope grace joy rose dawn page index docs login dashboard secret email"
)
SHORTEST = 3
"""A shorter name is masked in paths only: elsewhere it would hit ordinary words."""


def emails(text: str) -> Iterator[Found]:
    """Where e-mail addresses stand."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            start, stop = match.span()
            if text[start] in "nrt" and text[start - 1 : start] == "\\":  # a line break inside a JSON string
                start += 1
            if text[start] != "@" and match[3].lower() not in _NO_DOMAIN and match[1] not in _NO_PERSON:
                yield start, stop


def homes(text: str) -> Iterator[Found]:
    """Where the user name stands in paths of home folders."""
    for pattern in _HOME:
        for match in pattern.finditer(text):
            if match[1].lower() not in _NOT_A_HOME:
                start, stop = match.span(1)
                blanks = _WITH_BLANKS.match(text, stop) if text[start - 1] == "\\" else None
                yield start, blanks.end() if blanks else stop


def mentions(text: str, names: Iterable[str]) -> Iterator[Found]:
    """Where the names stand as whole words, in any case; names that name nobody are left alone."""
    wanted = sorted({n for n in names if len(n) >= SHORTEST and n.lower() not in _NOBODY and not n.isdigit()})
    if not wanted:
        return
    longest_first = "|".join(re.escape(name) for name in sorted(wanted, key=len, reverse=True))
    whole = re.compile(rf"(?<![A-Za-z0-9\u00c0-\u024f])(?:{longest_first})(?![A-Za-z0-9\u00c0-\u024f])", re.IGNORECASE)
    yield from (match.span() for match in whole.finditer(text))
