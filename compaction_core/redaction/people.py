"""What names a person: e-mail addresses, home folders, and the user names that stand in those."""

import re
from collections.abc import Iterator

from compaction_core.redaction.looking import Found, Look

_LOCAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-"
_LONGEST_LOCAL = 64
_DOMAIN = re.compile(r"@((?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}([A-Za-z]{2,24}))(?![A-Za-z0-9_-]|\.[A-Za-z0-9])")


def words(line: str) -> frozenset[str]:
    """The words of a line."""
    return frozenset(line.split())


# ``icon@2x.png`` is a file, ``user@1000.service`` a unit.
_NO_DOMAIN = words(
    "png jpg jpeg gif svg webp ico js mjs cjs ts tsx jsx css scss py rb go rs java json yaml yml toml md txt html htm"
    " xml csv log lock sh service timer socket target slice scope mount device"
)
# Accounts of machines, and ``this@Main.field`` of Kotlin.
_NO_PERSON = words("git hg svn noreply no-reply donotreply do-not-reply mailer-daemon this super")

_NAME = r"([^\W_](?:[\w.-]{0,62}[\w-])?)"
# Group 1 is the name. A relative ``src/home/x`` and ``https://site.example/home/x`` are no home folders.
_HOME = {
    "/home/": re.compile(
        rf"/home/(?:(?<![\w.~-]/home/)(?<!\d\]/home/)|(?<=/(?:mnt|var)/home/)|(?<=/export/home/)|(?<=/data/home/)){_NAME}"
    ),
    "/users/": re.compile(
        rf"/Users/(?:(?<![\w.~-]/Users/)(?<!\d\]/Users/)|(?<=/[a-z]/Users/)|(?<=[A-Za-z]:/Users/)|(?<=/Data/Users/)){_NAME}"
    ),
    ":\\": re.compile(r"(?<=[A-Za-z]):\\{1,4}[Uu]sers\\{1,4}([^\W_][^\\/:*?\"<>|\s\[\]]{0,62})"),
    # Claude Code's folder of a project: the path with every separator as a hyphen.
    "projects/-": re.compile(r"projects/-(?:home|Users)-([^\W_]\w{0,62})(?=-)"),
}
_WITH_BLANKS = re.compile(r" [^\\/:*?\"<>|\r\n\[\]]{1,40}(?=\\)")
# Accounts, products and placeholders: such a home folder names nobody.
_NOBODY = words(
    "user users username user_name your_name yourname your-name name you me root runner runneradmin runner~1 ubuntu"
    " debian fedora centos ec2-user admin administrator app apps appuser node vscode codespace circleci jovyan gitpod"
    " sandbox agent claude codex openhands opencode letta hermes devin dev developer test tester testuser demo example"
    " foo bar work workspace git docker vagrant build builder ci jenkins www www-data web api data project projects"
    " default guest local service system nonroot linuxbrew postgres mysql redis nginx python public shared all"
    " lost+found defaultuser0 containeradministrator"
)
# Words that may be a person's name: masked in a path, never elsewhere.
_WORDS_TOO = words(
    "code coder student assistant tool site src main steam java go may will mark art bill hope grace joy rose dawn"
    " page index docs login dashboard secret email masked home max pat grant chase miles penny angel summer amber ruby"
    " crystal iris olive violet april june august chip cliff guy lance rich rusty sandy skip sky stone sunny wade ward"
    " young king long short small black white brown green gray grey day love rice price cook baker carpenter mason"
    " walker hunter fisher shepherd sage reed forest wood woods hill field brook river lake north west east south core"
    " root debug key value token file path node task note agent model prompt session keep summarize clear truncate"
    " drop measured estimated reported recorded given error warning offline released"
)
SHORTEST = 3
"""A shorter name is masked in paths only: elsewhere it would hit ordinary words."""
_LETTER = re.compile(r"[A-Za-z0-9\u00c0-\u024f]")


def emails(look: Look) -> Iterator[Found]:
    """Where e-mail addresses of people stand."""
    text = look.text
    for place in look.places("@"):
        before = text[max(0, place - _LONGEST_LOCAL - 1) : place]
        local = before[len(before.rstrip(_LOCAL)) :]
        domain = _DOMAIN.match(text, place) if 0 < len(local) <= _LONGEST_LOCAL else None
        if domain is None or domain[2].lower() in _NO_DOMAIN:
            continue
        start = place - len(local)
        if local[0] in "nrt" and text[start - 1 : start] == "\\":  # a line break inside a JSON string
            start, local = start + 1, local[1:]
        if local and local.lower() not in _NO_PERSON:
            yield start, domain.end()


def homes(look: Look) -> Iterator[Found]:
    """Where the user name stands in paths of home folders; not where it names nobody."""
    text = look.text
    for piece, pattern in _HOME.items():
        for place in look.places(piece):
            match = pattern.match(text, place)
            if match and match[1].lower() not in _NOBODY:
                start, stop = match.span(1)
                blanks = _WITH_BLANKS.match(text, stop) if text[start - 1] == "\\" else None
                yield start, blanks.end() if blanks else stop


def may_stand_alone(name: str) -> bool:
    """Whether a user name is masked outside of paths, too."""
    return len(name) >= SHORTEST and not name.isdigit() and name.lower() not in _WORDS_TOO


def whole_words(look: Look, word: str) -> Iterator[Found]:
    """Where a word stands by itself, in any case."""
    text, size = look.text, len(word)
    opens, closes = bool(_LETTER.match(word)), bool(_LETTER.match(word[-1]))
    for place in word_places(look, word):
        inside = opens and place and _LETTER.match(text, place - 1)
        if not inside and not (closes and _LETTER.match(text, place + size)):
            yield place, place + size


def word_places(look: Look, word: str) -> Iterator[int]:
    """Where a word begins, in any case, by itself or not."""
    if word.isascii():
        return look.places(word.lower())
    return (
        match.start() for match in re.compile(re.escape(word), re.IGNORECASE).finditer(look.text, look.start, look.stop)
    )
