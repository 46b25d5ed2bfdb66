"""Current state: files changed and read, how the last test and command ended, where git stands."""

import re
from collections.abc import Iterable

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import suspicious
from compaction_core.extraction.outcomes import shows_text
from compaction_core.extraction.reading import Done, Reading
from compaction_core.extraction.words import quote

MOST_MODIFIED, MOST_READ = 14, 10
"""Most files shown at a limit of 500, the latest first."""

_TEST = re.compile(
    r"\b(?:pytest|unittest|tox|nox|jest|vitest|mocha|rspec|ctest|phpunit|playwright test"
    r"|(?:go|cargo|npm|pnpm|yarn|bun|mvn|gradle|gradlew|make|dotnet|mix|swift|bazel|rake|deno)(?: run)?"
    r" (?:\S+ )?test\S*)"
)
_GIT = (
    ("branch", re.compile(r"^On branch (\S+)$", re.M)),
    ("branch", re.compile(r"^Switched to (?:a new )?branch '([^'\s]+)'$", re.M)),
    ("branch", re.compile(r"^\[(\S+) (?:\(root-commit\) )?[0-9a-f]{7,12}\] ", re.M)),
    ("commit", re.compile(r"^\[\S+ (?:\(root-commit\) )?([0-9a-f]{7,12})\] ", re.M)),
)


def items(reading: Reading, scale: float) -> list[Item]:
    """Changed files, last test, last command, git, read files."""
    labels = reading.labels
    commands = [done for done in reading.calls if done.call.kind == "shell" and done.outcome.status != "none"]
    tests = [done for done in commands if is_test(done)]
    last = [Item(text=f"{labels['last_test']}: {_ended(tests[-1], reading, scale)}", place=2)] if tests else []
    if commands and not (tests and tests[-1] is commands[-1]):
        last.append(Item(text=f"{labels['last_command']}: {_ended(commands[-1], reading, scale)}", place=3))
    git = [Item(text=f"{labels[key]}: {value}", place=4) for key, value in _git(reading)]
    changed, read = _split(files(reading, scale), labels["modified"])
    return [*changed[:4], *last[:1], *git, *changed[4:], *last[1:], *read]


def files(reading: Reading, scale: float) -> list[Item]:
    """Files changed, then files only read, the latest first; an earlier summary's own lists are continued."""
    labels = reading.labels
    changed = [*reversed(_named(reading, "edit")), *_listed(reading, "modified")]
    read = [*reversed(_named(reading, "read")), *_listed(reading, "read")]
    changed = list(dict.fromkeys(changed))[: int(MOST_MODIFIED * scale)]
    read = [file for file in dict.fromkeys(read) if file not in changed][: int(MOST_READ * scale)]
    rows = [Item(text=file, group=labels["modified"], place=0) for file in changed]
    return rows + [Item(text=file, group=labels["read"], place=5) for file in read]


def is_test(done: Done) -> bool:
    """Whether a call runs tests."""
    if shows_text(done.call) or done.call.kind != "shell":
        return False
    return bool(_TEST.search(done.call.argument) or re.search(r"(?:^|_)tests?(?:_|$)", done.call.name.lower()))


def _split(rows: list[Item], label: str) -> tuple[list[Item], list[Item]]:
    return [row for row in rows if row.group == label], [row for row in rows if row.group != label]


def _named(reading: Reading, kind: str) -> list[str]:
    return [
        file
        for done in reading.calls
        if done.outcome.status == "ok" and done.call.effect == kind
        for file in done.call.files
    ]


def _listed(reading: Reading, label: str) -> Iterable[str]:
    """The files of our own line in an earlier summary."""
    for section in ("state", "details"):
        for bullet in reading.earlier.of(section):
            if bullet.label == label:
                yield from (file for file in bullet.text.split(", ") if file and " " not in file)


def _ended(done: Done, reading: Reading, scale: float) -> str:
    outcome = done.outcome
    end = "ok" if outcome.status == "ok" else reading.labels["failed"]
    says = outcome.verdict or outcome.signature
    told = f": {quote(says, int(18 * scale))}" if says and not suspicious(says) else ""
    return f"{reading.short(done.call.shown)} → {end}{told}"


def _git(reading: Reading) -> list[tuple[str, str]]:
    """The last branch and commit that git itself printed."""
    seen: dict[str, str] = {}
    for entry in reading.entries:
        found = sorted(
            (match.start(), key, match[1]) for key, pattern in _GIT for match in pattern.finditer(entry.result)
        )
        seen.update((key, value) for _, key, value in found if len(value) <= 200)
    return sorted(seen.items())
