"""Where a system looks at its trigger, in words: before every request, after every answer, once a turn, or hardly ever.

told(session, watch, 128_000)
'before every request'
"""

from collections.abc import Callable, Sequence
from itertools import compress, pairwise

from compaction_core.session import Session
from compaction_core.strategies.base import Parameters
from compaction_core.strategies.context import Context
from compaction_core.strategies.growth import after_answers, after_turns, before_calls
from compaction_core.tokens import Measured
from compaction_core.turns import turns
from compaction_core.watching import Watch

ALIKE = 0.9
"""Share of common looks from which on two ways of looking are called the same: systems leave out a few."""
READ = 2_000
"""Messages from which a way of looking is told; it does not change later."""
FEWEST_TURNS = 3
NEVER = "never by itself: when asked, or on overflow"


def after_steps(context: Context) -> tuple[bool, ...]:
    """After every answer of the model together with its results."""
    goes_on = [after.role == "tool" for after in context.messages[1:]] + [False]
    steps, found = False, []
    for message, more in zip(context.messages, goes_on, strict=True):
        steps = message.role == "assistant" or (steps and message.role == "tool")
        found.append(steps and not more)
    return tuple(found)


def before_calls_and_after_turns(context: Context) -> tuple[bool, ...]:
    """Both."""
    return tuple(a or b for a, b in zip(before_calls(context), after_turns(context), strict=True))


def after_users_and_answers(context: Context) -> tuple[bool, ...]:
    """After the last row of what the user says, and after every answer of the model."""
    users = (
        i + 1 == len(context.messages) or context.messages[i + 1].role != "user" for i in range(len(context.messages))
    )
    return tuple(
        m.role == "assistant" or (m.role == "user" and last) for m, last in zip(context.messages, users, strict=True)
    )


WAYS: tuple[tuple[str, Callable[[Context], tuple[bool, ...]]], ...] = (
    ("before every request", before_calls),
    ("after every answer of the model", after_answers),
    ("at the end of every turn", after_turns),
    ("after every step, an answer with its results", after_steps),
    ("before every request and at the end of every turn", before_calls_and_after_turns),
    ("before every new prompt and after every answer", after_users_and_answers),
)


def told(session: Session, watch: Watch, window: int | None = None) -> str:
    """When the system looks; for a trigger that fires beyond the window only, that it is overflow it reacts to."""
    if watch.threshold is None and not any(watch.fires):
        return NEVER
    way = often(session, watch.looked)
    beyond = watch.unit == "tokens" and window is not None and watch.threshold is not None
    if beyond and watch.threshold is not None and window is not None and watch.threshold >= window:
        return f"{way}, but it fires on overflow only"
    return way


def often(session: Session, looked: tuple[bool, ...]) -> str:
    """How a column of looks is best told; with numbers where it is none of the known ways."""
    if not any(looked):
        return "nowhere in this session"
    seen = {i for i, look in enumerate(looked[:READ]) if look}
    nothing = Measured(counter="none", basis="given", tools=0, columns={}, length=len(session.messages))
    best, share = "", 0.0
    for words, way in WAYS:
        found: set[int] = set()
        for start, end in session.stretches:
            if start >= READ:
                break
            context = Context(session, start, min(end, READ), nothing, None, Parameters())
            found |= {i for i, look in enumerate(way(context), start) if look}
        common = len(seen & found) / max(1, len(seen | found))
        if common > share:
            best, share = words, common
    return best if share >= ALIKE else f"after {sum(looked):,} of {len(looked):,} messages"


def turn_growth(session: Session, measured: Measured) -> float | None:
    """Tokens that a turn of this session adds, the middle one of all; None for fewer than three turns."""
    sizes = sorted(measured.between(turn.start, turn.stop) for turn in turns(session.messages))
    return float(sizes[len(sizes) // 2]) if len(sizes) >= FEWEST_TURNS else None


def turns_left(line: int | None, now: int, growth: float | None) -> float | None:
    """Turns of that size until the line is passed; None where line or growth is unknown, or the line is passed."""
    return None if line is None or not growth or now > line else (line - now) / growth


def largest_step(looked: Sequence[bool], sizes: Sequence[int], start: int, stop: int) -> tuple[int, int, int] | None:
    """The most that comes between two looks at messages[start:stop], and the messages of the two looks.

    ``sizes[k]`` is how large the context is after messages[start + k], in any unit. What providers report is no such
    size: a first report jumps up by all that the file does not hold.
    """
    places = compress(range(start, stop), looked[start:stop])
    return max(((sizes[b - start] - sizes[a - start], a, b) for a, b in pairwise(places)), default=None)
