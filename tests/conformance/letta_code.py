"""Letta Code's sub-tasks, answered by the product's own functions."""

import math
from typing import Any

from compaction_core.js import utf16_length
from compaction_core.session import Session
from compaction_core.strategies import Context, Plan, strategies
from compaction_core.strategies.letta_code import transcript, trigger
from compaction_core.strategies.letta_code.carried import Carried, Reply, carry_out, settings
from compaction_core.strategies.letta_code.parameters import LettaCodeParameters
from compaction_core.strategies.letta_code.turn import Answered, run_turn
from compaction_core.strategies.planner import plan_context, settle
from compaction_core.summarizers.base import SummaryRequest
from compaction_core.tokens import Measured, measure
from tests.conformance.messages import message, session

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
    chosen = settle(strategy, {"mode": mode, "sliding_window_percentage": _finite(params.get("percentage"))})
    context = Context(conversation, 0, len(counts), measured, params["context_window"], chosen)
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
    strategy, window = strategies.get("letta-code"), case["params"]["context_window"]
    nothing = Measured(counter="given", basis="given", tools=0, columns={}, length=1)
    context = Context(session(case), 0, 1, nothing, window, strategy.parameters())
    return {"compact": strategy.fires(context, (case["params"]["tokens"],), (True,)) == (True,)}


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


def compact(case: Case) -> Case:
    """A whole compaction with a scripted summarizer."""
    params, conversation = case["params"], session(case)
    script, calls = params["summarizer"], 0

    def summarize(request: SummaryRequest) -> Reply:
        nonlocal calls
        outcome = script["outcomes"][min(calls, len(script["outcomes"]) - 1)]
        lengths = script.get("reply_chars", [0])
        length = lengths[min(calls, len(lengths) - 1)]
        calls += 1
        if utf16_length(request.transcript) > script.get("overflow_above_chars", math.inf):
            return Reply(failure="overflow")
        if outcome in ("error", "refused"):
            return Reply(failure="error")
        return Reply(text=(" " if outcome == "blank" else "s") * length)

    chosen = settings(params["agent_settings"], params["request_settings"])
    done = carry_out(conversation, params["context_window"], chosen, summarize)
    own_note = 0 if done.summary is None or not done.summary.clipped_chars else params["clip_note_chars"] - _note(done)
    stats = done.stats
    return {
        "error": done.error,
        "prompts_used": [_prompt(request) for request in done.requests],
        "summarizer_calls": len(done.requests),
        "events": list(done.events),
        "message_count_after": len(done.messages),
        "first_is_summary": bool(done.messages) and done.messages[0].summary is not None,
        "first_role": done.messages[0].role if done.messages else None,
        "kept_indexes": list(done.kept),
        "rung_max_chars": [request.max_chars for request in done.requests],
        "context_tokens_before": stats.get("context_tokens_before"),
        "context_tokens_after": None if not stats else _after(stats, own_note),
        "summary_chars": stats.get("summary_chars", 0) + own_note,
    }


def _note(done: Carried) -> int:
    """Length of our own note behind a clipped summary."""
    assert done.summary is not None and done.plan is not None
    return utf16_length(done.summary.text) - int(done.plan.parameters["clip_chars"])


def _after(stats: Case, own_note: int) -> int:
    """The statistic with the real note's length instead of ours."""
    own, chars = -(-stats["summary_chars"] // 4), stats["summary_chars"] + own_note
    return int(stats["context_tokens_after"]) - own - (-chars // 4)


def _prompt(request: SummaryRequest) -> str:
    return "custom" if request.prompt == "own" else request.prompt.removeprefix("letta_code_")


def turn(case: Case) -> Case:
    """One user turn with a scripted provider and summarizer."""
    params, calls = case["params"], {"provider": 0, "summarizer": 0}

    def scripted(who: str) -> str:
        outcomes = params[f"{who}_outcomes"]
        calls[who] += 1
        return str(outcomes[min(calls[who], len(outcomes)) - 1])

    def call() -> Answered:
        return Answered(outcome=scripted("provider"), text="ok", usage_total=params["provider_usage_total"])

    def summarize(request: SummaryRequest) -> Reply:
        outcome = scripted("summarizer")
        return Reply(text="short") if outcome == "ok" else Reply(failure=outcome)

    asked = Session(format="vectors", messages=(message({"role": "user", "content": "x" * params["user_chars"]}),))
    done = run_turn(asked, params["context_window"], LettaCodeParameters(), call, summarize)
    return {
        "provider_calls": done.provider_calls,
        "summarizer_calls": calls["summarizer"],
        "compaction_triggers": list(done.triggers),
        "failed": done.failed,
    }


TASKS = {
    "plan": plan,
    "estimate": estimate,
    "threshold": threshold,
    "should-compact": should_compact,
    "context-estimate": context_estimate,
    "format": format_,
    "compact": compact,
    "turn": turn,
}
