"""When the trigger fires: the context as the system itself sees it, message by message, against its line."""

from functools import cached_property
from itertools import compress

from compaction_core.gathered import gathered
from compaction_core.session import Record, Session
from compaction_core.strategies.base import Parameters, Strategy
from compaction_core.strategies.context import Context
from compaction_core.tokens import Measured

LARGEST_WINDOW = 1 << 32


class Watch(Record):
    """The whole session against one threshold. Entry i of a column is about the moment after message i."""

    threshold: int | None
    """What must be exceeded; None where the system has no such line, or knows no window."""
    unit: str = "tokens"
    """What the trigger counts."""
    tokens: tuple[int, ...]
    """The context in that unit, as the system itself counts it."""
    looked: tuple[bool, ...]
    """Whether the system looks at the trigger at that moment."""
    fires: tuple[bool, ...]
    """Whether the trigger fires at that moment."""
    largest_firing_window: int | None = None
    """For a session that never reaches the line: the largest window at which it would."""

    @cached_property
    def fired(self) -> int | None:
        """Number of messages in the list when the trigger first fires; None if it never does."""
        return next((i + 1 for i, fires in enumerate(self.fires) if fires), None)

    @cached_property
    def peak(self) -> int:
        """The largest context at a moment the system looks, 0 for an empty session."""
        return max(compress(self.tokens, self.looked), default=0)


class Growing(Record):
    """The part of a ``Watch`` that no window changes, so that another window need not count again."""

    tokens: tuple[int, ...]
    looked: tuple[bool, ...]


def growing(
    session: Session, strategy: Strategy, measured: Measured, settings: Parameters, overhead: int | None = None
) -> Growing:
    """The context as the system counts it, and where it looks; the arguments are those of ``watch``."""
    tokens: list[int] = []
    looked: list[bool] = []
    for start, end in session.stretches:
        front, context = _context(session, start, end, measured, None, settings, overhead)
        tokens += strategy.watched(context)[front:]
        looked += strategy.looks(context)[front:]
    return Growing.model_construct(tokens=tuple(tokens), looked=tuple(looked))  # not validated, as in ``watch``


def watch(
    session: Session,
    strategy: Strategy,
    measured: Measured,
    context_window: int | None,
    settings: Parameters,
    overhead: int | None = None,
    grown: Growing | None = None,
) -> Watch:
    """Follow the session from its first message; every recorded compaction starts a new context.

    ``measured`` must come from the strategy's counter; ``overhead`` is the tokens of prompt and tools, if given;
    ``grown`` is what ``growing`` gives for the same arguments, where it is known already.
    """
    grown = grown or growing(session, strategy, measured, settings, overhead)
    fires: list[bool] = []
    for start, end in session.stretches:
        front, context = _context(session, start, end, measured, context_window, settings, overhead)
        tokens, looked = (0,) * front + grown.tokens[start:end], (False,) * front + grown.looked[start:end]
        fires += strategy.fires(context, tokens, looked)[front:]
    seen = Watch.model_construct(  # made of what is made here: to validate long columns takes longer than to fill them
        threshold=strategy.threshold(context_window, settings),
        unit=strategy.unit,
        tokens=grown.tokens,
        looked=grown.looked,
        fires=tuple(fires),
    )
    if seen.fired is not None or not seen.peak or seen.unit != "tokens":
        return seen
    return seen.model_copy(update={"largest_firing_window": _largest_window(strategy, settings, seen.peak)})


def _context(
    session: Session, start: int, end: int, measured: Measured, window: int | None, settings: Parameters,
    overhead: int | None,
) -> tuple[int, Context]:  # fmt: skip
    """The list of one stretch, and how many messages from before it stand in front: prompts, and what was kept."""
    listed = gathered(session, end)
    if listed is None:
        return 0, Context(session, start, end, measured, window, settings, overhead)
    size = len(listed.numbers)
    own = measured.picked(listed.numbers)
    return size - (end - start), Context(listed.session, 0, size, own, window, settings, overhead)


def _largest_window(strategy: Strategy, settings: Parameters, peak: int) -> int | None:
    """The largest window whose threshold lies below ``peak``, by bisection; None if there is none."""
    low, high = 0, LARGEST_WINDOW
    while low < high:
        middle = (low + high + 1) // 2
        line = strategy.threshold(middle, settings)
        if (line is not None and line < peak) or (line is None and middle < peak):
            low = middle
        else:
            high = middle - 1
    line = strategy.threshold(low, settings)
    return low if low and line is not None and line < peak else None
