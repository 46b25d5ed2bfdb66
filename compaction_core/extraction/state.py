"""Current state: files changed and read, how the last test and command ended, where git stands."""

from collections.abc import Iterable

from compaction_core.extraction.budget import Item
from compaction_core.extraction.cues import suspicious
from compaction_core.extraction.reading import Done, Reading
from compaction_core.extraction.words import quote

MOST_MODIFIED, MOST_READ = 14, 10
"""Most files shown at a limit of 500, the latest first."""


def items(reading: Reading, scale: float) -> list[Item]:
    """Changed files, last test, last command, git, read files."""
    labels = reading.labels
    latest = (d for d in reversed(reading.calls) if d.call.kind == "shell" and d.outcome.status != "none")
    command = next(latest, None)
    test = command if command and command.call.is_test else next((done for done in latest if done.call.is_test), None)
    last = [Item(text=f"{labels['last_test']}: {_ended(test, reading, scale)}", place=2)] if test else []
    if command and test is not command:
        last.append(Item(text=f"{labels['last_command']}: {_ended(command, reading, scale)}", place=3))
    git = [Item(text=f"{labels[key]}: {value}", place=4) for key, value in _git(reading)]
    changed, read = _split(files(reading, scale), labels["modified"])
    return [*changed[:4], *last[:1], *git, *changed[4:], *last[1:], *read]


def files(reading: Reading, scale: float) -> list[Item]:
    """Files changed, then files only read, the latest first; an earlier summary's own lists are continued."""
    labels = reading.labels
    changed = [*reversed(reading.files["edit"]), *_listed(reading, "modified")]
    read = [*reversed(reading.files["read"]), *_listed(reading, "read")]
    changed = list(dict.fromkeys(changed))[: int(MOST_MODIFIED * scale)]
    read = [file for file in dict.fromkeys(read) if file not in changed][: int(MOST_READ * scale)]
    rows = [Item(text=file, group=labels["modified"], place=0) for file in changed]
    return rows + [Item(text=file, group=labels["read"], place=5) for file in read]


def _split(rows: list[Item], label: str) -> tuple[list[Item], list[Item]]:
    return [row for row in rows if row.group == label], [row for row in rows if row.group != label]


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
    for note in reversed(reading.notes):
        for key, value in note.git:
            seen.setdefault(key, value)
        if len(seen) == 2:
            break
    return sorted(seen.items())
