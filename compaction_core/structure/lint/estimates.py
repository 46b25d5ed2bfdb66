"""What an estimate decides here: the trigger, the cut, both or neither; and what comes of one that is off."""

from compaction_core.counting.deciding import reported
from compaction_core.structure.lint.case import Case


def decided(case: Case) -> tuple[bool, bool]:
    """Whether trigger and cut go by the strategy's counter.

    A trigger does not where it counts messages, or where the provider's reports decide; a cut does not where nothing
    in plan or settings is a number of tokens.
    """
    trigger = case.line is not None and "tokens" in case.unit
    trigger = trigger and not reported(case.session, case.strategy, case.settings)
    steps = any(step.goal is not None or step.kept_tokens is not None for step in case.plan.steps)
    return trigger, steps or any(_unit(case, name) == "tokens" for name in type(case.settings).model_fields)


def effect(case: Case, low: bool) -> str:
    """What an estimate that is too ``low`` or too high does, as a sentence; empty where it decides nothing."""
    trigger, cut = decided(case)
    said = [f"compacts too {'late' if low else 'early'}"] if trigger else []
    said += [f"keeps too {'much' if low else 'little'}"] if cut else []
    return f"It {', and '.join(said)}." if said else ""


def _unit(case: Case, name: str) -> str:
    extra = type(case.settings).model_fields[name].json_schema_extra
    return str(extra.get("unit", "")) if isinstance(extra, dict) else ""
