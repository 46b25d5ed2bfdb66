"""What axes 4 to 7 come to, before anything is carried out."""

from typing import NamedTuple

from compaction_core.strategies.composed.axes.summary import Update
from compaction_core.strategies.composed.items import Listed
from compaction_core.strategies.composed.ranging import recent_summary
from compaction_core.strategies.composed.recipe import Recipe
from compaction_core.words import count


class Outcome(NamedTuple):
    """Who goes, by session index, ascending. ``refused``: why nobody may; then the fallback decides."""

    gone: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """Earlier summaries that go unread."""
    cut: int | None = None
    """The first kept message; None: behind the last that goes."""
    turn: int | None = None
    """Where the turn began whose start is summarized apart."""
    text: str = ""
    refused: str = ""
    touched: bool = False
    """Whether a message that stays was changed."""


def refused(why: str) -> Outcome:
    """Nobody may go."""
    return Outcome(refused=why)


def by_place(found: Listed, recipe: Recipe, low: int, place: int, turn: int | None, stay: frozenset[int]) -> Outcome:
    """Items low..place go, without those that stay by an anchor."""
    wanted, items = recipe.range, found.items
    if wanted.no_recent_summary and recent_summary(found, place):
        return refused("A summary is among the messages that would stay at the end.")
    if isinstance(recipe.previous, Update):
        return _apart(found, recipe.previous, low, place, turn)
    going = [item for item in items[low:place] if not stay.issuperset(item.rows)]
    if len(going) < wanted.fewest:
        least = f", fewer than {wanted.fewest:,}" if wanted.fewest > 1 else ""
        return refused(f"{count(len(going))} would go{least}.")
    gone = tuple(row for item in going for row in item.rows if row not in stay)
    cut = None if stay else found.row(place)
    return Outcome(gone=gone, cut=cut, turn=None if turn is None else found.row(turn))


def _apart(found: Listed, wanted: Update, low: int, place: int, turn: int | None) -> Outcome:
    """Summaries are no messages: the last one is brought up to date, older ones go unread."""
    items = found.items
    summaries = [i for i, item in enumerate(items) if item.summary]
    going = [i for i in range(low, place) if not items[i].summary]
    if not going and not summaries:
        return refused("No message would go.")
    history = sum(turn is None or i < turn for i in going)
    lost = wanted.lost_without_history and turn is not None and not history and bool(going)
    read = [*going, *(() if lost else summaries[-1:])]
    unread = set(summaries) - set(read)
    rows = tuple(row for i in sorted(read) for row in items[i].rows)
    away = tuple(row for i in sorted(unread) for row in items[i].rows)
    return Outcome(gone=rows, lost=away, cut=found.row(place), turn=None if turn is None else found.row(turn))
