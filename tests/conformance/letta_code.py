"""Letta Code's sub-tasks, answered by the product's own functions."""

import math
from typing import Any

from compaction_core.js import utf16_length
from compaction_core.strategies import Context, Plan, strategies
from compaction_core.strategies.letta_code import transcript, trigger
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.tokens import Measured, measure
from compaction_core.watching import Watch
from tests.conformance.messages import session

Case = dict[str, Any]


def plan(case: Case) -> Case:
    """The sliding-window search, and what mode all would do."""
    sliding, context = _plan(case, "sliding_window")
    everything, _ = _plan(case, "all")
    total, n = context.tokens(0, len(context.rows)), len(context.rows)
    failed = sliding.mode_used == "all"
    kept = None if failed or sliding.cut is None else context.tokens(sliding.cut, n)
    return {
        **_search(sliding, n, failed),
        "cutoff_index": None if failed else sliding.cut,
        "evicted_count": None if failed else sliding.cut,
        "kept_count": None if failed else n - (sliding.cut or 0),
        "estimate_before": total,
        "estimate_kept": kept,
        "estimate_after_with_101_char_summary": None if kept is None else kept + math.ceil(101 / 4),
        "all_mode": {
            "evicted_count": everything.cut,
            "kept_count": n - (everything.cut or 0),
            "estimate_kept": context.tokens(everything.cut or 0, n),
        },
    }


def _plan(case: Case, mode: str) -> tuple[Plan, Context]:
    strategy, params = strategies.get("letta-code"), case["params"]
    conversation = session(case)
    counts = tuple(case["per_message_tokens"])
    measured = Measured(counter="given", basis="given", tools=0, columns={"other": counts}, length=len(counts))
    settings = settle(strategy, {"mode": mode, "sliding_window_percentage": _finite(params.get("percentage"))})
    context = Context(conversation, 0, len(counts), measured, params["context_window"], settings)
    return plan_context(strategy, context), context


def _finite(value: object) -> float | None:
    """What is no finite number counts as not given (compaction.ts:555-562)."""
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def _search(sliding: Plan, n: int, failed: bool) -> Case:
    """The attempts as the steps tell them."""
    start = sliding.steps[0]
    if start.kind != "start":
        nothing = ("goal_tokens", "maximum_cutoff_index", "percentage_used", "eviction_percentage_final")
        return {"error": "too_few_messages", "attempts": [], **dict.fromkeys(nothing)}
    attempts: list[Case] = []
    for step in sliding.steps:
        if step.kind == "try":
            attempts.append({"percentage": step.ratio, "message_cutoff_index": step.index_limit})
        if step.kind == "candidate":
            attempts[-1] |= {"candidate_index": step.candidate, "kept_tokens": None}
        if step.kind == "measure":
            attempts[-1]["kept_tokens"] = step.kept_tokens
    return {
        "error": "no_cut" if failed else None,
        "goal_tokens": start.goal,
        "maximum_cutoff_index": start.variables["maximum"],
        "percentage_used": start.variables["p"],
        "eviction_percentage_final": attempts[-1]["percentage"] if attempts else start.variables["p"],
        "attempts": attempts,
    }


def estimate(case: Case) -> Case:
    """The estimator."""
    counts = measure(session(case), "letta-code").counts
    return {"per_message_tokens": list(counts), "total_tokens": sum(counts)}


def threshold(case: Case) -> Case:
    """The trigger's line."""
    return {"threshold": trigger.threshold(float(case["params"]["context_window"]))}


def should_compact(case: Case) -> Case:
    """Strictly more than the line."""
    line = trigger.threshold(case["params"]["context_window"])
    moment = Watch(threshold=line, tokens=(case["params"]["tokens"],), looked=(True,))
    return {"compact": moment.fired is not None}


def context_estimate(case: Case) -> Case:
    """The context size that the trigger believes in."""
    conversation = session(case)
    found = trigger.context_estimate(conversation.messages, measure(conversation, "letta-code").counts)
    return {
        "tokens": found.tokens,
        "usage_tokens": found.usage_tokens,
        "trailing_tokens": found.trailing_tokens,
        "last_usage_index": found.last_usage_index,
    }


def format_(case: Case) -> Case:
    """The transcript for the summarizer; the frame's length is the real one's."""
    params = case["params"]
    limit = transcript.TOOL_LIMIT if params["tool_limit"] is None else params["tool_limit"]
    lines = transcript.lines(enumerate(session(case).messages), limit)
    text = utf16_length("\n".join(line.text for line in lines))
    total = params["frame_prefix_chars"] + text + params["frame_suffix_chars"]
    cut = transcript.middle_cut(total, params["max_chars"] or 0)
    return {
        "tool_chars_dropped": [line.dropped_chars for line in lines if line.dropped_chars],
        "line_roles": [line.role for line in lines],
        "head_kept": cut.head if cut else None,
        "tail_kept": cut.tail if cut else None,
        "middle_dropped": cut.dropped if cut else None,
    }


TASKS = {
    "plan": plan,
    "estimate": estimate,
    "threshold": threshold,
    "should-compact": should_compact,
    "context-estimate": context_estimate,
    "format": format_,
}
