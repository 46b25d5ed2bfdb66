"""What a zip file or folder holds, when that is not one transcript: its transcripts, to choose one from."""

from pathlib import Path

from compaction_core.errors import BadInput, EmptyTranscript, UnknownFormat
from compaction_core.garbage import paused
from compaction_core.importers.base import Recognised, known, recognised
from compaction_core.importers.shared.files import compressed, containers
from compaction_core.importers.source import Source
from compaction_core.progress import Report, paced, reported, silent
from compaction_core.session import Record, Warning
from compaction_core.words import count

MOST_FILES = 300
"""Files of a zip file or folder that are looked at, the largest if there are more; 500 MB of them in all."""
DESCRIBED = 40_000_000
"""Bytes of transcripts that are read to say more of each than its format, the smallest first."""


class Member(Record):
    """One transcript inside a zip file or folder."""

    path: str
    """From the root of the zip file or folder; a folder's where its files are one transcript together."""
    format: str
    """The importer's name."""
    label: str
    size: int
    """Bytes, unpacked from the zip file, as it states them."""
    conversations: int | None = None
    """None, as are the messages, where the file was not read."""
    messages: int | None = None
    """In all conversations."""
    title: str = ""
    """Of the first conversation."""
    started: float | None = None
    """Time of the first message that has one, in seconds since 1970."""


class Unread(Record):
    """A file inside that cannot be read, and why."""

    path: str
    reason: str


class Listing(Record):
    """The transcripts of a zip file or folder, in its order."""

    kind: str
    """``zip file`` or ``folder``."""
    members: tuple[Member, ...]
    unreadable: tuple[Unread, ...] = ()
    not_looked_at: int = 0
    """Files that may be transcripts, too: beyond MOST_FILES, or beyond 500 MB."""

    @property
    def left_out(self) -> str:
        """What is not among the members, and why, in a sentence or two; empty where nothing is left out."""
        said = []
        if self.unreadable:
            first = self.unreadable[0]
            number = count(len(self.unreadable), "other file")
            place = containers.shortened([first.path])
            said.append(f"{number} could not be read ({place}: {first.reason.rstrip('.')}).")
        if self.not_looked_at:
            said.append(self.limits)
        return " ".join(said)

    @property
    def limits(self) -> str:
        """How many files were not looked at, and why, in a sentence."""
        verb = "was" if self.not_looked_at == 1 else "were"
        most = f"{MOST_FILES:,} files and {compressed.LARGEST // 10**6:,} MB are the most"
        return f"{count(self.not_looked_at, 'other file')} {verb} not looked at: {most}."


class SeveralTranscripts(BadInput):
    """A zip file or folder with more than one transcript; ``listing`` holds them, to choose from."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        named = containers.shortened([f"{member.path} ({member.label})" for member in listing.members])
        said = f"The {listing.kind} holds {len(listing.members):,} transcripts; choose one of its files: {named}."
        super().__init__(f"{said} {listing.left_out}".rstrip())


def transcripts(source: bytes | str | Path, progress: Report = silent) -> Listing | None:
    """The transcripts in a zip file or folder, described; None for a source that is one transcript as a whole.

    Whatever lies in it, at most 300 files and 500 MB are looked at, and 40 MB read. Raises BadInput where the zip file
    or folder itself cannot be opened.
    """
    with paused():
        opened = Source.open(source, paced(progress))
        if not opened.members or recognised(opened) is not None:
            return None
        return _described(opened, _looked(opened)[0])


def described(source: bytes | str | Path, listing: Listing, progress: Report = silent) -> Listing:
    """The listing with what its smaller transcripts hold; one that cannot be read moves to the unreadable."""
    with paused():
        opened = Source.open(source, paced(progress))
        return _described(opened, listing)


def only_one(source: Source) -> tuple[Recognised, Warning | None]:
    """The one transcript among the files of a zip file or folder, and a note on files that could be others.

    Raises SeveralTranscripts, UnknownFormat, or the BadInput of the file that could not be read.
    """
    listing, found, broken = _looked(source)
    if found is not None and len(listing.members) == 1:
        left_out = len(listing.unreadable) + listing.not_looked_at
        note = Warning(code="other_files", text=listing.left_out, count=left_out) if left_out else None
        return found, note
    if listing.members:
        raise SeveralTranscripts(listing)
    if broken is not None:
        raise broken
    kind = source.members.kind
    if listing.not_looked_at:
        raise BadInput(f"What was looked at in the {kind} is no transcript. {listing.left_out} Load one of its files.")
    named = containers.shortened(source.members)
    raise UnknownFormat(f"The {kind} holds no transcript that is known here, only {named}. {known()}")


def _looked(source: Source) -> tuple[Listing, Recognised | None, BadInput | None]:
    """Every transcript by its format, the first of them opened, and why the first broken file is so."""
    sizes = containers.candidates(source.members)
    largest = set(sorted(sizes, key=lambda path: -sizes[path])[:MOST_FILES])
    members: list[Member] = []
    unreadable: list[Unread] = []
    first: Recognised | None = None
    broken: BadInput | None = None
    left, passed_over = compressed.LARGEST, len(sizes) - len(largest)
    for path in reported([path for path in sizes if path in largest], "look", source.progress):
        if sizes[path] > left:
            passed_over += 1
            continue
        try:
            inner = source.inside(path)
            found = recognised(inner) if inner.data or inner.members else None
        except BadInput as error:
            broken = broken or error
            unreadable.append(Unread(path=path, reason=str(error)))
            left -= sizes[path]
            continue
        left -= max(sizes[path], len(inner.data), inner.members.taken)
        if found is not None:
            name, label = found.importer.name, found.importer.label
            members.append(Member(path=path, format=name, label=label, size=sizes[path]))
            first = found if len(members) == 1 else None  # so that not all of them are in memory
    kind = source.members.kind
    listing = Listing(kind=kind, members=tuple(members), unreadable=tuple(unreadable), not_looked_at=passed_over)
    return listing, first, broken


def _described(source: Source, listing: Listing) -> Listing:
    left, told, unread = DESCRIBED, {}, list(listing.unreadable)
    smallest = sorted(listing.members, key=lambda member: member.size)
    for member in reported(smallest, "look", source.progress):
        told[member.path] = member
        if member.size > left:
            continue
        try:
            described, size = _read(source, member)
        except BadInput as error:
            del told[member.path]
            unread.append(Unread(path=member.path, reason=str(error)))
            left -= member.size
        else:
            told[member.path] = described
            left -= size
    kept = tuple(told[member.path] for member in listing.members if member.path in told)
    return Listing(kind=listing.kind, members=kept, unreadable=tuple(unread), not_looked_at=listing.not_looked_at)


def _read(source: Source, member: Member) -> tuple[Member, int]:
    """The member with what it holds, and the bytes that were read for it."""
    inner = source.inside(member.path)
    size = max(member.size, len(inner.data))
    found = recognised(inner)
    sessions = () if found is None else tuple(found.sessions())
    if found is None or not sessions:
        raise EmptyTranscript("It holds no message." if found is None else found.empty)
    times = (message.timestamp for session in sessions for message in session.messages)
    return (
        Member(
            path=member.path,
            format=member.format,
            label=member.label,
            size=member.size,
            conversations=len(sessions),
            messages=sum(len(session.messages) for session in sessions),
            title=sessions[0].title,
            started=next((time for time in times if time is not None), None),
        ),
        size,
    )
