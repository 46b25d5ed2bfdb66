"""A plan in other numbers: made over a list without gaps (``gathered``), told in those of the file, and back."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

from compaction_core.gathered import Gathered, gathered
from compaction_core.session import Session
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.step import Decision, Effect, Rejected, Step
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.turns import runs

_NUMBER = re.compile(r"#(\d+)\b")
_Range = TypeVar("_Range", Effect, Rejected)


def in_the_file(plan: Plan, listed: Gathered, start: int) -> Plan:
    """The plan of a gathered list in the file's numbers.

    It covers messages[start:] of the file, and as ``retained`` those further back. The steps' ``variables`` stay the
    list's own.
    """
    end = listed.numbers[-1] + 1
    numbers = dict(enumerate(listed.numbers)) | {len(listed.numbers): end}
    kept = listed.session.messages
    retained = tuple(n for place, n in enumerate(listed.numbers) if n < start and not kept[place].is_prompt)
    return _renumbered(plan, numbers, start, end, retained)


def as_listed(session: Session, plan: Plan) -> tuple[Session, Plan, tuple[int, ...] | None]:
    """What the strategy itself saw: the list, the plan in the list's numbers, and the file's number of each message.

    None for the numbers where they are the same.
    """
    listed = gathered(session, plan.end)
    if listed is None:
        return session, plan, None
    size = len(listed.numbers)
    return listed.session, _renumbered(plan, listed.places | {plan.end: size}, 0, size, ()), listed.numbers


def request_in_the_file(request: SummaryRequest, numbers: tuple[int, ...]) -> SummaryRequest:
    """A summarizer's request with the file's numbers."""
    prefix = request.turn_prefix
    return request.model_copy(
        update={
            "indexes": tuple(numbers[i] for i in request.indexes),
            "beside": tuple((numbers[i], message) for i, message in request.beside),
            "lines": tuple(line.model_copy(update={"index": numbers[line.index]}) for line in request.lines),
            "turn_prefix": None if prefix is None else request_in_the_file(prefix, numbers),
        }
    )


def _renumbered(plan: Plan, to: Mapping[int, int], start: int, end: int, retained: tuple[int, ...]) -> Plan:
    steps = tuple(_step(step, to) for step in plan.steps)
    protected = tuple(to[number] for number in plan.protected)
    changes = {"start": start, "end": end, "steps": steps, "retained": retained, "protected": protected}
    return plan.model_copy(update=changes)


def _step(step: Step, to: Mapping[int, int]) -> Step:
    return step.model_copy(
        update={
            "text": _text(step.text, to),
            "reason": _text(step.reason, to),
            "index_limit": _one(step.index_limit, to),
            "candidate": _one(step.candidate, to),
            "rejected": tuple(piece for each in step.rejected for piece in _pieces(each, to)),
            "effects": tuple(piece for each in step.effects for piece in _pieces(each, to)),
            "decision": None if step.decision is None else _decision(step.decision, to),
        }
    )


def _decision(decision: Decision, to: Mapping[int, int]) -> Decision:
    return decision.model_copy(
        update={
            "cut": _one(decision.cut, to),
            "summary_at": _one(decision.summary_at, to),
            "merged_into": _one(decision.merged_into, to),
            "fallback_reason": _text(decision.fallback_reason, to),
            "error": _text(decision.error, to),
        }
    )


def _one(number: int | None, to: Mapping[int, int]) -> int | None:
    return None if number is None else to.get(number, number)


def _text(text: str | None, to: Mapping[int, int]) -> str | None:
    """The sentence with its message numbers replaced; what else it says stays."""
    return None if text is None else _NUMBER.sub(lambda found: f"#{to.get(int(found[1]), int(found[1]))}", text)


def _pieces(each: _Range, to: Mapping[int, int]) -> Iterator[_Range]:
    """The range as ranges without what is not in the other list."""
    for start, stop in runs(to[i] for i in range(each.start, each.stop) if i in to):
        yield each.model_copy(update={"start": start, "stop": stop})
