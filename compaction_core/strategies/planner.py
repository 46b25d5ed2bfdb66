"""``plan``: run a strategy over a session and keep its steps."""

import math
from typing import Any

from pydantic import ValidationError

from compaction_core.errors import BadParameter
from compaction_core.session import Session
from compaction_core.strategies.base import Context, Effect, Parameters, Plan, Strategy, standing, strategies
from compaction_core.tokens import Measured, counters, measure
from compaction_core.tokens.measure import count_message


def plan(
    session: Session,
    strategy: str,
    context_window: int | None = None,
    *,
    at: int | None = None,
    counter: str | None = None,
    **parameters: Any,
) -> Plan:
    """Plan a compaction of the first ``at`` messages (all of them by default), whatever the trigger says.

    ``context_window`` is in tokens; None means that the system does not know it. ``counter`` replaces the
    system's own estimator, and the plan then says that it is not as released. ``parameters`` carry the system's
    own names. Raises UnknownName for a strategy or counter, BadParameter for a setting it does not accept.
    """
    chosen = strategies.get(strategy)
    settings = settle(chosen, parameters)
    measured = measure(session, counter or chosen.counter)
    return plan_context(chosen, context_of(session, measured, context_window, settings, at))


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
    if context_window is not None and (not isinstance(context_window, int) or context_window < 0):
        raise BadParameter(f"context_window={context_window!r} is no size; give whole tokens, or None if unknown.")
    return Context(session, session.context_start(end), end, measured, context_window, settings, overhead)


def plan_context(strategy: Strategy, context: Context) -> Plan:
    """Run the strategy; its last step must hold the decision."""
    steps = tuple(s.model_copy(update={"index": i}) for i, s in enumerate(strategy.steps(context)))
    if not steps or steps[-1].decision is None:
        raise TypeError(f"strategy {strategy.name!r} ended without a decision")
    settings: Parameters = context.parameters
    plan = Plan(
        strategy=strategy.name,
        version=strategy.version,
        parameters=settings.model_dump(mode="json"),
        as_released=context.measured.counter == strategy.counter and not _unreleased(settings),
        counter=context.measured.counter,
        context_window=context.context_window,
        start=context.start,
        end=context.end,
        mode=strategy.mode(settings),
        steps=steps,
    )
    return plan.model_copy(update={"stats": _stats(context, plan)})


def _stats(context: Context, plan: Plan) -> dict[str, int]:
    stays = [row for row in context.rows if plan.fates[row - plan.start] in ("keep", "clear", "truncate")]
    return {
        "tokens_before": context.tokens(0, len(context.rows)),
        "tokens_kept": sum(_standing(context, row, plan.effects[row - plan.start]) for row in stays),
        "messages_before": len(context.rows),
        "messages_kept": len(stays),
    }


def _standing(context: Context, row: int, effect: Effect | None) -> int:
    """Tokens of what is left of a message, by the context's counter."""
    measured = context.measured
    if effect is None or measured.counter not in counters.names():  # counts that were handed in cannot be made again
        return measured.counts[row]
    message = standing(context.session.messages[row], effect)
    return count_message(message, counters.get(measured.counter))


def settle(strategy: Strategy, parameters: dict[str, Any]) -> Parameters:
    """Validate settings; raises BadParameter with the field, the reason and what there is."""
    try:
        return strategy.parameters(**parameters)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        known = ", ".join(strategy.parameters.model_fields)
        raise BadParameter(
            f"{strategy.label} does not accept {field}={first['input']!r}: {first['msg']}. Its settings are: {known}."
        ) from error


def _unreleased(settings: Parameters) -> bool:
    """Whether a field that no release offers was moved from its default."""
    for name, field in type(settings).model_fields.items():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and extra.get("released") is False:
            value = getattr(settings, name)
            if value != field.default and not (isinstance(value, float) and math.isnan(value)):
                return True
    return False
