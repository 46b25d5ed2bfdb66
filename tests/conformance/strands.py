"""Strands' sub-tasks, answered by the product's own functions."""

from typing import Any

from compaction_core.strategies import Context, Plan, strategies
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.strategies.strands.native import Native, natives
from compaction_core.tokens import measure
from tests.conformance.messages import session

Case = dict[str, Any]


def summarizing(case: Case) -> Case:
    """The summarizing manager, with a summarizer that answers or raises."""
    params = dict(case["params"])
    raises = params.pop("summarizer_raises")
    made, found = _plan("strands-summarizing", case, params)
    answer = {"error": None if made.error is None else "cannot_summarize", **_unchanged(made, found)}
    gone = made.indexes("summarize")
    if not gone:
        return answer
    if raises:
        return {**answer, "error": "summarizer_failed" if made.mode_used == "overflow" else None}
    taken = [i for i, native in enumerate(found) if native.rows[0] in gone]
    view: list[int | str] = [i for i in range(len(found)) if i not in taken]
    position = sum(found[i].rows[0] < made.summary_at for i in range(len(found)) if i not in taken)
    view.insert(position, "summary")
    return {
        "error": None,
        "view_after": view,
        "removed_message_count": made.steps[-2].variables["removed_message_count"],
        "kept_indexes": _kept(made, found),
        "evicted_indexes": list(gone),
        "summary_position": position,
        "summary_role": strategies.get("strands-summarizing").wrapper(made).role,
        "summarizer_input": taken,
    }


def sliding_window(case: Case) -> Case:
    """The sliding window."""
    made, found = _plan("strands-sliding-window", case, dict(case["params"]))
    gone, cut = made.indexes("drop"), made.indexes("truncate")
    return {
        "error": None if made.error is None else "cannot_trim",
        "view_after": [i for i, native in enumerate(found) if native.rows[0] not in gone],
        "removed_message_count": sum(native.rows[0] in gone for native in found),
        "kept_indexes": _kept(made, found),
        "evicted_indexes": list(gone),
        "truncated_native_indexes": [i for i, native in enumerate(found) if set(native.rows) & set(cut)],
    }


def _plan(name: str, case: Case, params: Case) -> tuple[Plan, tuple[Native, ...]]:
    strategy, conversation = strategies.get(name), session(case)
    context = Context(
        conversation, 0, len(conversation.messages), measure(conversation, "strands"), None, settle(strategy, params)
    )  # fmt: skip
    return plan_context(strategy, context), natives(conversation.messages, context.rows)


def _unchanged(made: Plan, found: tuple[Native, ...]) -> Case:
    return {
        "view_after": list(range(len(found))),
        "removed_message_count": 0,
        "kept_indexes": [row for native in found for row in native.rows],
        "evicted_indexes": [],
    }


def _kept(made: Plan, found: tuple[Native, ...]) -> list[int]:
    stay = set(made.indexes("keep", "truncate"))
    return [row for native in found for row in native.rows if row in stay]


TASKS = {"summarizing": summarizing, "sliding-window": sliding_window}
