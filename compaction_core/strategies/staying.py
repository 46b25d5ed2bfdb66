"""Which messages stay whole, and what is said of those behind the cut."""

from collections.abc import Sequence

from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.tokens import Measured


def staying(plan: Plan, session: Session) -> tuple[int, ...]:
    """Messages of the list that stay as they are, system prompts left out, ascending."""
    return tuple(i for i in plan.indexes("keep") if not session.messages[i].is_prompt)


def stay_behind(plan: Plan, session: Session) -> str:
    """What stays behind the cut, beside all that stays where more does; empty where nothing stays behind it.

    ``12 of the 13 that stay``, or ``13 stay`` where none stands in front of the cut.
    """
    kept = staying(plan, session)
    behind = sum(index >= (plan.cut or 0) for index in kept)
    if not behind:
        return ""
    if behind < len(kept):
        return f"{behind:,} of the {len(kept):,} that stay"
    return f"{behind:,} {'stays' if behind == 1 else 'stay'}"


def prompts_before(measured: Measured, start: int) -> tuple[int, ...]:
    """The system prompts in front of messages[start:]: no compaction takes them out of the context."""
    column = measured.columns.get("system", ())
    return tuple(number for number, tokens in enumerate(column[:start]) if tokens)


def in_front(measured: Measured, start: int, retained: Sequence[int]) -> tuple[int, ...]:
    """What the context holds in front of messages[start:]: the system prompts, and what was kept from before."""
    return tuple(sorted({*prompts_before(measured, start), *retained}))


def kept_before(retained: Sequence[int]) -> str:
    """The label of what was kept from before.

    >>> kept_before((7,)), kept_before((3, 4, 5)), kept_before((3, 9))
    ('kept from before: #7', 'kept from before: #3–#5', 'kept from before: 2 of #3–#9')
    """
    first, last = retained[0], retained[-1]
    if first == last:
        return f"kept from before: #{first}"
    some = "" if last - first + 1 == len(retained) else f"{len(retained):,} of "
    return f"kept from before: {some}#{first}–#{last}"
