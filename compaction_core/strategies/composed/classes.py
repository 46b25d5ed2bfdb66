"""The selectors that settle who stays and need no place for a cut: the user's messages, and pairs behind the head."""

from dataclasses import replace
from typing import NamedTuple

from compaction_core.session import Image, Message, Text
from compaction_core.strategies.composed.axes.selectors import ByClass, Pairs
from compaction_core.strategies.composed.items import Listed
from compaction_core.strategies.composed.metrics import metric, overhead
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.strategies.composed.selecting import even_share
from compaction_core.strategies.composed.triggering import limit
from compaction_core.strategies.step import Effect
from compaction_core.words import count


class Sorted(NamedTuple):
    """Who goes, by session index, and what changes of those that stay."""

    gone: tuple[int, ...]
    text: str
    effects: tuple[Effect, ...] = ()
    touched: bool = False
    """Whether a kept message did not stay whole."""


def user_messages(found: Listed, wanted: ByClass, low: int) -> Sorted:
    """The user's messages stay, newest first, as far as the budget reaches."""
    messages = found.messages
    rows = [row for item in found.items[low:] for row in item.rows]
    candidates = [row for row in rows if _is_users(messages[row], wanted)]
    counts = {row: found.context.measured.counts[row] for row in candidates}
    kept, left = list[int](), wanted.budget
    crossing: int | None = None
    for row in reversed(candidates):
        if left is not None and left <= 0:
            break
        if left is not None and counts[row] > left:
            crossing = row if wanted.crossing == "shortened" else None
            break
        kept.append(row)
        left = None if left is None else left - counts[row]
    effects = [_bare(messages[row], row) for row in reversed(kept) if wanted.text_alone and _has_image(messages[row])]
    text = f"{len(kept):,} of {count(len(candidates))} of the user stay whole"
    text += "" if wanted.budget is None else f", within {wanted.budget:,} tokens"
    if crossing is not None:
        kept.append(crossing)
        effects += _cut(messages[crossing], crossing, left or 0)
        text += f"; #{crossing} loses its middle, {left or 0:,} tokens of it stay"
    stay = set(kept)
    gone = tuple(row for row in rows if row not in stay)
    return Sorted(gone, text, tuple(effects), bool(effects) or crossing is not None)


def _is_users(message: Message, wanted: ByClass) -> bool:
    if message.role != "user" or (message.summary is not None and not wanted.summaries):
        return False
    if wanted.injected:
        return True
    return "meta" not in message.flags and not (
        wanted.not_starting_with and _said(message).lstrip().startswith(wanted.not_starting_with)
    )


def _said(message: Message) -> str:
    return "".join(part.text for part in message.parts if isinstance(part, Text))


def _has_image(message: Message) -> bool:
    return any(isinstance(part, Image) for part in message.parts)


def _bare(message: Message, row: int) -> Effect:
    parts = tuple(part for part in message.parts if not isinstance(part, Image))
    return Effect(fate="truncate", start=row, stop=row + 1, instead=replace(message, parts=parts))


def _cut(message: Message, row: int, tokens: int) -> list[Effect]:
    """The message without its middle; nothing where its text is not longer than the tokens left."""
    text = shortened(_said(message), tokens)
    if text is None:
        return []
    instead = replace(message, parts=(Text(text=text),))
    return [Effect(fate="truncate", start=row, stop=row + 1, instead=instead)]


def shortened(text: str, tokens: int) -> str | None:
    """A text of which four bytes for each token stay, half of them on each side, cut to whole characters.

    >>> shortened("abcdefghij", 1), shortened("abc", 1)
    ('ab[2 tokens left out]ij', None)
    """
    raw, room = text.encode("utf-8", "surrogatepass"), 4 * tokens
    if len(raw) <= room:
        return None
    stop, start = room // 2, len(raw) - (room - room // 2)
    while stop > 0 and raw[stop] & 0xC0 == 0x80:
        stop -= 1
    while start < len(raw) and raw[start] & 0xC0 == 0x80:
        start += 1
    head, tail = raw[:stop].decode("utf-8", "surrogatepass"), raw[start:].decode("utf-8", "surrogatepass")
    return f"{head}[{-(-(len(raw) - room) // 4):,} tokens left out]{tail}"


def pairs(found: Listed, recipe: Recipe, wanted: Pairs, low: int) -> Sorted:
    """An even share of what stands behind the head."""
    first = recipe.trigger.lines[0] if recipe.trigger.lines else None
    number = None if first is None else limit(first.limit, found.context.context_window)
    seen = () if first is None else metric(found.context, first.metric, recipe.estimator)
    total = seen[-1] if seen else overhead(found.context, recipe.estimator)
    tight = number is not None and total / 2 > number
    share = wanted.tight_share if tight else wanted.share
    count = even_share(len(found) - low, share)
    if count and wanted.ends_with_answer and found.items[low + count - 1].role != "assistant":
        count -= 1
    gone = tuple(row for item in found.items[low : low + count] for row in item.rows)
    why = f"half of {total:,} tokens is above the limit, so " if tight else ""
    return Sorted(gone, f"{why}{share:.0%} of the {max(0, len(found) - low):,} messages behind the head: {count:,} go")
