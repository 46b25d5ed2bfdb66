"""``plan``: run a strategy over a session and keep its steps."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from compaction_core.errors import BadParameter
from compaction_core.garbage import paused
from compaction_core.gathered import gathered
from compaction_core.session import Session
from compaction_core.strategies.base import Parameters, Strategy, strategies
from compaction_core.strategies.context import Context
from compaction_core.strategies.plans import Plan
from compaction_core.strategies.protecting import protect as protecting
from compaction_core.strategies.renumbering import in_the_file
from compaction_core.tokens import Measured, measure

LONGEST_SHOWN = 120
"""Characters of a refused value that an error shows."""


def plan(
    session: Session,
    strategy: str,
    context_window: int | None = None,
    *,
    at: int | None = None,
    counter: str | None = None,
    protect: Iterable[int] = (),
    **parameters: Any,
) -> Plan:
    """Plan a compaction of the first ``at`` messages (all of them by default), whatever the trigger says.

    ``context_window`` is in tokens; None means that the system does not know it. ``counter`` replaces the
    system's own estimator, and the plan then says that it is not as released. ``parameters`` carry the system's
    own names. ``protect`` are messages that stay word for word, with the calls and results that belong to them; no
    release has that either. Those outside the planned range are passed over.
    Raises UnknownName for a strategy or counter, BadParameter for a setting it does not accept or a message that the
    session does not have.
    """
    chosen = strategies.get(strategy)
    settings = settle(chosen, parameters)
    measured = measure(session, counter or chosen.estimator(settings))
    return plan_context(chosen, context_of(session, measured, context_window, settings, at), protect)


def context_of(
    session: Session,
    measured: Measured,
    context_window: int | None,
    settings: Parameters,
    at: int | None = None,
    overhead: int | None = None,
) -> Context:
    """The messages the model still had when the list held ``at`` of them: since the last recorded compaction."""
    size = len(session.messages)
    end = size if at is None else at
    if not isinstance(end, int) or not 0 <= end <= size:
        raise BadParameter(f"at={at} lies outside the session; choose a number from 0 to {size}.")
    # 0 is none either, but systems are asked with it, and what they then do is theirs
    if context_window is not None and (not isinstance(context_window, int) or context_window < 0):
        raise BadParameter(f"context_window={context_window!r} is no size; give whole tokens, or None if unknown.")
    return Context(session, session.context_start(end), end, measured, context_window, settings, overhead)


@paused(freeze=False)
def plan_context(strategy: Strategy, context: Context, protect: Iterable[int] = ()) -> Plan:
    """Run the strategy and keep the protected messages; its last step must hold the decision."""
    listed = gathered(context.session, context.end)
    if listed is None:
        return _plan(strategy, context, _pins(context, protect))
    # messages from before the last recorded compaction are in the list: it is planned over without its gaps
    size, start = len(listed.numbers), context.start
    own = context.measured.picked(listed.numbers)
    whole = replace(context, session=listed.session, start=0, end=size, measured=own, numbers=listed.numbers)
    pins = tuple(listed.places[n] for n in _numbers(context, protect) if n in listed.places)
    return in_the_file(_plan(strategy, whole, pins), listed, start)


def _plan(strategy: Strategy, context: Context, pins: tuple[int, ...]) -> Plan:
    steps = tuple(s.model_copy(update={"index": i}) for i, s in enumerate(strategy.steps(context)))
    if not steps or steps[-1].decision is None:
        raise TypeError(f"strategy {strategy.name!r} ended without a decision")
    if pins:
        steps = protecting(context, steps, pins, len(strategy.listing) - 1)
        steps = tuple(s.model_copy(update={"index": i}) for i, s in enumerate(steps))
    settings: Parameters = context.parameters
    plan = Plan(
        strategy=strategy.name,
        version=strategy.version,
        parameters=settings.model_dump(mode="json"),
        as_released=context.measured.counter == strategy.estimator(settings) and not _unreleased(settings) and not pins,
        counter=context.measured.counter,
        context_window=context.context_window,
        start=context.start,
        end=context.end,
        mode=strategy.mode(settings),
        steps=steps,
        protected=pins,
    )
    return plan.model_copy(update={"stats": _stats(context, plan)})


def _pins(context: Context, protect: Iterable[int]) -> tuple[int, ...]:
    """The protected messages of the planned range, ascending."""
    return tuple(number for number in _numbers(context, protect) if context.start <= number < context.end)


def _numbers(context: Context, protect: Iterable[int]) -> list[int]:
    size, numbers = len(context.session.messages), sorted(set(protect))
    for number in numbers:
        if not 0 <= number < size:
            raise BadParameter(f"protect={number} is no message of the session; choose numbers from 0 to {size - 1}.")
    return numbers


def _stats(context: Context, plan: Plan) -> dict[str, int]:
    tokens = messages = 0
    for row in context.rows:
        effect = plan.effects[row - plan.start]
        if effect is None or effect.fate == "keep":
            tokens += context.measured.counts[row]
        elif effect.fate == "clear" or effect.fate == "truncate":
            known = None if context.counter is None else effect.tokens
            tokens += context.left(row, effect.text, effect.instead) if known is None else known
        else:
            continue
        messages += 1
    return {
        "tokens_before": context.tokens(0, len(context.rows)),
        "tokens_kept": tokens,
        "messages_before": len(context.rows),
        "messages_kept": messages,
    }


def settle(strategy: Strategy, parameters: dict[str, Any]) -> Parameters:
    """Validate settings; raises BadParameter with the field, the reason and what there is."""
    try:
        return strategy.parameters(**parameters)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            raise no_setting(strategy, field) from error
        known = ", ".join(strategy.parameters.model_fields)
        given, why = repr(first["input"]), first["msg"].removeprefix("Value error, ").rstrip(".")
        given = given if len(given) <= LONGEST_SHOWN else f"{given[:LONGEST_SHOWN]}…"
        raise BadParameter(
            f"{strategy.label} does not accept {field}={given}: {why}. Its settings are: {known}."
        ) from error


def no_setting(strategy: Strategy, name: str) -> BadParameter:
    """The error for a setting that a strategy does not have."""
    known = ", ".join(strategy.parameters.model_fields)
    return BadParameter(f"{strategy.label} has no setting named {name!r}; choose from: {known}.")


def _unreleased(settings: Parameters) -> bool:
    """Whether a field that no release offers was moved from its default."""
    for name, field in type(settings).model_fields.items():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and extra.get("released") is False:
            value = getattr(settings, name)
            if value != field.default and not (isinstance(value, float) and math.isnan(value)):
                return True
    return False
