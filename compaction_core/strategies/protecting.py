"""Messages that a person protects: they stay word for word, whatever the strategy decides. No release has this.

A call and its results stand or fall together, so the partners of a protected message stay with it.
"""

from collections.abc import Iterable, Iterator, Sequence

from compaction_core.session import Session
from compaction_core.strategies.context import Context
from compaction_core.strategies.step import Effect, Fate, Step
from compaction_core.words import count

NAMED = 3
"""Messages that a sentence names; of more it gives the number."""


def together(session: Session, numbers: Iterable[int], start: int, end: int) -> tuple[int, ...]:
    """Those of ``numbers`` in messages[start:end] and what shares a call with one of them there, ascending."""
    linked: dict[int, list[int]] = {}
    for (caller, _), result in session.result_of.items():
        linked.setdefault(caller, []).append(result)
        linked.setdefault(result, []).append(caller)
    found: set[int] = set()
    waiting = [number for number in numbers if start <= number < end]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += [other for other in linked.get(number, ()) if start <= other < end]
    return tuple(sorted(found))


def protect(context: Context, steps: Sequence[Step], numbers: tuple[int, ...], line: int) -> tuple[Step, ...]:
    """The strategy's steps with one more before the last, so that the decision stays the last word.

    ``numbers`` lie in the planned range, ascending; ``line`` is the listing's line for the new step. What the last
    step itself does to a protected message is taken out of it.
    """
    *before, last = steps
    kept = together(context.session, numbers, context.start, context.end)
    saved = [number for number in kept if _fate(steps, number) != "keep"]
    step = Step(
        kind="apply",
        line=line,
        text=_sentence(context, numbers, kept, saved),
        effects=tuple(Effect(fate="keep", start=number, stop=number + 1) for number in kept),
    )
    changes: dict[str, object] = {"effects": tuple(e for effect in last.effects for e in _without(effect, kept))}
    decision = last.decision
    if decision is not None and decision.merged_into in kept:  # word for word: the summary gets a message of its own
        changes["decision"] = decision.model_copy(update={"merged_into": None, "summary_at": decision.merged_into})
    if saved:
        changes["text"] = f"{last.text} {_names(saved)} {_verb(saved, 'stays', 'stay')} too, protected by hand."
    return (*before, step, last.model_copy(update=changes))


def _fate(steps: Sequence[Step], number: int) -> Fate:
    """What the steps make of a message; the last effect wins."""
    effects = (effect for step in reversed(steps) for effect in reversed(step.effects))
    return next((effect.fate for effect in effects if effect.start <= number < effect.stop), "keep")


def _without(effect: Effect, kept: tuple[int, ...]) -> Iterator[Effect]:
    """The pieces of an effect that leave the kept messages alone."""
    start = effect.start
    for number in (*(n for n in kept if effect.start <= n < effect.stop), effect.stop):
        if start < number:
            yield effect.model_copy(update={"start": start, "stop": number})
        start = number + 1


def _sentence(context: Context, pinned: tuple[int, ...], kept: tuple[int, ...], saved: Sequence[int]) -> str:
    counts = context.measured.counts
    partners = [number for number in kept if number not in pinned]
    parts = [
        f"{_names(pinned)} {_verb(pinned, 'is', 'are')} protected by hand: {_verb(pinned, 'it stays', 'they stay')} "
        f"word for word ({_tokens(counts[i] for i in pinned)})."
    ]
    if partners:
        parts.append(
            f"{_names(partners)} {_verb(partners, 'stays', 'stay')} with {_verb(pinned, 'it', 'them')} "
            f"({_tokens(counts[i] for i in partners)}), because a call and its results belong together."
        )
    parts += _broken(context, kept)
    if not saved:
        parts.append(f"{_verb(kept, 'It stays', 'All of them stay')} anyway.")
    return " ".join([*parts, "No release has this."])


def _broken(context: Context, kept: tuple[int, ...]) -> Iterator[str]:
    """Pairs that cannot be whole, because the other half is not in the planned range."""
    messages, found = context.session.messages, context.session.result_of
    here = set(kept)
    unanswered = [i for i in kept if any(found.get((i, call.id)) not in here for call in messages[i].calls)]
    answered = {result for (caller, _), result in found.items() if caller in here}
    orphans = [i for i in kept if messages[i].result is not None and i not in answered]
    if unanswered:
        yield f"A call of {_names(unanswered)} has no result in this list and stays open."
    if orphans:
        answers = _verb(orphans, "answers a call", "answer calls")
        yield f"{_names(orphans)} {answers} that no message of this list makes."


def _names(numbers: Sequence[int]) -> str:
    if len(numbers) > NAMED:
        return f"{len(numbers):,} messages ({', '.join(f'#{n}' for n in numbers[:NAMED])}, …)"
    *most, last = [f"#{number}" for number in numbers]
    return f"{', '.join(most)} and {last}" if most else last


def _verb(numbers: Sequence[int], one: str, several: str) -> str:
    return one if len(numbers) == 1 else several


def _tokens(counts: Iterable[int]) -> str:
    return count(sum(counts), "token")
