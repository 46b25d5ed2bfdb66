"""What counters make of one kind of content: text of one script, base64 in text, images."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from compaction_core.counting.makeup import GROUPS, Group, Makeup, texts
from compaction_core.importers.shared.apis.images import image_of_address
from compaction_core.session import Message, Record, Session, Text
from compaction_core.tokens import Measured, TokenCounter
from compaction_core.tokens.images import image_tokens
from compaction_core.tokens.measure import count_message

MOST = 20
"""Base64 runs, and messages with images, that are weighed one by one; the largest."""
GROUP_WORDS: dict[Group, str] = {
    "latin": "Latin letters, digits and symbols",
    "cjk": "Chinese, Japanese or Korean",
    "arabic": "Arabic",
    "cyrillic": "Cyrillic",
    "emoji": "emoji",
    "other": "another script",
    "base64": "base64",
}


class Share(Record):
    """The messages of one kind in a session, by several counters."""

    group: Group
    messages: tuple[int, ...]
    tokens: dict[str, int]
    """Tokens of these messages by each counter."""

    def ratio(self, counter: str, against: str) -> float | None:
        """The counter's own error here; None where nothing is counted."""
        return self.tokens[counter] / self.tokens[against] if self.tokens[against] else None


class Weighed(Record):
    """One piece of content by several counters."""

    message: int
    what: str
    """In words: its type and size."""
    characters: int
    """As it is written in the file."""
    flat: int | None
    """Tokens as an image of its size, by Anthropic's rule, or 1,200 for an unknown size; None for what is no image."""
    tokens: dict[str, int]
    """Tokens by each counter."""


def shares(made: Makeup, counts: Sequence[Measured], rows: Iterable[int] | None = None) -> tuple[Share, ...]:
    """What each counter counts of the messages of each kind; only kinds that occur.

    Whole messages are counted, so what else stands in them is counted too; messages with images are left out.
    ``rows`` takes some messages only.
    """
    where: dict[Group, list[int]] = {}
    for i in range(made.length) if rows is None else rows:
        group = made.groups[i]
        if group is not None:
            where.setdefault(group, []).append(i)
    return tuple(
        Share(
            group=group,
            messages=tuple(where[group]),
            tokens={own.counter: sum(map(own.counts.__getitem__, where[group])) for own in counts},
        )
        for group in GROUPS
        if group in where
    )


def runs_weighed(
    session: Session, made: Makeup, by: Sequence[TokenCounter], rows: Iterable[int] | None = None, most: int = MOST
) -> tuple[Weighed, ...]:
    """The largest runs of base64, each as a text of its own by every counter."""
    wanted = None if rows is None else set(rows)
    runs = [run for run in made.runs if wanted is None or run.message in wanted]
    found: list[Weighed] = []
    for run in sorted(runs, key=lambda run: -run.characters)[:most]:
        written = dict(texts(session.messages[run.message]))[run.part]
        part = Text(text=written[run.start : run.stop])
        picture = (run.media_type or "").startswith("image/")
        found.append(
            Weighed(
                message=run.message,
                what=run.media_type or "base64 of an unnamed type",
                characters=run.characters,
                flat=image_tokens(image_of_address(f"data:{run.media_type};base64,{part.text}")) if picture else None,
                tokens={counter.name: counter.tokens(counter.units(part)) for counter in by},
            )
        )
    return tuple(found)


def images(
    session: Session, by: Sequence[TokenCounter], rows: Iterable[int] | None = None, most: int = MOST
) -> tuple[Weighed, ...]:
    """The messages with images: what the images add to each counter's count, and what they cost by their size."""
    numbers = range(len(session.messages)) if rows is None else rows
    pictured = [(i, session.messages[i]) for i in numbers if any(p.kind == "image" for p in session.messages[i].parts)]
    found = [_images(i, message, by) for i, message in pictured]
    return tuple(sorted(found, key=lambda one: (-one.characters, one.message))[:most])


def _images(index: int, message: Message, by: Sequence[TokenCounter]) -> Weighed:
    pictures = [part for part in message.parts if part.kind == "image"]
    without = replace(message, parts=tuple(part for part in message.parts if part.kind != "image"))
    sized = [f"{p.width} × {p.height} pixels" if p.width and p.height else "size unknown" for p in pictures]
    number = "1 image" if len(pictures) == 1 else f"{len(pictures):,} images"
    return Weighed(
        message=index,
        what=f"{number}, {', '.join(dict.fromkeys(sized))}",
        characters=sum(len(part.source) for part in pictures),
        flat=sum(map(image_tokens, pictures)),
        tokens={counter.name: count_message(message, counter) - count_message(without, counter) for counter in by},
    )
